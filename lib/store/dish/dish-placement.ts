import { dishIconKey, dishKey, dishPartition, headKey, unitKey } from '../../../tables/keys.ts';
import type { Dish, DishContent } from '../../domain/dish.ts';
import type { Quotas } from '../../domain/quota.ts';
import { Unit } from '../../domain/unit.ts';
import { LAST_NUMBER, toId } from '../../domain/values/id.ts';
import { AppError, badField } from '../../errors.ts';
import { collectionSteps, type Head, parseHead } from '../../table/collection/collection.ts';
import type { Database } from '../../table/database.ts';
import { checkExistsStep, insertStep, type Step } from '../../table/steps.ts';
import { describeIcon } from '../icon.ts';
import { continueTaskStep, findTask, newTask, repeatParts, type TaskOfKind, taskStep } from '../task.ts';
import { dishCollection } from './dish.ts';

/** A dish, and the units that get it. */
export interface Placement {
  readonly content: DishContent;
  /** The data URL of the icon, empty where there is none; or a function that reads it. */
  readonly icon: string | (() => Promise<string>);
  readonly units: readonly number[];
}

/**
 * The number of units in which one transaction places a dish. Each takes the dish, its icon, its row, the head, and the
 * check that the unit exists: 80 of the 98 steps that `Database.write` takes. 18 are left for a change or a task.
 */
const UNITS_PER_TRANSACTION = 16;

/**
 * The number of dishes that one transaction places in a unit. Each is an item and a row. With the head and the check
 * that the unit exists, these are the 98 steps that `Database.write` takes.
 */
const DISHES_PER_TRANSACTION = 48;

/** A dish that a unit gets. `icon` is its data URL, empty where there is none. */
type DishToPlace = Pick<TaskOfKind<'place-dishes'>, 'content' | 'icon'>;

/** How a dish is placed: under `ids` in the first `UNITS_PER_TRANSACTION` units, and by a task, if any, in the others. */
export interface PlacementPlan {
  /** The steps for the first units, and the one that writes the task. */
  readonly steps: readonly Step[];
  readonly ids: number[];
  readonly task: TaskOfKind<'place-dishes'> | undefined;
}

/** A unit whose dishes are written: whether it exists, and the head of its dishes. */
export interface DishHolder {
  readonly unit: number;
  /** False also where the unit is being deleted. */
  readonly exists: boolean;
  readonly head: Head;
}

/** Places a dish in the units; throws as `planPlacement`. Returns the ids of the dishes written in time. */
export async function placeDish(db: Database, placement: Placement, isTimeUp: () => boolean): Promise<number[]> {
  const { ids, task } = await db.retryLostRaces(async () => {
    const plan = await planPlacement(db, placement);
    await db.write(plan.steps);
    return plan;
  });
  return task ? [...ids, ...(await finishPlacement(db, task.id, isTimeUp)).ids] : ids;
}

/**
 * Places dishes without icons in a unit until its number `lastNumber` is used. Numbering continues after the last
 * number that the unit has ever used, so a repeated call finishes what was cut short. `onProgress` gets the added count.
 * @throws AppError `unknown_unit`, `quota_reached`, `too_many_dishes`.
 */
export async function createDishes(
  db: Database,
  unit: number,
  lastNumber: number,
  makeContent: (number: number) => DishContent,
  onProgress: (count: number) => void = () => {},
): Promise<void> {
  const isTimeUp = () => false;
  await repeatParts(db, isTimeUp, async () => {
    const [holder] = await readDishHolders(db, [unit]);
    if (!holder?.exists) throw new AppError('unknown_unit');
    const { next } = holder.head;
    const count = Math.min(DISHES_PER_TRANSACTION, lastNumber + 1 - next);
    if (count <= 0) return true;
    if (countFreeDishes(holder, db.quotas) < count) throw new AppError('quota_reached');
    const dishes = Array.from({ length: count }, (_, index) => ({ content: makeContent(next + index), icon: '' }));
    await db.write(placeSteps(dishes, holder));
    onProgress(count);
    return next + count > lastNumber;
  });
}

/**
 * Plans to place a dish in each of the units, which must all be able to take it now. One transaction writes all steps, so
 * a dish that is moved out of a unit is never lost.
 * @throws AppError `unknown_unit` and `quota_reached` naming the absent and the full units in field `vendors`;
 * `too_many_dishes`.
 */
