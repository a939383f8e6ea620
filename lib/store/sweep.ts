import type { Database } from '../table/database.ts';
import { finishRemoval } from './dish-change.ts';
import { finishPlacement } from './dish-placement.ts';
import { finishRoleDeletion } from './role-deletion.ts';
import { listTasks, noteFailure, type Task, timeForParts } from './task.ts';
import { finishUnitDeletion } from './unit-deletion.ts';

/** Parts of one task that are done before it is the next one's turn. */
const PARTS_PER_TURN = 10;

/** What a sweep has left. */
export interface Leftover {
  /** Tasks that it had no time for. */
  readonly left: number;
  /** Tasks that it could not do, or not even read. */
  readonly failed: number;
}

/**
 * Goes on with everything that was cut short, until all is done or time is up. Tasks take turns, so that a long one does
 * not keep the others waiting; one that fails is given up until the next sweep, and `onFailure` is told.
 */
export async function finishAll(
  db: Database,
  isTimeUp: () => boolean,
  onFailure: (task: Task, error: unknown) => void = () => {},
): Promise<Leftover> {
  const { tasks, unreadable } = await listTasks(db);
  let failed = unreadable;
  let waiting: readonly Task[] = tasks;
  while (waiting.length > 0 && !isTimeUp()) {
    const unfinished: Task[] = [];
    for (const task of waiting) {
      try {
        if (!(await finish(db, task, timeForParts(PARTS_PER_TURN, isTimeUp)))) unfinished.push(task);
      } catch (error) {
        failed += 1;
        onFailure(task, error);
        // Where even that cannot be written, the next sweep tries it in its old place.
        await noteFailure(db, task).catch(() => {});
      }
    }
    waiting = unfinished;
  }
  return { left: waiting.length, failed };
}

/** Whether nothing of the task is left to do. */
function finish(db: Database, task: Task, isTimeUp: () => boolean): Promise<boolean> {
  switch (task.kind) {
    case 'place-dishes':
      return finishPlacement(db, task.id, isTimeUp);
    case 'remove-dishes':
      return finishRemoval(db, task.id, isTimeUp);
    case 'delete-unit':
      return finishUnitDeletion(db, task.unit, { isTimeUp });
    case 'delete-role':
      return finishRoleDeletion(db, task, { isTimeUp });
  }
}
