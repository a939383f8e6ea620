import { mergeItems } from './merge.ts';
import type { Item } from './week.ts';

/** An edit of the week: the items that undoing or redoing it restores, and a text about it. */
type Edit = { readonly items: readonly Item[]; readonly summary: string };

/** The current items, and the edits to undo (`past`) and to redo (`future`). The last edit of each is the next one. */
export interface History {
  readonly items: readonly Item[];
  readonly future: readonly Edit[];
  readonly past: readonly Edit[];
}

const MAX_EDITS = 200;

/** The key in `sessionStorage` of the history of the menu that was edited last. */
const STORAGE_KEY = 'history';
/** The maximum number of edits that survive a reload, in each direction. With the largest weeks they take about 2 MB. */
const MAX_STORED_EDITS = 20;

/** A history without edits. */
export function beginHistory(items: readonly Item[]): History {
  return { items, past: [], future: [] };
}

/** The history after an edit, given with the new items. An edit that changes nothing is not recorded. */
export function recordEdit(history: History, { items, summary }: Edit): History {
  if (items === history.items) return history;
  return { items, past: [...history.past, { items: history.items, summary }].slice(-MAX_EDITS), future: [] };
}

/** The history with its last edit undone. */
export function undo({ items, past, future }: History): History {
  const last = past.at(-1);
  if (!last) return { items, past, future };
  return { items: last.items, past: past.slice(0, -1), future: [...future, { items, summary: last.summary }] };
}

/** The history with the last undone edit done again. */
export function redo({ items, past, future }: History): History {
  const last = future.at(-1);
  if (!last) return { items, past, future };
  return { items: last.items, past: [...past, { items, summary: last.summary }], future: future.slice(0, -1) };
}

/** The labels of undo and redo: 撤销：移动 番茄炒蛋. Absent: there is nothing to undo or redo. */
export function describeUndo({ past, future }: History): { undo?: string; redo?: string } {
  const [last, next] = [past.at(-1), future.at(-1)];
  return { ...(last && { undo: `撤销：${last.summary}` }), ...(next && { redo: `重做：${next.summary}` }) };
}

/** Applies somebody else's change to the items and to all edits. Undoing an own edit then does not undo that change. */
export function rebaseHistory(history: History, change: (items: readonly Item[]) => readonly Item[]): History {
  const rebaseEdit = (edit: Edit) => ({ ...edit, items: change(edit.items) });
  return { items: change(history.items), past: history.past.map(rebaseEdit), future: history.future.map(rebaseEdit) };
}

/** Stores the latest edits in this tab, so that they can be undone after a reload. `name` identifies the menu. */
export function storeHistory(name: string, { items, past, future }: History): void {
  if (past.length + future.length === 0) return;
  const history = { items, past: past.slice(-MAX_STORED_EDITS), future: future.slice(-MAX_STORED_EDITS) };
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ name, history }));
}

/** Reads the stored history of a menu that now has these items, if any. Other people may have changed it meanwhile. */
export function readStoredHistory(name: string, current: readonly Item[]): History | undefined {
  // Only `storeHistory` writes this key.
  const stored: { name: string; history: History } | null = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null');
  if (stored?.name !== name) return undefined;
  const base = stored.history.items;
  return rebaseHistory(stored.history, (items) =>
    items === base ? current : mergeItems({ base, mine: items, theirs: current }, 'theirs').items,
  );
}
