import { MAX_FOODS } from '../analysis/content.ts';
import type { Marks } from '../ingredient/mark.ts';
import { MAX_DIFFERENT_DISHES } from '../menu/menu-fields.ts';
import { cached } from './cached.ts';
import { findLiking } from './candidates.ts';
import type { PlannerDish, PlanProblem } from './problem.ts';
import { findSlots, type Slot } from './slots.ts';
import { listAvoidedCodes } from './traits.ts';

type Dishes = ReadonlyMap<number, PlannerDish>;

/**
 * Chooses the dishes of a plan: the locked dishes, and as many candidate dishes as one analysis has room for. That is `MAX_FOODS`
 * foods. If some must be left out, dishes of few foods are taken first, one of each mark in turn, so that every slot has options.
 */
export function chooseCandidateDishes(candidateDishes: Dishes, lockedDishes: Dishes, markByCode: Marks) {
  const allDishes = new Map([...candidateDishes, ...lockedDishes]);
  if (listFoodCodes(allDishes.values()).size <= MAX_FOODS) return { dishes: allDishes };
  const chosenCodes = listFoodCodes(lockedDishes.values());
  const chosenIds = new Set(lockedDishes.keys());
  for (const [dishId, { ingredient }] of takeMarksInTurn(candidateDishes, markByCode)) {
    const newIngredients = ingredient.filter(({ key }) => !chosenCodes.has(key));
    if (chosenCodes.size + newIngredients.length > MAX_FOODS) continue;
    for (const { key } of newIngredients) chosenCodes.add(key);
    chosenIds.add(dishId);
  }
  const dishes = new Map([...allDishes].filter(([dishId]) => chosenIds.has(dishId)));
  return { dishes, leftOutCount: allDishes.size - dishes.size };
}

function listFoodCodes(dishes: Iterable<PlannerDish>): Set<string> {
  return new Set([...dishes].flatMap(({ ingredient }) => ingredient.map(({ key }) => key)));
}

/**
 * Lists the first dish of each mark, then the second of each, and so on. The dishes of a mark are sorted by the number of their foods.
 * Those with a food to avoid come last.
 */
function takeMarksInTurn(candidateDishes: Dishes, markByCode: Marks): (readonly [dishId: number, PlannerDish])[] {
  const hasAvoidedFood = (dish: PlannerDish) => listAvoidedCodes(dish, markByCode).length > 0;
  const sortedDishes = [...candidateDishes].toSorted(([idA, dishA], [idB, dishB]) => {
    const orderByAvoided = Number(hasAvoidedFood(dishA)) - Number(hasAvoidedFood(dishB));
    return orderByAvoided || dishA.ingredient.length - dishB.ingredient.length || idA - idB;
  });
  return takeInTurn([...Map.groupBy(sortedDishes, ([, { mark }]) => mark).values()]);
}

/** Joins the lists: the first of each, then the second of each, and so on. */
export function takeInTurn<T>(lists: readonly (readonly T[])[]): T[] {
  const turnCount = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: turnCount }, (_, turn) => lists.flatMap((list) => list.slice(turn, turn + 1))).flat();
}

/** Whether a plan cannot leave the slot out. */
const isFixed = ({ isRequired, lockedItem }: Slot) => isRequired || lockedItem !== undefined;

/**
 * Leaves out optional slots, evenly spread, so that the menu has no more dishes than it may have different ones. A kindergarten's week
 * of three meals and two snacks has 175 slots, and serves 130 dishes.
 */
export function limitSlots(slots: readonly Slot[]): readonly Slot[] {
  const optionalSlots = slots.filter((slot) => !isFixed(slot));
  const keptCount = Math.max(0, MAX_DIFFERENT_DISHES - (slots.length - optionalSlots.length));
  if (keptCount >= optionalSlots.length) return slots;
  const keptBefore = (index: number) => Math.floor((index * keptCount) / optionalSlots.length);
  const leftOutSlots = new Set(optionalSlots.filter((_, index) => keptBefore(index + 1) === keptBefore(index)));
  return slots.filter((slot) => !leftOutSlots.has(slot));
}

/**
 * Limits the dishes of a problem whose menu must fill more slots than it may have different dishes. It keeps the locked dishes, and for
 * each slot in turn the most liked dish that no other slot has taken.
 */
export function limitDifferentDishes(problem: PlanProblem): PlanProblem {
  const slots = findSlots(problem);
  if (slots.filter(isFixed).length <= MAX_DIFFERENT_DISHES) return problem;
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