export async function planPlacement(db: Database, placement: Placement): Promise<PlacementPlan> {
  const { content, units } = placement;
  const iconOrPromise = typeof placement.icon === 'string' ? placement.icon : placement.icon();
  const [holders, icon] = await Promise.all([readDishHolders(db, units), iconOrPromise]);
  const unknownUnits = holders.filter((holder) => !holder.exists).map((holder) => holder.unit);
  if (unknownUnits.length > 0)
    throw badField('vendors', { code: 'unknown', names: unknownUnits.join(', ') }, 'unknown_unit');
  const fullUnits = holders.filter((holder) => countFreeDishes(holder, db.quotas) < 1).map(({ unit }) => unit);
  if (fullUnits.length > 0) throw badField('vendors', { code: 'full', names: fullUnits.join(', ') }, 'quota_reached');
  if (holders.some((holder) => countFreeNumbers(holder) < 1)) throw new AppError('too_many_dishes');
  const firstHolders = holders.slice(0, UNITS_PER_TRANSACTION);
  const ids = firstHolders.map(toNextDishId);
  const steps = firstHolders.flatMap((holder) => placeSteps([{ content, icon }], holder));
  const remainingUnits = units.slice(UNITS_PER_TRANSACTION);
  if (remainingUnits.length === 0) return { steps, ids, task: undefined };
  const task: TaskOfKind<'place-dishes'> = { ...newTask(), kind: 'place-dishes', content, icon, units: remainingUnits };
  return { steps: [...steps, taskStep(task)], ids, task };
}

/** Continues a placement until the end or until time is up; returns the new ids. Units that cannot take the dish are skipped. */
export async function finishPlacement(db: Database, taskId: string, isTimeUp: () => boolean) {
  const ids: number[] = [];
  const isFinished = await repeatParts(db, isTimeUp, async () => {
    const task = await findTask(db, taskId);
    if (task?.kind !== 'place-dishes') return true;
    const { content, icon } = task;
    const remainingUnits = task.units.slice(UNITS_PER_TRANSACTION);
    const holders = (await readDishHolders(db, task.units.slice(0, UNITS_PER_TRANSACTION))).filter(
      (holder) => holder.exists && countFreeDishes(holder, db.quotas) > 0 && countFreeNumbers(holder) > 0,
    );
    await db.write([
      continueTaskStep(task, remainingUnits.length > 0 ? { ...task, units: remainingUnits } : undefined),
      ...holders.flatMap((holder) => placeSteps([{ content, icon }], holder)),
    ]);
    ids.push(...holders.map(toNextDishId));
    return remainingUnits.length === 0;
  });
  return { ids, isFinished };
}

/** Reads whether the units exist, and the heads of their dishes, in the order of the units. */
export async function readDishHolders(db: Database, units: readonly number[]): Promise<DishHolder[]> {
  const itemPairs = await db.getPairs(units.map((unit) => [unitKey(unit), headKey(dishPartition(unit))]));
  return units.map((unit, index) => {
    const [unitItem, headItem] = itemPairs[index] ?? [];
    return { unit, exists: unitItem !== undefined && !Unit.parse(unitItem).deleting, head: parseHead(headItem) };
  });
}

const toNextDishId = ({ unit, head }: DishHolder) => toId(unit, head.next);

/** The number of dishes that a unit may still get; 0 too where a quota has fallen below what it has. */
export function countFreeDishes({ head }: DishHolder, { dishes }: Quotas): number {
  return Math.max(0, dishes - head.total);
}

/** The number of dishes for which a unit still has numbers. */
export function countFreeNumbers({ head }: DishHolder): number {
  return LAST_NUMBER + 1 - head.next;
}

/** The steps that place dishes in a unit under the next numbers of the head; throws `too_many_dishes`. */
function placeSteps(dishesToPlace: readonly DishToPlace[], holder: DishHolder): Step[] {
  const { unit, head } = holder;
  if (dishesToPlace.length > countFreeNumbers(holder)) throw new AppError('too_many_dishes');
  const numberedDishes = dishesToPlace.map((dish, index) => ({ ...dish, number: head.next + index }));
  const dishesWithIcon = numberedDishes.filter(({ icon }) => icon !== '');
  const dishes = numberedDishes.map(({ content, icon, number }): Dish => {
    return { ...content, ...describeIcon(icon), version: 1, number, vender: unit };
  });
  return [
    checkExistsStep(unitKey(unit)),
    ...dishes.map((dish) => insertStep({ ...dishKey(unit, dish.number), ...dish })),
    ...collectionSteps(dishCollection(unit), { add: dishes }, head),
    ...dishesWithIcon.map(({ icon, number }) => insertStep({ ...dishIconKey(unit, number), icon })),
  ];
}
