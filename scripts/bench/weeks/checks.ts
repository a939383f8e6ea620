import type { MenuItem } from '../../../lib/domain/menu/menu.ts';
import type { PlannerDish, PlanProblem } from '../../../lib/domain/planner/problem.ts';
import { addDays } from '../../../lib/domain/values/calendar.ts';
import { starterFoods } from '../../command/starter.ts';

/** An item of a plan with its dish. `dish` is the dish's id, `recipe` the dish. */
export interface Serving extends MenuItem {
  readonly recipe: PlannerDish;
}

export function joinDishes({ dishes }: PlanProblem, items: readonly MenuItem[]): Serving[] {
  return items.flatMap((item) => {
    const recipe = dishes.get(item.dish);
    return recipe ? [{ ...item, recipe }] : [];
  });
}

type Check = (servings: readonly Serving[], problem: PlanProblem) => readonly unknown[];

/** By name, checks of what a kitchen would refuse in a week. None uses the planner's code, whose faults it would share. */
export const weekChecks: Readonly<Record<string, Check>> = {
  'dish does not suit the meal': (servings) =>
    servings.filter(({ recipe, meal }) => recipe.meals.length > 0 && !recipe.meals.includes(meal)),
  'dish is not for the age': (servings, { standard }) =>
    servings.filter(({ recipe }) => recipe.notFor?.includes(standard?.band ?? '')),
  'empty meal': (servings, { content }) => {
    const served = new Set(servings.map(({ day, meal }) => `${day} ${meal}`));
    const days = Array.from({ length: content.days }, (_, index) => index + 1);
    return days.flatMap((day) => content.meals.filter((meal) => !served.has(`${day} ${meal}`)));
  },
  'more or fewer dishes than the template': (servings, { template }) =>
    groupByMeal(servings).filter(([first, ...others]) => {
      const rows = (first && template[first.meal]) ?? [];
      const count = 1 + others.length;
      return count < sum(rows.map(({ min }) => min)) || count > sum(rows.map(({ max }) => max));
    }),
  'dish twice on a day, plain rice apart': (servings) =>
    listExcess(servings, 1, ({ day, dish, recipe }) => (isPlainRice(recipe) ? [] : [`${day} ${dish}`])),
  'dish three times in a week': (servings) =>
    listExcess(servings, 2, ({ dish, recipe }) => (isDaily(recipe) ? [] : [dish])),
  'rice at breakfast': (servings) => servings.filter(({ recipe, meal }) => meal === 'breakfast' && isRice(recipe)),
  'porridge at lunch': (servings) => servings.filter(({ recipe, meal }) => meal === 'lunch' && recipe.mark === '粥'),
  'liver twice in a week': (servings) =>
    listExcess(servings, 1, ({ recipe }) => (listFoodCodes(recipe).some(isOfClass('动物肝脏')) ? ['liver'] : [])),
  'main food twice in a meal': (servings) =>
    listExcess(servings, 1, ({ day, meal, recipe }) =>
      DAILY_MARKS.has(recipe.mark) ? [] : listMainCodes(recipe).map((code) => `${day} ${meal} ${code}`),
    ),
  'two egg dishes in a meal': (servings) =>
    listExcess(servings, 1, ({ day, meal, recipe }) =>
      listMainCodes(recipe).some(isOfClass('蛋类')) ? [`${day} ${meal}`] : [],
    ),
  'two fruits in a meal': (servings) =>
    listExcess(servings, 1, ({ day, meal, recipe }) => (recipe.mark === '水果' ? [`${day} ${meal}`] : [])),
  'porridge beside rice': (servings) =>
    groupByMeal(servings).filter(
      (meal) => meal.some(({ recipe }) => recipe.mark === '粥') && meal.some(({ recipe }) => isRice(recipe)),
    ),
  'lunch without a dark vegetable': (servings) =>
    groupByMeal(servings).filter(
      (meal) =>
        meal[0]?.meal === 'lunch' &&
        !meal.some(({ recipe }) => sum(recipe.ingredient.map(countDarkGrams)) >= MIN_DARK_GRAMS),
    ),
  'fried three times in a week': (servings) =>
    listExcess(servings, 2, ({ recipe }) => (recipe.poly === '炸' ? ['fried'] : [])),
};

