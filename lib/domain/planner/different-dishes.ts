import { MAX_DIFFERENT_DISHES } from '../menu/menu-fields.ts';
import { cached } from './cached.ts';
import { drawLiking } from './candidates.ts';
import type { PlanProblem } from './problem.ts';
import { listSlots, type Slot } from './slots.ts';

/** Whether a plan must fill the slot. */
const mustBeFilled = ({ isRequired, lockedItem }: Slot) => isRequired || lockedItem !== undefined;

/** Leaves out optional slots, evenly spread, until `MAX_DIFFERENT_DISHES` slots are left. Slots that must be filled all stay. */
export function limitSlots(slots: readonly Slot[]): readonly Slot[] {
  const optionalSlots = slots.filter((slot) => !mustBeFilled(slot));
  const keptCount = Math.max(0, MAX_DIFFERENT_DISHES - (slots.length - optionalSlots.length));
  if (keptCount >= optionalSlots.length) return slots;
  // The count grows evenly from 0 to `keptCount`. Where it does not grow, the slot is left out.
  const countKeptBefore = (index: number) => Math.floor((index * keptCount) / optionalSlots.length);
  const isLeftOut = (index: number) => countKeptBefore(index + 1) === countKeptBefore(index);
  const leftOutSlots = new Set(optionalSlots.filter((_, index) => isLeftOut(index)));
  return slots.filter((slot) => !leftOutSlots.has(slot));
}

/**
 * A menu may have only `MAX_DIFFERENT_DISHES` different dishes. `limitSlots` sees to that unless more slots must be filled. Then this
 * limits the dishes: it keeps the locked ones, and for each slot in turn the most liked dish that no other slot has taken.
 */
export function limitDifferentDishes(problem: PlanProblem): PlanProblem {
  const slots = listSlots(problem);
  if (slots.filter(mustBeFilled).length <= MAX_DIFFERENT_DISHES) return problem;
  const chosenIds = new Set(problem.locked.map(({ dish }) => dish));
  const likingOf = cached((dishId: number) => drawLiking(dishId, problem));
  const sortByLiking = cached((ids: readonly number[]) => ids.toSorted((a, b) => likingOf(b) - likingOf(a) || a - b));
  for (const { fittingDishIds } of slots) {
    if (chosenIds.size >= MAX_DIFFERENT_DISHES) break;
    const mostLikedId = sortByLiking(fittingDishIds).find((dishId) => !chosenIds.has(dishId));
    if (mostLikedId !== undefined) chosenIds.add(mostLikedId);
  }
  return { ...problem, dishes: new Map([...problem.dishes].filter(([dishId]) => chosenIds.has(dishId))) };
}
