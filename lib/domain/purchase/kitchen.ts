import { GRAMS_PER_KILOGRAM, kilogramsToBuyPerGram } from '../analysis/cost.ts';
import type { Dish } from '../dish.ts';
import { isWater } from '../ingredient/kind.ts';
import { meals } from '../meal.ts';
import { listGroupsOfDay } from '../menu/day-people.ts';
import { describeFood, type PurchaseInput } from './purchase.ts';
import { countMissingDishes, listServings, type Serving } from './servings.ts';

/** The data that a kitchen's day is planned from. */
export interface KitchenInput extends PurchaseInput {
  /** By id. A dish that is gone is absent. */
  readonly dishes: ReadonlyMap<number, Pick<Dish, 'name' | 'poly' | 'ingredient'>>;
}

export type KitchenMeal = KitchenDay['meals'][number];

/** The meals that a kitchen cooks on a day. */
export type KitchenDay = ReturnType<typeof planKitchen>;

/** Plans the pots of one day of a menu. `day` counts from 1. Sums are exact; only the kilograms are rounded, and up. */
export function planKitchen(input: KitchenInput, day: number) {
  const { content, dishes, people, daysOff = [] } = input;
  const servings = daysOff.includes(day) ? [] : listServings(input, day);
  const groups = listGroupsOfDay(content, day, people);
  const kitchenMeals = meals.flatMap((meal) => {
    const pots = servings.filter(({ item }) => item.meal === meal).flatMap((serving) => fillPot(input, serving) ?? []);
    return pots.length === 0 ? [] : [{ meal, groups: groups.filter((group) => group.meals.includes(meal)), pots }];
  });
  return { meals: kitchenMeals, missingDishCount: countMissingDishes(servings, dishes) };
}

/** Fills the pot of a dish; undefined where the dish is deleted. `recipients` are its groups; empty: all. Water is not bought. */
function fillPot(input: KitchenInput, { item, peopleCount, portions }: Serving) {
  const dish = input.dishes.get(item.dish);
  if (!dish) return undefined;
  const ingredients = dish.ingredient.map(({ key: code, value: gramsPerPortion }) => {
    const grams = portions.times(gramsPerPortion);
    const { name, flags } = describeFood(code, input.foods);
    const netKg = grams.per(GRAMS_PER_KILOGRAM).toFixedUp(2);
    const food = input.foods.get(code);
    if (isWater(food)) return { name, netKg, flags: [] };
    return { name, netKg, boughtKg: grams.times(kilogramsToBuyPerGram(food)).toFixedUp(2), flags };
  });
  return { name: dish.name, recipients: item.groups ?? [], peopleCount, method: dish.poly, ingredients };
}
