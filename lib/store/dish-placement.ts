import { dishIconKey, dishKey, dishPartition, headKey, unitKey } from '../../tables/keys.ts';
import { type Dish, dishId } from '../domain/dish.ts';
import { LAST_NUMBER } from '../domain/id.ts';
import type { Quotas } from '../domain/quota.ts';
import { Unit } from '../domain/unit.ts';
import { AppError, badField } from '../errors.ts';
import { type Head, parseHead, rowSteps } from '../table/collection/collection.ts';
import type { Database } from '../table/database.ts';
import { alive, insert, type Step } from '../table/steps.ts';
import { dishesOf } from './dish.ts';
import { stampOf } from './icon.ts';
import { iconSize } from './item-size.ts';
import { beginTask, continueTask, findTask, newTask, type TaskOf } from './task.ts';

/** What a dish is, wherever it is placed. */
export type DishContent = Omit<Dish, 'version' | 'number' | 'vender'>;

/** A dish and the units that are to get one of their own. */
export interface Placement {
  readonly content: DishContent;
  /** Data string, empty where there is none; or what reads it, beside what is read of the units. */
  readonly icon: string | (() => Promise<string>);
  readonly units: readonly number[];
}

/** A dish that keeps the number it has had in another unit. */
export interface NumberedDish {
  readonly number: number;
  readonly content: DishContent;
  /** Data string; empty where there is none. */
  readonly icon: string;
}

/** Steps that place a dish, and what is left to do after their transaction. */
interface PlacementPlan {
  readonly steps: readonly Step[];
  /** Of the dishes that the steps make. */
  readonly ids: readonly number[];
  readonly rest: TaskOf<'place-dishes'> | undefined;
}

/** Units one transaction gives a dish: for each the dish, its icon, row and head, and that the unit lives. */
const UNITS_PER_TRANSACTION = 16;

/** Dishes one transaction gives a unit: each is an item and a row, beside their head and that the unit lives. */
const DISHES_PER_TRANSACTION = 49;

/** The same of dishes that may have icons. */
export const RESTORED_PER_TRANSACTION = 32;

type PlacedDish = Omit<NumberedDish, 'number'> & { readonly number?: number };

interface Target {
  readonly unit: number;
  readonly isAlive: boolean;
  readonly head: Head;
}

/**
 * Gives each of the units a dish of its own, all or none, and returns the ids of those that have it: all, unless time
 * is up.
 * @throws AppError `unknown_unit` naming in field `vendors` the units that there are not.
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
 * Gives a unit dishes until the numbers 1 to `last` have been given out, `contentOf` making the dish of each, without
 * data strings for icons. It goes on behind the last dish the unit ever got, so that what was cut short is finished by
 * repeating it. `onProgress` is told how many each transaction has added.
 * @throws AppError `unknown_unit`, `quota_reached`, `too_many_dishes`.
 */
export async function createDishes(
  db: Database,
  unit: number,
  last: number,
  contentOf: (number: number) => DishContent,
  onProgress: (added: number) => void = () => {},
): Promise<void> {
  for (let isFinished = false; !isFinished; ) {
    isFinished = await db.retryLostRaces(async () => {
      const [target] = await readTargets(db, [unit]);
      if (!target?.isAlive) throw new AppError('unknown_unit');
      const { next } = target.head;
      const count = Math.min(DISHES_PER_TRANSACTION, last + 1 - next);
      if (count <= 0) return true;
      if (roomOf(target, db.quotas) < count) throw new AppError('quota_reached');
      const added = Array.from({ length: count }, (_, index) => ({ content: contentOf(next + index), icon: '' }));
      await db.write(placeSteps(added, target));
      onProgress(count);
      return next + count > last;
    });
  }
}

/**
 * Gives a unit 1 to `RESTORED_PER_TRANSACTION` dishes, ascending by number, that keep their numbers; all or none. Those
 * that the unit has already given out count as done, so that what was cut short is finished by repeating it.
 * @throws AppError `unknown_unit`, `quota_reached`, `too_many_dishes`.
 */
export async function restoreDishes(db: Database, unit: number, dishes: readonly NumberedDish[]): Promise<void> {
  await db.retryLostRaces(async () => {
    const [target] = await readTargets(db, [unit]);
    if (!target?.isAlive) throw new AppError('unknown_unit');
    const missing = dishes.filter(({ number }) => number >= target.head.next);
    if (roomOf(target, db.quotas) < missing.length) throw new AppError('quota_reached');
    if (missing.length > 0) await db.write(placeSteps(missing, target));
  });
}

