import type { MenuItem } from '../../../lib/domain/menu/menu.ts';
import type { PlannerDish } from '../../../lib/domain/planner/problem.ts';
import { starterFoods } from '../../command/starter.ts';
import type { PosedWeek } from './problems.ts';

/** An item with its dish. */
interface Served extends MenuItem {
  readonly is: PlannerDish;
}

const foods = new Map(starterFoods.map((food) => [food.code, food]));

const byDish = ({ dish }: Served) => `${dish}`;
const byDayAndDish = ({ day, dish }: Served) => `${day} ${dish}`;
const byMealAndMethod = ({ day, meal, is }: Served) => `${day} ${meal} ${is.poly}`;

/**
 * What a kitchen would not serve, in words, each serving once. The rules are those of issue 30. They are written here a
 * second time, so that they do not depend on the planner.
 */
export const checks: Readonly<Record<string, (served: readonly Served[], days: number) => readonly string[]>> = {
  'dishes that do not suit the meal': (served) =>
    served.filter(({ is, meal }) => is.meals.length > 0 && !is.meals.includes(meal)).map(describeServing),
  'dishes twice a day but plain rice': (served) =>
    findExcess(
      served.filter(({ is }) => !isPlainRice(is)),
      1,
      byDayAndDish,
    ),
  'rice at breakfast': (served) =>
    served.filter(({ is, meal }) => meal === 'breakfast' && isRice(is)).map(describeServing),
  'porridge at lunch': (served) =>
    served.filter(({ is, meal }) => meal === 'lunch' && is.mark === '粥').map(describeServing),
  'staples more than 3 times': (served) =>
    findExcess(
      served.filter(({ is }) => is.mark === '主食' && !isPlainRice(is)),
      3,
      byDish,
    ),
  'porridges more than twice': (served) =>
    findExcess(
      served.filter(({ is }) => is.mark === '粥'),
      2,
      byDish,
    ),
  'main ingredients twice in a meal': (served) => {
    const withMain = served.flatMap((one) => mainIngredients(one.is).map((main) => ({ ...one, main })));
    return findExcess(
      withMain.filter(({ is }) => !DAILY.has(is.mark)),
      1,
      ({ day, meal, main }) => `${day} ${meal} ${main}`,
    );
  },
  'lunches without dark vegetables': (served, days) => {
    const lunches = served.filter(({ meal }) => meal === 'lunch');
    const withDark = new Set(lunches.filter(({ is }) => isDark(is)).map(({ day }) => day));
    const withLunch = new Set(lunches.map(({ day }) => day));
    return listDays(days).flatMap((day) => (withLunch.has(day) && !withDark.has(day) ? [`day ${day}`] : []));
  },
  'ways of cooking three times in a meal': (served) =>
    findExcess(
      served.filter(({ is }) => !DAILY.has(is.mark) && is.poly !== ''),
      2,
      byMealAndMethod,
    ),
  'meals that are empty': (served, days) => {
    const meals = [...new Set(served.map(({ meal }) => meal))];
    const found = new Set(served.map(({ day, meal }) => `${day} ${meal}`));
    return listDays(days).flatMap((day) => meals.map((meal) => `${day} ${meal}`).filter((one) => !found.has(one)));
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

function mainIngredients({ ingredient }: PlannerDish): string[] {
  return ingredient.filter(({ isMain }) => isMain).map(({ key }) => key);
}

/** The servings beyond the first `most` with the same key. */
function findExcess<T extends Served>(served: readonly T[], most: number, toKey: (one: T) => string): string[] {
  return [...Map.groupBy(served, toKey).values()].flatMap((some) => some.slice(most).map(describeServing));
}

function listDays(days: number): number[] {
  return Array.from({ length: days }, (_, index) => index + 1);
}

function describeServing({ day, meal, is }: Served): string {
  return `day ${day} ${meal} ${is.name}`;
}

/** Joins the items of a plan with their dishes. */
export function serve({ problem }: PosedWeek, items: readonly MenuItem[]): Served[] {
  return items.flatMap((item) => {
    const is = problem.dishes.get(item.dish);
    return is ? [{ ...item, is }] : [];
  });
}

/** What the week costs per head and day with all prices, in yuan: as bought, in usual numbers. */
export function trueCost({ form, age, prices }: PosedWeek, served: readonly Served[]): number {
  const yuan = served.flatMap(({ is, portion }) =>
    is.ingredient.map(({ key, value }) => {
      const share = Number(foods.get(key)?.edible ?? 100) / 100;
      return (Number(prices.get(key)) * Number(value) * Number(portion)) / share / 1000;
    }),
  );
  return (yuan.reduce((sum, one) => sum + one, 0) * Number(age.factor)) / form.days;
}
