import type { Database } from '../table/database.ts';
import { finishRemoval } from './dish/dish-change.ts';
import { finishPlacement } from './dish/dish-placement.ts';
import { finishWriting } from './dish/dish-workbook.ts';
import { finishRevisionRemoval } from './menu/menu-removal.ts';
import { listTasks, noteFailure, type Task, timeForParts } from './task.ts';
import { finishUnitDeletion } from './unit-deletion.ts';
import { finishRoleDeletion } from './user/role-deletion.ts';

/** How many parts of one task are done before the next task's turn. */
const PARTS_PER_TURN = 10;

/** The tasks that a sweep has not finished. */
export interface Leftover {
  /** Tasks that it had no time for. */
  readonly left: number;
  /** Tasks that it could not do, or could not even read. */
  readonly failed: number;
}

/**
 * Goes on with all tasks until they are done or time is up. Tasks take turns, so that a long one does not hold up the
 * others. One that fails is left to the next sweep, and `onFailure` is told.
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
        // If the failure cannot be noted either, the next sweep tries the task in its old order.
        await noteFailure(db, task).catch(() => {});
      }
    }
    waiting = unfinished;
  }
  return { left: waiting.length, failed };
}

/** Goes on with a task; true when nothing of it is left to do. */
function finish(db: Database, task: Task, isTimeUp: () => boolean): Promise<boolean> {
  switch (task.kind) {
    case 'place-dishes':
      return finishPlacement(db, task.id, isTimeUp);
    case 'write-dishes':
      return finishWriting(db, task);
    case 'remove-dishes':
      return finishRemoval(db, task.id, isTimeUp);
    case 'remove-revisions':
      return finishRevisionRemoval(db, task.id, isTimeUp);
    case 'delete-unit':
      return finishUnitDeletion(db, task.unit, isTimeUp);
    case 'delete-role':
      return finishRoleDeletion(db, task, isTimeUp);
  }
}
