import { isDaily } from '../analysis/warnings/warnings.ts';
import { kitchenName } from '../ingredient/ingredient.ts';
import type { Marks } from '../ingredient/mark.ts';
import type { PlannedDish, PlanProblem } from './problem.ts';

/** The way of cooking that is to be rare. */
export const FRIED = '炸';

/** What of a dish rules against sameness look at. */
export interface Traits {
  /** Code of the main ingredient that gives it its character. */
  readonly main?: string | undefined;
  /** Codes of all main ingredients: no two dishes of a meal share one. */
  readonly mains: readonly string[];
  /** How it is cooked; empty where nobody says. */
  readonly method: string;
  readonly isFried: boolean;
}

/**
 * The traits of a dish. What comes every day has none but frying: there is rice at each lunch, and it is always steamed.
 * Of several main ingredients the first gives the dish its character; where none is marked as one, the heaviest does.
 */
export function traitsOf({ mark, poly, ingredient }: PlannedDish): Traits {
  const isFried = poly === FRIED;
  if (isDaily(mark)) return { mains: [], method: '', isFried };
  const marked = ingredient.filter(({ isMain }) => isMain === true);
  const heaviest = heaviestOf(ingredient);
  const mains = (marked.length > 0 || !heaviest ? marked : [heaviest]).map(({ key }) => key);
  return { main: mains[0], mains, method: poly, isFried };
}

type Foods = PlanProblem['foods'];

/** What food tables and kitchens call white rice. Brown, glutinous and black rice are something special. */
const RICE = /^(稻米|大米|粳米|籼米|香米|胚芽米|米饭)/;
/** The least grams of dark vegetables that make a dish one. */
const LEAST_DARK = 30;

/** Whether it is a staple dish of which most is rice. */
export function isRice({ mark, ingredient }: PlannedDish, foods: Foods): boolean {
  return mark === '主食' && isRiceFood(heaviestOf(ingredient)?.key, foods);
}

/** Whether it is rice and nothing else: it may come at each lunch and dinner. */
function isPlainRice(dish: PlannedDish, foods: Foods): boolean {
  return isRice(dish, foods) && dish.ingredient.every(({ key }) => isRiceFood(key, foods));
}

function isRiceFood(code = '', foods: Foods): boolean {
  const food = foods.get(code);
  return RICE.test(food?.name ?? '') || RICE.test(kitchenName(food, ''));
}

/** Whether a serving brings a helping of dark vegetables. */
export function isDark({ ingredient }: PlannedDish, foods: Foods): boolean {
  const dark = ingredient.filter(({ key }) => foods.get(key)?.dark === true);
  return dark.reduce((sum, { value }) => sum + Number(value), 0) >= LEAST_DARK;
}

/** In so many days in a row the dish is served once: what comes every day not twice on one, plain rice at any meal. */
export function daysApart(dish: PlannedDish, { foods, rules }: Pick<PlanProblem, 'foods' | 'rules'>): number {
  if (!isDaily(dish.mark)) return rules.repeatDays;
  return isPlainRice(dish, foods) ? 0 : Math.min(1, rules.repeatDays);
}

/** How often the dish may come in the menu, by its mark; plain rice as often as there are meals. */
export function mostOf(dish: PlannedDish, { foods, rules }: Pick<PlanProblem, 'foods' | 'rules'>): number {
  const most = Object.hasOwn(rules.perWeek, dish.mark) ? rules.perWeek[dish.mark] : undefined;
  return most === undefined || isPlainRice(dish, foods) ? Number.MAX_SAFE_INTEGER : most;
}

function heaviestOf(ingredient: PlannedDish['ingredient']) {
  return ingredient.reduce<PlannedDish['ingredient'][number] | undefined>((heaviest, one) => {
    return heaviest && Number(heaviest.value) >= Number(one.value) ? heaviest : one;
  }, undefined);
}

/** Codes of the dish's ingredients that the unit avoids: with one of them it is not served. */
export function avoidedIn({ ingredient }: PlannedDish, marks: Marks): string[] {
  return ingredient.flatMap(({ key }) => (marks.get(key) === '忌用' ? [key] : []));
}

/** The traits of a dish that is gone. */
export const NO_TRAITS: Traits = { mains: [], method: '', isFried: false };
