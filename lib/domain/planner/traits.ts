import { isDaily } from '../analysis/warnings/warnings.ts';
import { kitchenName } from '../ingredient/ingredient.ts';
import type { Marks } from '../ingredient/mark.ts';
import type { PlannerDish, PlanProblem } from './problem.ts';

/** The way of cooking that is limited for the whole menu. */
export const FRIED = '炸';

/** What the rules of variety look at in a dish. */
export interface Traits {
  /** Codes of the main ingredients. The first gives the dish its character. */
  readonly mainIngredients: readonly string[];
  /** The way of cooking; empty where it is unknown. */
  readonly cookingMethod: string;
  readonly isFried: boolean;
}

/**
 * Finds the traits of a dish. Of a dish for every day only frying counts: rice is served at each lunch, always steamed. Where no
 * ingredient is marked as a main one, the heaviest is one.
 */
export function toTraits({ mark, poly, ingredient }: PlannerDish): Traits {
  const isFried = poly === FRIED;
  if (isDaily(mark)) return { mainIngredients: [], cookingMethod: '', isFried };
  const mainOnes = ingredient.filter(({ isMain }) => isMain === true);
  const heaviest = findHeaviest(ingredient);
  const mainIngredients = (mainOnes.length > 0 || !heaviest ? mainOnes : [heaviest]).map(({ key }) => key);
  return { mainIngredients, cookingMethod: poly, isFried };
}

type Foods = PlanProblem['foods'];

/** Names of white rice in food tables and kitchens. Brown, glutinous and black rice do not come every day. */
const RICE = /^(稻米|大米|粳米|籼米|香米|胚芽米|米饭)/;
/** The minimum grams of dark vegetables in a helping. */
const MIN_DARK_GRAMS = 30;

/** Whether the dish is a staple of which rice is the heaviest ingredient. */
export function isRice({ mark, ingredient }: PlannerDish, foods: Foods): boolean {
  return mark === '主食' && isRiceFood(findHeaviest(ingredient)?.key, foods);
}

/** Whether the dish is rice and nothing else. Plain rice may come at each lunch and dinner. */
function isPlainRice(dish: PlannerDish, foods: Foods): boolean {
  return isRice(dish, foods) && dish.ingredient.every(({ key }) => isRiceFood(key, foods));
}

function isRiceFood(code = '', foods: Foods): boolean {
  const food = foods.get(code);
  return RICE.test(food?.name ?? '') || RICE.test(kitchenName(food, ''));
}

/** Whether a serving has a helping of dark vegetables. */
export function hasDarkVegetables({ ingredient }: PlannerDish, foods: Foods): boolean {
  const darkIngredients = ingredient.filter(({ key }) => foods.get(key)?.dark === true);
  return darkIngredients.reduce((sum, { value }) => sum + Number(value), 0) >= MIN_DARK_GRAMS;
}

/** The minimum distance in days between two servings of the dish. 1 means once a day at most; 0, for plain rice, any meal. */
export function findMinDaysApart(dish: PlannerDish, { foods, rules }: Pick<PlanProblem, 'foods' | 'rules'>): number {
  if (!isDaily(dish.mark)) return rules.repeatDays;
  return isPlainRice(dish, foods) ? 0 : Math.min(1, rules.repeatDays);
}

/** The maximum number of servings of the dish in the whole menu (`perWeek`, although it does not count weeks). Plain rice has no limit. */
export function findMaxServings(dish: PlannerDish, { foods, rules }: Pick<PlanProblem, 'foods' | 'rules'>): number {
  const max = Object.hasOwn(rules.perWeek, dish.mark) ? rules.perWeek[dish.mark] : undefined;
  return max === undefined || isPlainRice(dish, foods) ? Number.MAX_SAFE_INTEGER : max;
}

function findHeaviest(ingredients: PlannerDish['ingredient']) {
  return ingredients.reduce<PlannerDish['ingredient'][number] | undefined>((heaviest, ingredient) => {
    return heaviest && Number(heaviest.value) >= Number(ingredient.value) ? heaviest : ingredient;
  }, undefined);
}

/** Lists the codes of the dish's ingredients that the unit avoids. A dish with one of them is not served. */
export function listAvoidedFoods({ ingredient }: PlannerDish, foodMarks: Marks): string[] {
  return ingredient.flatMap(({ key }) => (foodMarks.get(key) === '忌用' ? [key] : []));
}

/** The traits of a dish that was deleted. */
export const NO_TRAITS: Traits = { mainIngredients: [], cookingMethod: '', isFried: false };
