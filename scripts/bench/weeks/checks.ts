import type { MenuItem } from '../../../lib/domain/menu/menu.ts';
import type { PlannerDish, PlanProblem } from '../../../lib/domain/planner/problem.ts';
import { addDays } from '../../../lib/domain/values/calendar.ts';
import { starterFoods } from '../../command/starter.ts';

/** An item of a plan with its dish. */
export interface Serving extends MenuItem {
  readonly recipe: PlannerDish;
}

/** Joins the items of a plan with their dishes. */
export function joinDishes({ dishes }: PlanProblem, items: readonly MenuItem[]): Serving[] {
  return items.flatMap((item) => {
    const recipe = dishes.get(item.dish);
    return recipe ? [{ ...item, recipe }] : [];
  });
}

type Check = (servings: readonly Serving[], problem: PlanProblem) => readonly unknown[];

/**
 * The checks of a week by name. Each lists what a kitchen would refuse. The rules are those of menus.md. They are written here a
 * second time, so that they do not depend on the planner.
 */
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
      const [min, max] = [rows.map((row) => row.min), rows.map((row) => row.max)].map(sum);
      return others.length + 1 < (min ?? 0) || others.length + 1 > (max ?? 0);
    }),
  'dish twice on a day, plain rice apart': (servings) =>
    findExcess(servings, 1, ({ day, dish, recipe }) => (isPlainRice(recipe) ? [] : [`${day} ${dish}`])),
  'dish three times in a week': (servings) =>
    findExcess(servings, 2, ({ dish, recipe }) => (isDaily(recipe) ? [] : [dish])),
  'rice at breakfast': (servings) => servings.filter(({ recipe, meal }) => meal === 'breakfast' && isRice(recipe)),
  'porridge at lunch': (servings) => servings.filter(({ recipe, meal }) => meal === 'lunch' && recipe.mark === '粥'),
  'liver twice in a week': (servings) =>
    findExcess(servings, 1, ({ recipe }) => (listFoods(recipe).some(isOfClass('动物肝脏')) ? ['liver'] : [])),
  'main food twice in a meal': (servings) =>
    findExcess(servings, 1, ({ day, meal, recipe }) =>
      DAILY_MARKS.has(recipe.mark) ? [] : listMainCodes(recipe).map((code) => `${day} ${meal} ${code}`),
    ),
  'two egg dishes in a meal': (servings) =>
    findExcess(servings, 1, ({ day, meal, recipe }) =>
      listMainCodes(recipe).some(isOfClass('蛋类')) ? [`${day} ${meal}`] : [],
    ),
  'two fruits in a meal': (servings) =>
    findExcess(servings, 1, ({ day, meal, recipe }) => (recipe.mark === '水果' ? [`${day} ${meal}`] : [])),
  'porridge beside rice': (servings) =>
    groupByMeal(servings).filter(
      (meal) => meal.some(({ recipe }) => recipe.mark === '粥') && meal.some(({ recipe }) => isRice(recipe)),
    ),
  'lunch without a dark vegetable': (servings) =>
    groupByMeal(servings).filter(
      (meal) =>
        meal[0]?.meal === 'lunch' && !meal.some(({ recipe }) => sum(recipe.ingredient.map(gramsOfDark)) >= DARK_GRAMS),
    ),
  'fried three times in a week': (servings) =>
    findExcess(servings, 2, ({ recipe }) => (recipe.poly === '炸' ? ['fried'] : [])),
};

/** The checks of what may come to pass where the dishes at hand allow nothing else, and is then in `unmet`. */
export const usualChecks: Readonly<Record<string, Check>> = {
  'dish out of season': (servings, { content }) =>
    servings.filter(({ recipe, day }) => {
      const month = Number(addDays(content.start, day - 1).slice(5, 7));
      return recipe.month.length > 0 && !recipe.month.includes(month);
    }),
  'dish twice in a week': (servings) =>
    findExcess(servings, 1, ({ dish, recipe }) => (isDaily(recipe) || recipe.mark === '水果' ? [] : [dish])),
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

const DARK_GRAMS = 30;
const DAILY_MARKS = new Set(['主食', '粥', '奶类', '饮品']);
const foods = new Map(starterFoods.map((food) => [food.code, food]));

/** A steamed grain with nothing else: rice or buns. */
function isPlainStaple({ mark, poly, ingredient }: PlannerDish): boolean {
  return mark === '主食' && poly === '蒸' && ingredient.filter(({ value }) => Number(value) >= 5).length === 1;
}

function isPlainRice({ mark, ingredient }: PlannerDish): boolean {
  return mark === '主食' && ingredient.every(({ key }) => /^012[01]/.test(key));
}

/** What may be served every day: plain staples, milk and drinks. */
export function isDaily(recipe: PlannerDish): boolean {
  return isPlainStaple(recipe) || recipe.mark === '奶类' || recipe.mark === '饮品';
}

/** Rice as grains, whatever is in it. Noodles of rice are none. */
function isRice({ mark, ingredient: [first] }: PlannerDish): boolean {
  return mark === '主食' && /^012[0-3]/.test(first?.key ?? '');
}

function isOfClass(name: string): (code: string) => boolean {
  return (code) => foods.get(code)?.foodCategory?.name === name;
}

/** The codes of the foods of which the dish has more than a pinch. */
function listFoods({ ingredient }: PlannerDish): string[] {
  return ingredient.filter(({ value }) => Number(value) >= 5).map(({ key }) => key);
}

function listMainCodes({ ingredient }: PlannerDish): string[] {
  return ingredient.filter(({ isMain }) => isMain).map(({ key }) => key);
}

function gramsOfDark({ key, value }: PlannerDish['ingredient'][number]): number {
  return foods.get(key)?.dark === true ? Number(value) : 0;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function groupByMeal(servings: readonly Serving[]): Serving[][] {
  return [...Map.groupBy(servings, ({ day, meal }) => `${day} ${meal}`).values()];
}

/** The servings beyond the first `max` with the same key. A serving may have several keys, or none. */
export function findExcess(
  servings: readonly Serving[],
  max: number,
  listKeys: (serving: Serving) => readonly (string | number)[],
): Serving[] {
  const keyed = servings.flatMap((serving) => listKeys(serving).map((key) => ({ key, serving })));
  const groups = [...Map.groupBy(keyed, ({ key }) => key).values()];
  return groups.flatMap((group) => group.slice(max).map(({ serving }) => serving));
}
