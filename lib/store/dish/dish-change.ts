import { dishIconKey, dishKey } from '../../../tables/keys.ts';
import { type Dish, type DishChange, toDishContent } from '../../domain/dish.ts';
import {
  type IsExpectedVersion,
  isSame,
  nextModify,
  requireExpectedVersion,
  withChange,
} from '../../domain/values/change.ts';
import { locate, toId } from '../../domain/values/id.ts';
import { AppError, badField } from '../../errors.ts';
import { collectionSteps } from '../../table/collection/collection.ts';
import type { Database } from '../../table/database.ts';
import { putStep, removeStep, replaceStep, type Step } from '../../table/steps.ts';
import { describeIcon } from '../icon.ts';
import { continueTaskStep, findTask, newTask, repeatParts, type TaskOfKind, taskStep } from '../task.ts';
import { dishCollection, findDish, findDishes, readDishIcon } from './dish.ts';
import { finishPlacement, type PlacementPlan, planPlacement } from './dish-placement.ts';

interface UpdateOptions {
  /** The units that shall hold the dish; undefined: it stays where it is. */
  readonly units: readonly number[] | undefined;
  readonly isExpectedVersion?: IsExpectedVersion;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly isTimeUp: () => boolean;
}

/** The plan for a dish that goes to no other unit. */
const NO_PLACEMENT: PlacementPlan = { steps: [], ids: [], task: undefined };

/** How many dishes one transaction deletes. With item, row, icon and head for each, and the task, it has 97 of 98 steps. */
const DELETIONS_PER_TRANSACTION = 24;

/**
 * Changes a dish, and makes `units` the units that hold it. It stays in its own unit if that is among them, and moves
 * to the first of them otherwise; the others get independent copies. Returns the ids of the dish in other units, and
 * its version; undefined where it has moved.
 * @throws AppError `dish_not_found`, `changed_meanwhile`; as `planPlacement` does, where `units` has other units.
 */
export async function updateDish(db: Database, id: number, change: DishChange, options: UpdateOptions) {
  const { units, isExpectedVersion, now, isTimeUp } = options;
  const { unit: owner } = locate(id);
  const { plan, version } = await db.retryLostRaces(async () => {
    const dish = await findDish(db, id);
    if (!dish) throw new AppError('dish_not_found');
    requireExpectedVersion(dish.version, isExpectedVersion);
    const changed = applyChange(dish, change, now);
    const shouldStay = units?.includes(owner) ?? true;
    const otherUnits = (units ?? []).filter((unit) => unit !== owner);
    const isContentSame = isSame(dish, { ...changed, modify: dish.modify, version: dish.version });
    if (shouldStay && otherUnits.length === 0 && isContentSame) return { plan: NO_PLACEMENT, version: dish.version };
    const icon = change.icon?.data ?? (() => readDishIcon(db, dish));
    const placement = { content: toDishContent(changed), icon, units: otherUnits };
    const plan = otherUnits.length > 0 ? await planPlacement(db, placement) : NO_PLACEMENT;
    const ownSteps = shouldStay ? editSteps(dish, changed, change.icon?.data) : deleteSteps([dish]);
    await db.write([...ownSteps, ...plan.steps]);
    return { plan, version: shouldStay ? changed.version : undefined };
  });
  const laterIds = plan.task ? (await finishPlacement(db, plan.task.id, isTimeUp)).ids : [];
  return { placedIds: [...plan.ids, ...laterIds], version };
}

/**
 * Deletes dishes, all or none. `canDeleteFrom` decides whether the caller may delete the dishes of a unit.
 * @throws AppError `dish_not_found` naming in field `ids` the dishes that are absent or not the caller's to delete.
 */
export async function deleteDishes(
  db: Database,
  ids: readonly number[],
  canDeleteFrom: (unit: number) => boolean,
  isTimeUp: () => boolean,
): Promise<void> {
  const task = await db.retryLostRaces(async () => {
    const ownIds = ids.filter((id) => canDeleteFrom(locate(id).unit));
    const dishes = (await findDishes(db, ownIds)).filter((dish) => dish !== undefined);
    const foundIds = new Set(dishes.map((dish) => toId(dish.vender, dish.number)));
    const absentIds = ids.filter((id) => !foundIds.has(id));
    if (absentIds.length > 0) throw badField('ids', { code: 'unknown', names: absentIds.join(', ') }, 'dish_not_found');
    const newDeletion: TaskOfKind<'remove-dishes'> = { ...newTask(), kind: 'remove-dishes', ids: [...ids] };
    const fitsOneTransaction = ids.length <= DELETIONS_PER_TRANSACTION;
    await db.write(fitsOneTransaction ? deleteSteps(dishes) : [taskStep(newDeletion)]);
    return fitsOneTransaction ? undefined : newDeletion;
  });
  if (task) await finishDishDeletion(db, task.id, isTimeUp);
}

/** Continues a deletion; false where time is up before the end. Dishes that are already gone are skipped. */
export async function finishDishDeletion(db: Database, taskId: string, isTimeUp: () => boolean): Promise<boolean> {
  return repeatParts(db, isTimeUp, async () => {
    const task = await findTask(db, taskId);
    if (task?.kind !== 'remove-dishes') return true;
    const dishes = await findDishes(db, task.ids.slice(0, DELETIONS_PER_TRANSACTION));
    const remainingIds = task.ids.slice(DELETIONS_PER_TRANSACTION);
    await db.write([
      continueTaskStep(task, remainingIds.length > 0 ? { ...task, ids: remainingIds } : undefined),
      ...deleteSteps(dishes.filter((dish) => dish !== undefined)),
    ]);
    return remainingIds.length === 0;
  });
}

/** Returns the dish after a change. A new icon replaces all facts of the old one. */
function applyChange(dish: Dish, { icon, ...facts }: DishChange, now: number): Dish {
  const iconFacts = icon && { iconFile: icon.file, ...describeIcon(icon.data) };
  return { ...withChange(dish, facts), ...iconFacts, modify: nextModify(dish, now), version: dish.version + 1 };
}

/** The steps of a change. `icon` is the new data URL; empty: the icon is removed; undefined: it stays. */
function editSteps(before: Dish, after: Dish, icon: string | undefined): Step[] {
  const iconKey = dishIconKey(before.vender, before.number);
  return [
    replaceStep({ ...dishKey(before.vender, before.number), ...after }, before.version),
    ...collectionSteps(dishCollection(before.vender), { change: [{ before, after }] }),
    ...(before.hasIcon && icon === '' ? [removeStep(iconKey)] : []),
    ...(icon ? [putStep({ ...iconKey, icon })] : []),
  ];
}

function deleteSteps(dishes: readonly Dish[]): Step[] {
  const dishesByUnit = Map.groupBy(dishes, (dish) => dish.vender);
  return [...dishesByUnit].flatMap(([unit, dishesOfUnit]) => [
    ...collectionSteps(dishCollection(unit), { remove: dishesOfUnit }),
    ...dishesOfUnit.map((dish) => removeStep(dishKey(unit, dish.number), dish.version)),
    ...dishesOfUnit.filter((dish) => dish.hasIcon).map((dish) => removeStep(dishIconKey(unit, dish.number))),
  ]);
}
