import { dishIconKey, dishKey, dishPartition, headKey, unitKey } from '../../../tables/keys.ts';
import { type Dish, type DishContent, dishId } from '../../domain/dish.ts';
import type { Quotas } from '../../domain/quota.ts';
import { Unit } from '../../domain/unit.ts';
import { LAST_NUMBER } from '../../domain/values/id.ts';
import { AppError, badField } from '../../errors.ts';
import { type Head, parseHead, rowSteps } from '../../table/collection/collection.ts';
import type { Database } from '../../table/database.ts';
import { checkUnitExists, insert, type Step } from '../../table/steps.ts';
import { describeIcon } from '../icon.ts';
import { beginTask, continueTask, findTask, newTask, type TaskOf } from '../task.ts';
import { dishCollection } from './dish.ts';

/** A dish, and the units that get a copy of it. */
export interface Placement {
  readonly content: DishContent;
  /** The data string of the icon, empty where there is none; or a function that reads it. */
  readonly icon: string | (() => Promise<string>);
  readonly units: readonly number[];
}

/** The steps that place a dish, and the task for the units that they leave out. */
interface PlacementPlan {
  readonly steps: readonly Step[];
  /** The ids of the new dishes. */
  readonly ids: readonly number[];
  readonly rest: TaskOf<'place-dishes'> | undefined;
}

/**
 * The number of units to which one transaction gives a dish. Each takes the dish, its icon, its row, the head, and the
 * demand that the unit exists.
 */
const UNITS_PER_TRANSACTION = 16;

/**
 * The number of dishes that one transaction gives to a unit. Each is an item and a row. The head and the demand that
 * the unit exists come on top.
 */
const DISHES_PER_TRANSACTION = 49;

/** A new dish of one unit. */
interface PlacedDish {
  readonly content: DishContent;
  /** A data string; empty where there is none. */
  readonly icon: string;
}

/** A unit that is to get dishes. */
export interface Receiver {
  readonly unit: number;
  readonly isAlive: boolean;
  readonly head: Head;
}

/**
 * Gives each of the units a dish of its own, all or none. Returns the ids of the new dishes; where time is up, only of
 * those that exist already.
 * @throws AppError `unknown_unit` naming in field `vendors` the units that do not exist.
 */
export async function placeDishes(db: Database, placement: Placement, isTimeUp: () => boolean): Promise<number[]> {
  const { ids, rest } = await db.retryLostRaces(async () => {
    const plan = await planPlacement(db, placement);
    await db.write(plan.steps);
    return plan;
  });
  const placed = [...ids];
  if (rest) await finishPlacement(db, rest.id, isTimeUp, placed);
  return placed;
}

/**
 * Gives a unit dishes until the numbers 1 to `last` are used. `makeContent` makes the dish of each number, without
 * icon. It starts after the last number that the unit has ever used, so that a repeated call finishes what was cut
 * short. `onProgress` receives the number of dishes that each transaction has added.
 * @throws AppError `unknown_unit`, `quota_reached`, `too_many_dishes`.
 */
export async function createDishes(
  db: Database,
  unit: number,
  last: number,
  makeContent: (number: number) => DishContent,
  onProgress: (added: number) => void = () => {},
): Promise<void> {
  for (let isFinished = false; !isFinished; ) {
    isFinished = await db.retryLostRaces(async () => {
      const [receiver] = await readReceivers(db, [unit]);
      if (!receiver?.isAlive) throw new AppError('unknown_unit');
      const { next } = receiver.head;
      const count = Math.min(DISHES_PER_TRANSACTION, last + 1 - next);
      if (count <= 0) return true;
      if (freeDishes(receiver, db.quotas) < count) throw new AppError('quota_reached');
      const added = Array.from({ length: count }, (_, index) => ({ content: makeContent(next + index), icon: '' }));
      await db.write(placeSteps(added, receiver));
      onProgress(count);
      return next + count > last;
    });
  }
}

/**
 * Plans to give each of the units a dish of its own, in one transaction with other steps. Where one transaction cannot
 * hold all units, it also begins a task for the rest, which `finishPlacement` does. So a transaction that also removes
 * the dish does not lose it.
 * @throws AppError `unknown_unit` and `quota_reached` naming in field `vendors` the units that do not exist and those
 * that are full; `too_many_dishes`.
 */
