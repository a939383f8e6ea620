import type { MenuItem } from '../../../lib/domain/menu/menu.ts';
import type { PlannerDish } from '../../../lib/domain/planner/problem.ts';
import { starterFoods } from '../../command/starter.ts';
import type { PosedWeek } from './problems.ts';

/** An item of a plan with its dish. */
interface Served extends MenuItem {
  readonly recipe: PlannerDish;
}

const foods = new Map(starterFoods.map((food) => [food.code, food]));

const toDishKey = ({ dish }: Served) => `${dish}`;
const toDayDishKey = ({ day, dish }: Served) => `${day} ${dish}`;
const toMealMethodKey = ({ day, meal, recipe }: Served) => `${day} ${meal} ${recipe.poly}`;

/**
 * The checks by name. Each returns a text for every serving that a kitchen would refuse. The rules are those of issue 30.
 * They are written here a second time, so that they do not depend on the planner.
 */
export const checks: Readonly<Record<string, (served: readonly Served[], days: number) => readonly string[]>> = {
  'dishes that do not suit the meal': (served) =>
    served.filter(({ recipe, meal }) => recipe.meals.length > 0 && !recipe.meals.includes(meal)).map(describeServing),
  'dishes twice a day but plain rice': (served) =>
    findExcess(
      served.filter(({ recipe }) => !isPlainRice(recipe)),
      1,
      toDayDishKey,
    ),
  'rice at breakfast': (served) =>
    served.filter(({ recipe, meal }) => meal === 'breakfast' && isRice(recipe)).map(describeServing),
  'porridge at lunch': (served) =>
    served.filter(({ recipe, meal }) => meal === 'lunch' && recipe.mark === '粥').map(describeServing),
  'staples more than 3 times': (served) =>
    findExcess(
      served.filter(({ recipe }) => recipe.mark === '主食' && !isPlainRice(recipe)),
      3,
      toDishKey,
    ),
  'porridges more than twice': (served) =>
    findExcess(
      served.filter(({ recipe }) => recipe.mark === '粥'),
      2,
      toDishKey,
    ),
  'main ingredients twice in a meal': (served) => {
    const withMain = served.flatMap((item) => listMainIngredients(item.recipe).map((main) => ({ ...item, main })));
    return findExcess(
      withMain.filter(({ recipe }) => !DAILY.has(recipe.mark)),
      1,
      ({ day, meal, main }) => `${day} ${meal} ${main}`,
    );
  },
  'lunches without dark vegetables': (served, days) => {
    const lunches = served.filter(({ meal }) => meal === 'lunch');
    const withDark = new Set(lunches.filter(({ recipe }) => isDark(recipe)).map(({ day }) => day));
    const withLunch = new Set(lunches.map(({ day }) => day));
    return listDays(days).flatMap((day) => (withLunch.has(day) && !withDark.has(day) ? [`day ${day}`] : []));
  },
  'ways of cooking three times in a meal': (served) =>
    findExcess(
      served.filter(({ recipe }) => !DAILY.has(recipe.mark) && recipe.poly !== ''),
      2,
      toMealMethodKey,
    ),
  'meals that are empty': (served, days) => {
    const meals = [...new Set(served.map(({ meal }) => meal))];
    const servedMeals = new Set(served.map(({ day, meal }) => `${day} ${meal}`));
    return listDays(days).flatMap((day) =>
      meals.map((meal) => `${day} ${meal}`).filter((slot) => !servedMeals.has(slot)),
    );
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

/** The servings beyond the first `max` with the same key. */
function findExcess<T extends Served>(served: readonly T[], max: number, toKey: (item: T) => string): string[] {
  return [...Map.groupBy(served, toKey).values()].flatMap((servings) => servings.slice(max).map(describeServing));
}

function listDays(days: number): number[] {
  return Array.from({ length: days }, (_, index) => index + 1);
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
