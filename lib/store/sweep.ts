import type { Database } from '../table/database.ts';
import { finishDishDeletion } from './dish/dish-change.ts';
import { finishPlacement } from './dish/dish-placement.ts';
import { carryOutWritingTask } from './dish/dish-writing.ts';
import { finishMenuDeletion } from './menu/menu-removal.ts';
import { countFailure, listTasks, makePartLimit, type Task } from './task.ts';
import { finishUnitDeletion } from './unit-deletion.ts';
import { finishRoleDeletion } from './user/role.ts';

/** The number of parts of one task that are done before the next task's turn. */
const PARTS_PER_TURN = 10;

/**
 * Continues all tasks until they are done or time is up. They take turns, so that a long one does not delay the others.
 * A failed one is left to the next sweep. Returns how many are unfinished, and how many failed or could not be read.
 */
export async function continueTasks(
  db: Database,
  isTimeUp: () => boolean,
  onFailure: (task: Task, error: unknown) => void = () => {},
) {
  const { tasks, unreadableCount } = await listTasks(db);
  let failedCount = unreadableCount;
  let waitingTasks: readonly Task[] = tasks;
  while (waitingTasks.length > 0 && !isTimeUp()) {
    const unfinishedTasks: Task[] = [];
    for (const task of waitingTasks) {
      try {
        if (!(await takeTurn(db, task, makePartLimit(PARTS_PER_TURN, isTimeUp)))) unfinishedTasks.push(task);
      } catch (error) {
        failedCount += 1;
        onFailure(task, error);
        // If the count cannot be stored, the next sweep merely does not move the task behind the others.
        await countFailure(db, task).catch(() => {});
      }
    }
    waitingTasks = unfinishedTasks;
  }
  return { unfinishedCount: waitingTasks.length, failedCount };
}

/** Continues a task until it is finished or its turn is over; true where it is finished. */
function takeTurn(db: Database, task: Task, isTurnOver: () => boolean): Promise<boolean> {
  switch (task.kind) {
    case 'place-dishes':
      return finishPlacement(db, task.id, isTurnOver).then(({ isFinished }) => isFinished);
    case 'write-dishes':
      // One transaction does all of it.
      return carryOutWritingTask(db, task).then(() => true);
    case 'remove-dishes':
      return finishDishDeletion(db, task.id, isTurnOver);
    case 'remove-revisions':
      return finishMenuDeletion(db, task.id, isTurnOver);
    case 'delete-unit':
      return finishUnitDeletion(db, task.unit, isTurnOver);
    case 'delete-role':
      return finishRoleDeletion(db, task, isTurnOver);
  }
}
