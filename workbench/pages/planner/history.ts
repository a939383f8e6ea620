import { mergeItems } from './merge.ts';
import type { Item } from './week.ts';

type Edit = { readonly items: readonly Item[]; readonly summary: string };

/** The edits of a week in their order, the first of which are the items to begin with; `index` is that of the shown edit. */
export type History = { readonly edits: readonly Edit[]; readonly index: number };

const MAX_EDITS = 200; // So many can be undone.

/** The key in `sessionStorage` of the history of the menu that was edited last. */
const STORAGE_KEY = 'edits';
/** The maximum number of edits that survive a reload, in each direction. With the largest weeks they take about 2 MB. */
const MAX_STORED_EDITS = 20;

export const beginHistory = (items: readonly Item[]): History => ({ edits: [{ items, summary: '' }], index: 0 });

export const listItems = ({ edits, index }: History): readonly Item[] => edits[index]?.items ?? [];

/** The history after an edit, given with the new items. An edit that changes nothing is not recorded. */
export function recordEdit(history: History, edit: Edit): History {
  if (edit.items === listItems(history)) return history;
  const edits = [...history.edits.slice(0, history.index + 1), edit].slice(-MAX_EDITS - 1);
  return { edits, index: edits.length - 1 };
}

export const undo = ({ edits, index }: History): History => ({ edits, index: Math.max(0, index - 1) });
export const redo = ({ edits, index }: History): History => ({ edits, index: Math.min(index + 1, edits.length - 1) });

/** The labels of undo and redo: 撤销：移动 番茄炒蛋. Absent: there is nothing to undo or redo. */
export function describeUndo({ edits, index }: History): { undo?: string; redo?: string } {
  const [shown, next] = [index > 0 && edits[index], edits[index + 1]];
  return { ...(shown && { undo: `撤销：${shown.summary}` }), ...(next && { redo: `重做：${next.summary}` }) };
}

/** Applies somebody else's change to the items of all edits. Undoing one's own edit then does not undo that change. */
export function rebaseHistory({ edits, index }: History, change: (items: readonly Item[]) => readonly Item[]): History {
  return { edits: edits.map((edit) => ({ ...edit, items: change(edit.items) })), index };
}

/** Stores the latest edits in this tab, so that they can be undone after a reload. `name` identifies the menu. */
export function storeHistory(name: string, { edits, index }: History): void {
  if (edits.length === 1) return;
  const first = Math.max(0, index - MAX_STORED_EDITS);
  const history = { edits: edits.slice(first, index + MAX_STORED_EDITS + 1), index: index - first };
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ name, history }));
}

/** Reads the stored history of a menu that now has these items, if any. Other people may have changed it meanwhile. */
export function readStoredHistory(name: string, current: readonly Item[]): History | undefined {
  // Only `storeHistory` writes this key.
  const stored: { name: string; history: History } | null = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null');
  if (stored?.name !== name) return undefined;
  const base = listItems(stored.history);
  return rebaseHistory(stored.history, (items) =>
    items === base ? current : mergeItems({ base, mine: items, theirs: current }, 'theirs').items,
  );
}
