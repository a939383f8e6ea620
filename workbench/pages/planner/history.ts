import type { Item } from './week.ts';

/** The items before or after a step, and what the step did. */
type Snapshot = { readonly items: readonly Item[]; readonly step: string };

/** The items as they are now, and the steps that can be undone and done again; the nearest is last. */
export interface History {
  readonly items: readonly Item[];
  readonly undone: readonly Snapshot[];
  readonly done: readonly Snapshot[];
}

/** The most steps that can be undone. */
const MOST_STEPS = 200;

/** A history without steps. */
export function beginHistory(items: readonly Item[]): History {
  return { items, done: [], undone: [] };
}

/** The history after a step. One that changes nothing is no step. */
export function takeStep(history: History, { items, step }: Snapshot): History {
  if (items === history.items) return history;
  return { items, done: [...history.done, { items: history.items, step }].slice(-MOST_STEPS), undone: [] };
}

/** The history with its last step undone. */
export function undo({ items, done, undone }: History): History {
  const last = done.at(-1);
  if (!last) return { items, done, undone };
  return { items: last.items, done: done.slice(0, -1), undone: [...undone, { items, step: last.step }] };
}

/** The history with the step done again that was undone last. */
export function redo({ items, done, undone }: History): History {
  const last = undone.at(-1);
  if (!last) return { items, done, undone };
  return { items: last.items, done: [...done, { items, step: last.step }], undone: undone.slice(0, -1) };
}

/** What undoing and doing again are called now: 撤销：移动 番茄炒蛋. Absent: there is nothing to. */
export function stepNames({ done, undone }: History): { undo?: string; redo?: string } {
  const [last, next] = [done.at(-1), undone.at(-1)];
  return { ...(last && { undo: `撤销：${last.step}` }), ...(next && { redo: `重做：${next.step}` }) };
}

/** The history as if what somebody else changed had been so all the time: undoing a step does not undo that. */
export function rebase(history: History, change: (items: readonly Item[]) => readonly Item[]): History {
  const anew = (snapshot: Snapshot) => ({ ...snapshot, items: change(snapshot.items) });
  return { items: change(history.items), done: history.done.map(anew), undone: history.undone.map(anew) };
}
