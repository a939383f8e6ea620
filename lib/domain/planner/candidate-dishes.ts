import { MAX_FOODS } from '../analysis/content.ts';
import type { Marks } from '../ingredient/mark.ts';
import type { PlannerDish } from './problem.ts';
import { listAvoidedCodes } from './traits.ts';
import { takeInTurn } from './turns.ts';

type Dishes = ReadonlyMap<number, PlannerDish>;

/**
 * Chooses the dishes of a plan: the locked ones, and as many candidates as one analysis has room for, with up to `MAX_FOODS`
 * foods in all. If some must go, dishes of few foods are taken first, one of each mark in turn, so that every slot has options.
 */
export function chooseCandidateDishes(
  candidateDishes: Dishes,
  lockedDishes: Dishes,
  markByCode: Marks,
): { readonly dishes: Dishes; readonly leftOutCount?: number } {
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