/** The checks of what a plan may break if the dishes at hand allow nothing else. `unmet` then says so. */
export const usualChecks: Readonly<Record<string, Check>> = {
  'dish out of season': (servings, { content }) =>
    servings.filter(({ recipe, day }) => {
      const month = Number(addDays(content.start, day - 1).slice(5, 7));
      return recipe.month.length > 0 && !recipe.month.includes(month);
    }),
  'dish twice in a week': (servings) =>
    listExcess(servings, 1, ({ dish, recipe }) => (isDaily(recipe) || recipe.mark === '水果' ? [] : [dish])),
  'two lunches share three dishes': (servings) => {
    const lunches = groupByMeal(servings.filter(({ meal, recipe }) => meal === 'lunch' && !isDaily(recipe)));
    return lunches.flatMap((lunch, index) =>
      lunches.slice(index + 1).filter((other) => {
        const dishes = new Set(other.map(({ dish }) => dish));
        return lunch.filter(({ dish, recipe }) => recipe.mark !== '水果' && dishes.has(dish)).length > 2;
      }),
    );
  },
};

/** The grams of dark vegetables that a lunch needs. */
const MIN_DARK_GRAMS = 30;
/** From so many grams on, a food is more than a seasoning. */
const MIN_FOOD_GRAMS = 5;
/** The marks of dishes whose main food may come twice in a meal. */
const DAILY_MARKS = new Set(['主食', '粥', '奶类', '饮品']);
const foodByCode = new Map(starterFoods.map((food) => [food.code, food]));

/** Whether a dish is a steamed grain with nothing else: rice or buns. */
function isPlainStaple(dish: PlannerDish): boolean {
  return dish.mark === '主食' && dish.poly === '蒸' && listFoodCodes(dish).length === 1;
}

function isPlainRice({ mark, ingredient }: PlannerDish): boolean {
  return mark === '主食' && ingredient.every(({ key }) => /^012[01]/.test(key));
}

/** Whether a dish may be served every day: plain staples, milk and drinks. */
export function isDaily(dish: PlannerDish): boolean {
  return isPlainStaple(dish) || dish.mark === '奶类' || dish.mark === '饮品';
}

/** Whether a dish is rice as grains, whatever is in it. Noodles of rice are not. */
function isRice({ mark, ingredient: [first] }: PlannerDish): boolean {
  return mark === '主食' && /^012[0-3]/.test(first?.key ?? '');
}

function isOfClass(name: string): (code: string) => boolean {
  return (code) => foodByCode.get(code)?.foodCategory?.name === name;
}

/** Lists the codes of a dish's foods without seasonings. */
function listFoodCodes({ ingredient }: PlannerDish): string[] {
  return ingredient.filter(({ value }) => Number(value) >= MIN_FOOD_GRAMS).map(({ key }) => key);
}

function listMainCodes({ ingredient }: PlannerDish): string[] {
  return ingredient.filter(({ isMain }) => isMain).map(({ key }) => key);
}

/** Returns the grams of an ingredient if it is a dark vegetable, else 0. */
function countDarkGrams({ key, value }: PlannerDish['ingredient'][number]): number {
  return foodByCode.get(key)?.dark === true ? Number(value) : 0;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function groupByMeal(servings: readonly Serving[]): Serving[][] {
  return [...Map.groupBy(servings, ({ day, meal }) => `${day} ${meal}`).values()];
}

/** Lists the servings beyond the first `max` with the same key. A serving may have several keys, or none. */
export function listExcess(
  servings: readonly Serving[],
  max: number,
  listKeys: (serving: Serving) => readonly (string | number)[],
): Serving[] {
  const keyedServings = servings.flatMap((serving) => listKeys(serving).map((key) => ({ key, serving })));
  const groups = [...Map.groupBy(keyedServings, ({ key }) => key).values()];
  return groups.flatMap((group) => group.slice(max).map(({ serving }) => serving));
}
