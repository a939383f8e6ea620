import { randomUUID } from 'node:crypto';
import { dishKey, taskKey, unitKey } from '../../../tables/keys.ts';
import { type Dish, type DishWrite, newDishContent } from '../../domain/dish.ts';
import { isUnchanged, nextModify, withChange } from '../../domain/values/change.ts';
import { toId } from '../../domain/values/id.ts';
import { AppError } from '../../errors.ts';
import type { DishOutcome } from '../../sheets/dish-outcome.ts';
import type { DishWorkbookReading } from '../../sheets/dish-reading.ts';
import { collectionSteps } from '../../table/collection/collection.ts';
import type { Database } from '../../table/database.ts';
import { checkExistsStep, insertStep, removeStep, replaceStep, type Step } from '../../table/steps.ts';
import { estimateItemSize } from '../item-size.ts';
import { findTask, newTask, type TaskOfKind, taskStep } from '../task.ts';
import { dishCollection, findDishes, readUsedCodes } from './dish.ts';
import { countFreeDishes, countFreeNumbers, type DishHolder, readDishHolders } from './dish-placement.ts';
import { listDishesByNumber } from './dish-selection.ts';

/** The maximum number of dishes that one transaction writes: 40 × 2 steps, and 3 for head, unit and task. 98 are allowed. */
const MAX_WRITES_PER_TRANSACTION = 40;
/** The maximum bytes of the writes of a task, whose item has at most 400 KB. */
const MAX_TASK_BYTES = 300_000;
/** The maximum bytes of the tasks of one transaction, which DynamoDB limits to 4 MB. */
const MAX_TRANSACTION_BYTES = 3_500_000;
/** The maximum number of tasks of one transaction. With the unit, it has 91 of 98 steps. */
const MAX_TASKS = 90;

type WritingTask = TaskOfKind<'write-dishes'>;

interface WritingOptions {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly isTimeUp: () => boolean;
  /** Throws where the caller may not create or change dishes. */
  readonly requirePermission: (outcome: DishOutcome) => void;
}

/**
 * Creates and changes dishes of a unit. Up to `MAX_WRITES_PER_TRANSACTION` writes go in one transaction. More become tasks,
 * all or none of which are stored. `carryOutWritingTask` does them, here or in the sweep. Returns the outcome that was planned,
 * and the ids of the new dishes written so far.
 * @throws AppError `unknown_unit`, `quota_reached`, `too_many_dishes`, `too_many_matches`, and for the problems of the
 * workbook; `payload_too_large` where one transaction cannot store all tasks.
 */
export async function writeDishes(db: Database, unit: number, workbook: DishWorkbookReading, options: WritingOptions) {
  const { now, isTimeUp, requirePermission } = options;
  const { outcome, createdIds, tasks } = await db.retryLostRaces(async () => {
    const plan = await planUpload(db, unit, workbook);
    requirePermission(plan.outcome);
    if (plan.writes.length === 0) return { outcome: plan.outcome, createdIds: [], tasks: [] };
    if (plan.writes.length <= MAX_WRITES_PER_TRANSACTION) {
      await db.write(writeSteps(plan, now));
      return { outcome: plan.outcome, createdIds: listNewDishIds(plan), tasks: [] };
    }
    const newTasks = divideIntoTasks(unit, plan.writes, now);
    await db.write([checkExistsStep(unitKey(unit)), ...newTasks.map(taskStep)]);
    return { outcome: plan.outcome, createdIds: [], tasks: newTasks };
  });
  const ids = [...createdIds];
  for (const task of tasks) {
    if (isTimeUp()) break;
    ids.push(...(await carryOutWritingTask(db, task)));
  }
  return { ...outcome, ids };
}

/** Plans the writes without unknown foods, about which it returns questions. Each write comes with the dish that it changes. */
export async function previewDishes(db: Database, unit: number, workbook: DishWorkbookReading) {
  const { writes, dishByNumber, outcome, usedCodes } = await planUpload(db, unit, workbook, { isPreview: true });
  return {
    writes: writes.map((write) => ({ write, dish: findPresentDish(write, dishByNumber) })),
    outcome,
    questions: workbook.listQuestions(usedCodes),
  };
}

/** Whether a write creates a dish. Any other write changes the dish with its number. */
const isCreation = ({ number }: DishWrite) => number === undefined;

/** The dish that a write changes, as it is now; undefined for a creation, and for a deleted dish. */
function findPresentDish({ number }: DishWrite, dishByNumber: ReadonlyMap<number, Dish>): Dish | undefined {
  return number === undefined ? undefined : dishByNumber.get(number);
}

/** The ids of the dishes that these writes create. They get the next numbers of the unit. */
function listNewDishIds({ writes, holder: { unit, head } }: PlannedWrites): number[] {
  return writes.filter(isCreation).map((_, index) => toId(unit, head.next + index));
}

interface PlannedWrites {
  readonly holder: DishHolder;
  readonly writes: readonly DishWrite[];
  /** The present dishes that the writes change. */
  readonly dishByNumber: ReadonlyMap<number, Dish>;
}

/** `usedCodes` are the codes outside the catalogue that dishes of the unit have already. */
type UploadPlan = PlannedWrites & { readonly outcome: DishOutcome; readonly usedCodes: ReadonlySet<string> };

