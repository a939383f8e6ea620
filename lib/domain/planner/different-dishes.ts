import { MAX_DIFFERENT_DISHES } from '../menu/menu-fields.ts';
import { cached } from './cached.ts';
import { findLiking } from './candidates.ts';
import type { PlanProblem } from './problem.ts';
import { findSlots, type Slot } from './slots.ts';

/** Whether a plan must fill the slot. */
const mustBeFilled = ({ isRequired, lockedItem }: Slot) => isRequired || lockedItem !== undefined;

/**
 * Leaves out optional slots, evenly spread, until no more than `MAX_DIFFERENT_DISHES` slots are left. Slots that must be filled
 * all stay: `limitDifferentDishes` is for them.
 */
export function limitSlots(slots: readonly Slot[]): readonly Slot[] {
  const optionalSlots = slots.filter((slot) => !mustBeFilled(slot));
  const keptCount = Math.max(0, MAX_DIFFERENT_DISHES - (slots.length - optionalSlots.length));
  if (keptCount >= optionalSlots.length) return slots;
  const keptBefore = (index: number) => Math.floor((index * keptCount) / optionalSlots.length);
  const leftOutSlots = new Set(optionalSlots.filter((_, index) => keptBefore(index + 1) === keptBefore(index)));
  return slots.filter((slot) => !leftOutSlots.has(slot));
}

/**
 * Limits the dishes of a problem whose menu must fill more slots than it may have different dishes. It keeps the locked dishes,
 * and for each slot in turn the most liked dish that no other slot has taken.
 */
export function limitDifferentDishes(problem: PlanProblem): PlanProblem {
  const slots = findSlots(problem);
  if (slots.filter(mustBeFilled).length <= MAX_DIFFERENT_DISHES) return problem;
  const chosenIds = new Set(problem.locked.map(({ dish }) => dish));
  const likingOf = cached((dishId: number) => findLiking(dishId, problem));
  const sortByLiking = cached((ids: readonly number[]) => ids.toSorted((a, b) => likingOf(b) - likingOf(a) || a - b));
  for (const { fittingDishIds } of slots) {
    if (chosenIds.size >= MAX_DIFFERENT_DISHES) break;
    const nextId = sortByLiking(fittingDishIds).find((dishId) => !chosenIds.has(dishId));
    if (nextId !== undefined) chosenIds.add(nextId);
  }
  return { ...problem, dishes: new Map([...problem.dishes].filter(([dishId]) => chosenIds.has(dishId))) };
}