/**
 * What gives each of the units a dish of its own, for one transaction with what stands beside it. Where that cannot
 * hold all units, the first ones get it at once, and a task is begun for the rest, to be finished with
 * `finishPlacement`: whoever removes a dish beside it knows that it lives on.
 * @throws AppError `unknown_unit` and `quota_reached` naming in field `vendors` the units that there are not
 * and that are full; `too_many_dishes`.
 */
export async function planPlacement(db: Database, placement: Placement): Promise<PlacementPlan> {
  const { content, units } = placement;
  const reading = typeof placement.icon === 'string' ? placement.icon : placement.icon();
  const [targets, icon] = await Promise.all([readTargets(db, units), reading]);
  const unknown = targets.filter((target) => !target.isAlive).map((target) => target.unit);
  if (unknown.length > 0) throw badField('vendors', { code: 'unknown', names: unknown.join(', ') }, 'unknown_unit');
  const full = targets.filter((target) => roomOf(target, db.quotas) < 1).map((target) => target.unit);
  if (full.length > 0) throw badField('vendors', { code: 'full', names: full.join(', ') }, 'quota_reached');
  if (targets.some(hasNoNumber)) throw new AppError('too_many_dishes');
  const first = targets.slice(0, UNITS_PER_TRANSACTION);
  const ids = first.map(nextId);
  const steps = first.flatMap((target) => placeSteps([{ content, icon }], target));
  const left = units.slice(UNITS_PER_TRANSACTION);
  if (left.length === 0) return { steps, ids, rest: undefined };
  const rest: TaskOf<'place-dishes'> = { ...newTask(), kind: 'place-dishes', content, icon, units: left };
  return { steps: [...steps, beginTask(rest)], ids, rest };
}

/**
 * Goes on with a placement; false where time is up before it is finished. Units that have been deleted since, or that
 * are full by now, are left out. The ids of the dishes it makes are added to `placed`.
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

/** Whether nothing is left to do. */
async function placeSome(db: Database, id: string, placed: number[]): Promise<boolean> {
  const before = await findTask(db, id);
  if (before?.kind !== 'place-dishes') return true;
  const units = before.units.slice(0, UNITS_PER_TRANSACTION);
  const left = before.units.slice(UNITS_PER_TRANSACTION);
  const targets = (await readTargets(db, units)).filter((target) => target.isAlive && !isFull(target, db.quotas));
  await db.write([
    continueTask(before, left.length > 0 ? { ...before, units: left } : undefined),
    ...targets.flatMap((target) => placeSteps([before], target)),
  ]);
  placed.push(...targets.map(nextId));
  return left.length === 0;
}

async function readTargets(db: Database, units: readonly number[]): Promise<Target[]> {
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

/** Id of the next dish of a unit. */
function nextId({ unit, head }: Target): number {
  return dishId(unit, head.next);
}

/** Dishes that a unit may take beyond those it has. */
function roomOf({ head }: Target, { dishes }: Quotas): number {
  return dishes - head.total;
}

/** Whether a unit has given out its last number. */
function hasNoNumber({ head }: Target): boolean {
  return head.next > LAST_NUMBER;
}

/** Whether a unit cannot take one more dish. */
function isFull(target: Target, most: Quotas): boolean {
  return roomOf(target, most) < 1 || hasNoNumber(target);
}

/** Steps that give a unit dishes, numbered from its head's `next` on where they have no number yet. */
function placeSteps(added: readonly PlacedDish[], { unit, head }: Target): Step[] {
  const numbered = added.map((one, index) => ({ ...one, number: one.number ?? head.next + index }));
  if (numbered.some(({ number }) => number > LAST_NUMBER)) throw new AppError('too_many_dishes');
  const dishes = numbered.map(({ content, icon, number }): Dish => {
    const facts = { hasIcon: icon !== '', iconSize: iconSize(icon), iconVersion: stampOf(icon, 1) };
    return { ...content, ...facts, version: 1, number, vender: unit };
  });
  return [
    alive(unitKey(unit)),
    ...dishes.map((dish) => insert({ ...dishKey(unit, dish.number), ...dish })),
    ...rowSteps(dishesOf(unit), { add: dishes }, head),
    ...numbered.flatMap(({ icon, number }) =>
      icon === '' ? [] : [insert({ ...dishIconKey(unit, number), icon, version: 1 })],
    ),
  ];
}