/** Plans those writes of a workbook that change something; throws as `writeDishes`. */
async function planUpload(
  db: Database,
  unit: number,
  { changedNumbers, codesOutsideCatalogue, planWrites }: DishWorkbookReading,
  { isPreview = false } = {},
): Promise<UploadPlan> {
  const [holder] = await readDishHolders(db, [unit]);
  if (!holder?.exists) throw new AppError('unknown_unit');
  const [dishByNumber, usedCodes] = await Promise.all([
    listDishesByNumber(db, unit, changedNumbers),
    readUsedCodes(db, unit, codesOutsideCatalogue, holder.head),
  ]);
  const allWrites = planWrites(dishByNumber, usedCodes, { isPreview });
  const writes = allWrites.filter((write) => {
    const dish = findPresentDish(write, dishByNumber);
    return !dish || !isUnchanged(dish, write.facts);
  });
  const toWrittenName = (write: DishWrite) => write.facts.name ?? findPresentDish(write, dishByNumber)?.name ?? '';
  const createdNames = writes.filter(isCreation).map(toWrittenName);
  const changedNames = writes.filter((write) => !isCreation(write)).map(toWrittenName);
  if (createdNames.length > countFreeDishes(holder, db.quotas)) throw new AppError('quota_reached');
  if (createdNames.length > countFreeNumbers(holder)) throw new AppError('too_many_dishes');
  const outcome = { createdNames, changedNames, unchangedCount: allWrites.length - writes.length };
  return { holder, dishByNumber, usedCodes, writes, outcome };
}

/** Divides the writes into tasks of one transaction each, done in order of their ids; throws `payload_too_large`. */
function divideIntoTasks(unit: number, writes: readonly DishWrite[], now: number): WritingTask[] {
  const batches: DishWrite[][] = [];
  let taskBytes = 0;
  let totalBytes = 0;
  for (const write of writes) {
    const bytes = estimateItemSize(write);
    const lastBatch = batches.at(-1);
    const fits = lastBatch && lastBatch.length < MAX_WRITES_PER_TRANSACTION && taskBytes + bytes <= MAX_TASK_BYTES;
    if (fits) lastBatch.push(write);
    else batches.push([write]);
    taskBytes = fits ? taskBytes + bytes : bytes;
    totalBytes += bytes;
  }
  if (batches.length > MAX_TASKS || totalBytes > MAX_TRANSACTION_BYTES) throw new AppError('payload_too_large');
  const idPrefix = randomUUID();
  return batches.map((batch, index): WritingTask => {
    // Two digits are enough for `MAX_TASKS`, and let the ids sort as the batches do.
    const id = `${idPrefix}-${String(index).padStart(2, '0')}`;
    return { ...newTask(id), kind: 'write-dishes', unit, now, writes: batch };
  });
}

/**
 * Carries out a task in one transaction and returns the ids of the new dishes. If the task is done already, returns none.
 * Dishes deleted since it was written are skipped, and so are new ones beyond the quota or the last number.
 */
export async function carryOutWritingTask(db: Database, { id }: WritingTask): Promise<number[]> {
  return db.retryLostRaces(async () => {
    const task = await findTask(db, id);
    if (task?.kind !== 'write-dishes') return [];
    const [holder] = await readDishHolders(db, [task.unit]);
    const endStep = removeStep(taskKey(id), task.version);
    if (!holder?.exists) {
      await db.write([endStep]);
      return [];
    }
    const dishIds = task.writes.flatMap(({ number }) => (number === undefined ? [] : [toId(task.unit, number)]));
    const dishes = await findDishes(db, dishIds);
    const dishByNumber = new Map(dishes.flatMap((dish) => (dish ? [[dish.number, dish]] : [])));
    const maxCreations = Math.min(countFreeDishes(holder, db.quotas), countFreeNumbers(holder));
    const creations = task.writes.filter(isCreation).slice(0, maxCreations);
    const changes = task.writes.filter((write) => findPresentDish(write, dishByNumber) !== undefined);
    const plan = { holder, dishByNumber, writes: [...creations, ...changes] };
    await db.write([endStep, ...writeSteps(plan, task.now)]);
    return listNewDishIds(plan);
  });
}

/** The steps that create and change dishes. A change without effect is left out. `now`: milliseconds since the epoch. */
function writeSteps({ writes, dishByNumber, holder: { unit, head } }: PlannedWrites, now: number): Step[] {
  const createdDishes = writes.filter(isCreation).map(({ facts }, index): Dish => {
    return { ...newDishContent(facts, now).content, version: 1, number: head.next + index, vender: unit };
  });
  const changedDishes = writes.flatMap((write) => {
    const before = findPresentDish(write, dishByNumber);
    if (!before || isUnchanged(before, write.facts)) return [];
    const version = before.version + 1;
    return { before, after: { ...withChange<Dish>(before, write.facts), modify: nextModify(before, now), version } };
  });
  return [
    checkExistsStep(unitKey(unit)),
    ...createdDishes.map((dish) => insertStep({ ...dishKey(unit, dish.number), ...dish })),
    ...changedDishes.map(({ before, after }) =>
      replaceStep({ ...dishKey(unit, after.number), ...after }, before.version),
    ),
    ...collectionSteps(dishCollection(unit), { add: createdDishes, change: changedDishes }, head),
  ];
}