export async function planPlacement(db: Database, placement: Placement): Promise<PlacementPlan> {
  const { content, units } = placement;
  const reading = typeof placement.icon === 'string' ? placement.icon : placement.icon();
  const [receivers, icon] = await Promise.all([readReceivers(db, units), reading]);
  const unknown = receivers.filter((receiver) => !receiver.isAlive).map((receiver) => receiver.unit);
  if (unknown.length > 0) throw badField('vendors', { code: 'unknown', names: unknown.join(', ') }, 'unknown_unit');
  const full = receivers.filter((receiver) => freeDishes(receiver, db.quotas) < 1).map((receiver) => receiver.unit);
  if (full.length > 0) throw badField('vendors', { code: 'full', names: full.join(', ') }, 'quota_reached');
  if (receivers.some(isOutOfNumbers)) throw new AppError('too_many_dishes');
  const first = receivers.slice(0, UNITS_PER_TRANSACTION);
  const ids = first.map(nextId);
  const steps = first.flatMap((receiver) => placeSteps([{ content, icon }], receiver));
  const left = units.slice(UNITS_PER_TRANSACTION);
  if (left.length === 0) return { steps, ids, rest: undefined };
  const rest: TaskOf<'place-dishes'> = { ...newTask(), kind: 'place-dishes', content, icon, units: left };
  return { steps: [...steps, beginTask(rest)], ids, rest };
}

/**
 * Continues a placement; false where time is up before the end. Units that have been deleted or have become full are
 * skipped. The ids of new dishes are added to `placed`.
 */
export async function finishPlacement(
  db: Database,
  id: string,
  isTimeUp: () => boolean,
  placed: number[] = [],
): Promise<boolean> {
  let isFinished = false;
  while (!isFinished && !isTimeUp()) isFinished = await db.retryLostRaces(() => placeSome(db, id, placed));
  return isFinished;
}

/** Places a part of the dishes; true where the task is finished. */
async function placeSome(db: Database, id: string, placed: number[]): Promise<boolean> {
  const before = await findTask(db, id);
  if (before?.kind !== 'place-dishes') return true;
  const units = before.units.slice(0, UNITS_PER_TRANSACTION);
  const left = before.units.slice(UNITS_PER_TRANSACTION);
  const receivers = (await readReceivers(db, units)).filter(
    (receiver) => receiver.isAlive && !isFull(receiver, db.quotas),
  );
  await db.write([
    continueTask(before, left.length > 0 ? { ...before, units: left } : undefined),
    ...receivers.flatMap((receiver) => placeSteps([before], receiver)),
  ]);
  placed.push(...receivers.map(nextId));
  return left.length === 0;
}

/** Reads whether the units exist, and the heads of their dishes, in the order of the units. */
export async function readReceivers(db: Database, units: readonly number[]): Promise<Receiver[]> {
  const items = await db.getMany([
    ...units.map((unit) => unitKey(unit)),
    ...units.map((unit) => headKey(dishPartition(unit))),
  ]);
  return units.map((unit, index) => {
    const item = items[index];
    return {
      unit,
      isAlive: item !== undefined && !Unit.parse(item).deleting,
      head: parseHead(items[units.length + index]),
    };
  });
}

/** The id of a unit's next dish. */
function nextId({ unit, head }: Receiver): number {
  return dishId(unit, head.next);
}

/** The number of dishes that a unit may still get. */
export function freeDishes({ head }: Receiver, { dishes }: Quotas): number {
  return dishes - head.total;
}

/** Whether a unit has used its last number. */
function isOutOfNumbers({ head }: Receiver): boolean {
  return head.next > LAST_NUMBER;
}

/** Whether a unit cannot take one more dish. */
function isFull(receiver: Receiver, quotas: Quotas): boolean {
  return freeDishes(receiver, quotas) < 1 || isOutOfNumbers(receiver);
}

/**
 * The steps that give dishes to a unit. The dishes get the next numbers of the head.
 * @throws AppError `too_many_dishes`.
 */
function placeSteps(added: readonly PlacedDish[], { unit, head }: Receiver): Step[] {
  const numbered = added.map((one, index) => ({ ...one, number: head.next + index }));
  if (numbered.some(({ number }) => number > LAST_NUMBER)) throw new AppError('too_many_dishes');
  const dishes = numbered.map(({ content, icon, number }): Dish => {
    return { ...content, ...describeIcon(icon), version: 1, number, vender: unit };
  });
  return [
    checkUnitExists(unitKey(unit)),
    ...dishes.map((dish) => insert({ ...dishKey(unit, dish.number), ...dish })),
    ...rowSteps(dishCollection(unit), { add: dishes }, head),
    ...numbered.flatMap(({ icon, number }) => (icon === '' ? [] : [insert({ ...dishIconKey(unit, number), icon })])),
  ];
}
