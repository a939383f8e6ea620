import { isDaily } from '../analysis/warnings/warnings.ts';
import { kitchenName } from '../ingredient/ingredient.ts';
import type { Marks } from '../ingredient/mark.ts';
import type { PlannerDish, PlanProblem } from './problem.ts';

/** The way of cooking that is to be rare. */
export const FRIED = '炸';

/** What the rules against monotony look at. */
export interface Traits {
  /** Code of the main ingredient that gives it its character. */
  readonly main?: string | undefined;
  /** Codes of all main ingredients: no two dishes of a meal share one. */
  readonly mains: readonly string[];
  /** How it is cooked; empty where that is unknown. */
  readonly method: string;
  readonly isFried: boolean;
}

/**
 * The traits of a dish. A dish that comes every day has only that of frying: there is rice at each lunch, always steamed. Of
 * several main ingredients the first gives a dish its character; if none is marked as one, the heaviest does.
 */
export function toTraits({ mark, poly, ingredient }: PlannerDish): Traits {
  const isFried = poly === FRIED;
  if (isDaily(mark)) return { mains: [], method: '', isFried };
  const marked = ingredient.filter(({ isMain }) => isMain === true);
  const heaviest = findHeaviest(ingredient);
  const mains = (marked.length > 0 || !heaviest ? marked : [heaviest]).map(({ key }) => key);
  return { main: mains[0], mains, method: poly, isFried };
}

type Foods = PlanProblem['foods'];

/** Names of white rice in food tables and kitchens. Brown, glutinous and black rice do not come every day. */
const RICE = /^(稻米|大米|粳米|籼米|香米|胚芽米|米饭)/;
/** A dish with at least so many grams of dark vegetables counts as one of them. */
const MIN_DARK = 30;

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

/** Whether a serving brings a helping of dark vegetables. */
export function isDark({ ingredient }: PlannerDish, foods: Foods): boolean {
  const dark = ingredient.filter(({ key }) => foods.get(key)?.dark === true);
  return dark.reduce((sum, { value }) => sum + Number(value), 0) >= MIN_DARK;
}

/** In so many days in a row the dish is served once. 1: every day, but not twice on one; 0: plain rice, at any meal. */
export function daysApart(dish: PlannerDish, { foods, rules }: Pick<PlanProblem, 'foods' | 'rules'>): number {
  if (!isDaily(dish.mark)) return rules.repeatDays;
  return isPlainRice(dish, foods) ? 0 : Math.min(1, rules.repeatDays);
}

/** How often the dish may come in the menu, by its mark; plain rice without limit. */
export function mostServings(dish: PlannerDish, { foods, rules }: Pick<PlanProblem, 'foods' | 'rules'>): number {
  const most = Object.hasOwn(rules.perWeek, dish.mark) ? rules.perWeek[dish.mark] : undefined;
  return most === undefined || isPlainRice(dish, foods) ? Number.MAX_SAFE_INTEGER : most;
}

function findHeaviest(ingredient: PlannerDish['ingredient']) {
  return ingredient.reduce<PlannerDish['ingredient'][number] | undefined>((heaviest, one) => {
    return heaviest && Number(heaviest.value) >= Number(one.value) ? heaviest : one;
  }, undefined);
}

/** Codes of the dish's ingredients that the unit avoids. A dish with one of them is not served. */
export function avoidedIn({ ingredient }: PlannerDish, marks: Marks): string[] {
  return ingredient.flatMap(({ key }) => (marks.get(key) === '忌用' ? [key] : []));
}

/** The traits of a dish that is gone. */
export const NO_TRAITS: Traits = { mains: [], method: '', isFried: false };
