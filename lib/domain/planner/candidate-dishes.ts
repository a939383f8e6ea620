import { MAX_FOODS } from '../analysis/content.ts';
import type { Marks } from '../ingredient/mark.ts';
import type { PlannerDish, PlanProblem } from './problem.ts';
import { listAvoidedCodes } from './traits.ts';
import { takeInTurn } from './turns.ts';

type Dishes = ReadonlyMap<number, PlannerDish>;
type ChosenDishes = Pick<PlanProblem, 'dishes' | 'leftOutDishCount'>;

/**
 * Chooses the dishes of a plan: the locked ones, even if these alone have more than `MAX_FOODS` foods, and as many usable ones as one
 * analysis has room for, with up to that number in all. If not all fit, dishes of few foods are taken first, one of each mark in turn,
 * so that every slot has options. `leftOutDishCount` is absent where all fit.
 */
export function chooseCandidateDishes(usableDishes: Dishes, lockedDishes: Dishes, markByCode: Marks): ChosenDishes {
  const allDishes = new Map([...usableDishes, ...lockedDishes]);
  if (listFoodCodes(allDishes.values()).size <= MAX_FOODS) return { dishes: allDishes };
  const chosenCodes = listFoodCodes(lockedDishes.values());
  const chosenIds = new Set(lockedDishes.keys());
  for (const [dishId, { ingredient }] of takeMarksInTurn(usableDishes, markByCode)) {
    const newIngredients = ingredient.filter(({ key }) => !chosenCodes.has(key));
    if (chosenCodes.size + newIngredients.length > MAX_FOODS) continue;
    for (const { key } of newIngredients) chosenCodes.add(key);
    chosenIds.add(dishId);
  }
  const dishes = new Map([...allDishes].filter(([dishId]) => chosenIds.has(dishId)));
  return { dishes, leftOutDishCount: allDishes.size - dishes.size };
}

const listFoodCodes = (dishes: Iterable<PlannerDish>) =>
  new Set([...dishes].flatMap(({ ingredient }) => ingredient.map(({ key }) => key)));

/** Lists the dishes of each mark in turn: in each mark those of few foods first, and those with a food to avoid last. */
function takeMarksInTurn(usableDishes: Dishes, markByCode: Marks): (readonly [dishId: number, PlannerDish])[] {
  const hasAvoidedFood = (dish: PlannerDish) => listAvoidedCodes(dish, markByCode).length > 0;
  const sortedDishes = [...usableDishes].toSorted(([idA, dishA], [idB, dishB]) => {
    const orderByAvoided = Number(hasAvoidedFood(dishA)) - Number(hasAvoidedFood(dishB));
    return orderByAvoided || dishA.ingredient.length - dishB.ingredient.length || idA - idB;
  });
  return takeInTurn([...Map.groupBy(sortedDishes, ([, { mark }]) => mark).values()]);
}
