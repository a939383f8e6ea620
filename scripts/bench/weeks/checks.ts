import type { MenuItem } from '../../../lib/domain/menu/menu.ts';
import type { PlannerDish } from '../../../lib/domain/planner/problem.ts';
import { starterFoods } from '../../command/starter.ts';
import type { PosedWeek } from './problems.ts';

/** An item of a plan with its dish. */
interface Served extends MenuItem {
  readonly recipe: PlannerDish;
}

const foods = new Map(starterFoods.map((food) => [food.code, food]));

/**
 * The checks by name. Each returns a text for every serving that a kitchen would refuse. The rules are those of issue 30.
 * They are written here a second time, so that they do not depend on the planner.
 */
export const checks: Readonly<Record<string, (served: readonly Served[], days: number) => readonly string[]>> = {
  'dishes that do not suit the meal': (served) =>
    served.filter(({ recipe, meal }) => recipe.meals.length > 0 && !recipe.meals.includes(meal)).map(describeServing),
  'dishes twice a day but plain rice': (served) =>
    findExcess(served, 1, ({ day, dish, recipe }) => (isPlainRice(recipe) ? [] : [`${day} ${dish}`])),
  'rice at breakfast': (served) =>
    served.filter(({ recipe, meal }) => meal === 'breakfast' && isRice(recipe)).map(describeServing),
  'porridge at lunch': (served) =>
    served.filter(({ recipe, meal }) => meal === 'lunch' && recipe.mark === '粥').map(describeServing),
  'staples more than 3 times': (served) =>
    findExcess(served, 3, ({ dish, recipe }) => (recipe.mark === '主食' && !isPlainRice(recipe) ? [dish] : [])),
  'porridges more than twice': (served) =>
    findExcess(served, 2, ({ dish, recipe }) => (recipe.mark === '粥' ? [dish] : [])),
  'main ingredients twice in a meal': (served) =>
    findExcess(served, 1, ({ day, meal, recipe }) =>
      DAILY.has(recipe.mark) ? [] : listMainIngredients(recipe).map((main) => `${day} ${meal} ${main}`),
    ),
  'lunches without dark vegetables': (served) => {
    const lunches = Map.groupBy(
      served.filter(({ meal }) => meal === 'lunch'),
      ({ day }) => day,
    );
    return [...lunches].flatMap(([day, list]) => (list.some(({ recipe }) => isDark(recipe)) ? [] : [`day ${day}`]));
  },
  'ways of cooking three times in a meal': (served) =>
    findExcess(served, 2, ({ day, meal, recipe: { mark, poly } }) =>
      DAILY.has(mark) || poly === '' ? [] : [`${day} ${meal} ${poly}`],
    ),
  'meals that are empty': (served, days) => {
    const meals = [...new Set(served.map(({ meal }) => meal))];
    const slots = Array.from({ length: days }, (_, index) => meals.map((meal) => `${index + 1} ${meal}`)).flat();
    const servedSlots = new Set(served.map(({ day, meal }) => `${day} ${meal}`));
    return slots.filter((slot) => !servedSlots.has(slot));
  },
};

const DAILY = new Set(['主食', '粥', '奶类', '饮品']);
const RICE = /^0120|^0121|^0122|^0123/;
const DARK_GRAMS = 40;

/** Steamed rice with nothing else. */
function isPlainRice({ mark, ingredient }: PlannerDish): boolean {
  return mark === '主食' && ingredient.every(({ key }) => /^0120|^0121/.test(key));
}

/** Rice as grains, whatever is in it; noodles of rice are none. */
function isRice({ mark, ingredient: [first] }: PlannerDish): boolean {
  return mark === '主食' && RICE.test(first?.key ?? '');
}

function isDark({ ingredient }: PlannerDish): boolean {
  const grams = ingredient
    .filter(({ key }) => foods.get(key)?.dark === true)
    .reduce((sum, { value }) => sum + Number(value), 0);
  return grams >= DARK_GRAMS;
}

function listMainIngredients({ ingredient }: PlannerDish): string[] {
  return ingredient.filter(({ isMain }) => isMain).map(({ key }) => key);
}

/** The servings beyond the first `max` with the same key. A serving may have several keys, or none. */
function findExcess(served: readonly Served[], max: number, listKeys: (item: Served) => readonly (string | number)[]) {
  const keyed = served.flatMap((item) => listKeys(item).map((key) => ({ key, item })));
  const groups = [...Map.groupBy(keyed, ({ key }) => key).values()];
  return groups.flatMap((group) => group.slice(max).map(({ item }) => describeServing(item)));
}

function describeServing({ day, meal, recipe }: Served): string {
  return `day ${day} ${meal} ${recipe.name}`;
}

/** Joins the items of a plan with their dishes. */
export function joinDishes({ problem }: PosedWeek, items: readonly MenuItem[]): Served[] {
  return items.flatMap((item) => {
    const recipe = problem.dishes.get(item.dish);
    return recipe ? [{ ...item, recipe }] : [];
  });
}

/** The true cost of the week per head and day in yuan: with all prices, for the amounts as bought. */
export function trueCost({ form, age, prices }: PosedWeek, served: readonly Served[]): number {
  const yuan = served.flatMap(({ recipe, portion }) =>
    recipe.ingredient.map(({ key, value }) => {
      const share = Number(foods.get(key)?.edible ?? 100) / 100;
      return (Number(prices.get(key)) * Number(value) * Number(portion)) / share / 1000;
    }),
  );
  return (yuan.reduce((sum, cost) => sum + cost, 0) * Number(age.factor)) / form.days;
}
