import { listCategoryCounts } from '../analysis/categories.ts';
import type { AnalysedFood } from '../analysis/content.ts';
import { MIN_KIND_GRAMS } from '../analysis/kinds.ts';
import { isDaily } from '../analysis/warnings/warnings.ts';
import { kitchenName } from '../ingredient/food.ts';
import { findKind } from '../ingredient/kind.ts';
import type { Marks } from '../ingredient/mark.ts';
import type { PlannerDish, PlanProblem } from './problem.ts';

/** The way of cooking that is limited for the whole menu. */
export const FRIED = '炸';

/** The facts of a dish that the rules of variety count. */
export interface Traits {
  /** Codes of the main ingredients. The first gives the dish its character. */
  readonly mainIngredients: readonly string[];
  /** The way of cooking; empty where it is unknown. */
  readonly cookingMethod: string;
  readonly isFried: boolean;
  /** The way of cooking, of a daily dish as well. */
  readonly poly: string;
  /** Codes of the foods of which it has a helping, without scallion, ginger, garlic, oil and the grain of staples. */
  readonly foods: readonly string[];
  /** The categories of food of which it has a kind of food. */
  readonly categories: readonly string[];
  /** The roles that it plays in a meal, each of which one dish plays. */
  readonly roles: readonly Role[];
}

/** The roles that only one dish of a meal plays: that of eggs, milk or soy milk, rice or porridge, fruit. */
export type Role = 'eggs' | 'milk' | 'rice' | 'fruit';

/**
 * Finds the traits of a dish. A dish for every day has no main ingredient and no cooking method: rice is served at each lunch,
 * always steamed.
 */
export function toTraits(dish: PlannerDish, foods: Foods): Traits {
  const { mark, poly, ingredient } = dish;
  const mains = listMainIngredients(dish);
  const parts = ingredient.flatMap(({ key, value }) => {
    const food = foods.get(key);
    return food ? [{ key, food, grams: Number(value) }] : [];
  });
  const isHelping = ({ key, value }: PlannerDish['ingredient'][number]) => {
    const food = foods.get(key);
    const isGrainOfStaple = STAPLES.has(mark) && food?.foodCategory?.name === '谷类';
    return Number(value) >= MIN_HELPING_GRAMS && !isGrainOfStaple && (!food || findKind(food) !== undefined);
  };
  const kinds = parts.filter(({ grams }) => grams >= Number(MIN_KIND_GRAMS));
  const milk = parts.filter(({ food }) => food.foodCategory?.name === '奶类及奶制品' || SOY_MILK.test(food.name));
  const roles: readonly (readonly [Role, boolean])[] = [
    ['eggs', mains.some((code) => isEgg(code, foods))],
    ['milk', milk.some(({ grams }) => grams >= MIN_MILK_GRAMS)],
    ['rice', mark === '粥' || isRice(dish, foods)],
    ['fruit', mark === '水果'],
  ];
  return {
    mainIngredients: isDaily(mark) ? [] : mains,
    cookingMethod: isDaily(mark) ? '' : poly,
    isFried: poly === FRIED,
    poly,
    foods: ingredient.filter(isHelping).map(({ key }) => key),
    categories: [...new Set(kinds.flatMap(({ food }) => listCategories(food)))],
    roles: roles.flatMap(([role, plays]) => (plays ? [role] : [])),
  };
}

function listCategories(food: AnalysedFood): string[] {
  return listCategoryCounts(food, undefined, false).map(([category]) => category);
}

/** Whether the food is eggs. They may be a main ingredient on any day. */
function isEgg(code: string, foods: Foods): boolean {
  return foods.get(code)?.foodCategory?.name === '蛋类';
}

type Foods = PlanProblem['foods'];

const STAPLES = new Set(['主食', '粥', '点心']);
const SOY_MILK = /^(豆浆|豆奶)/;
/** The minimum grams of a food that make a helping of it, and of milk that make a dish one of milk. */
const MIN_HELPING_GRAMS = 15;
const MIN_MILK_GRAMS = 80;

/** Names of white rice in food tables and kitchens. Brown, glutinous and black rice do not come every day. */
const RICE = /^(稻米|大米|粳米|籼米|香米|胚芽米|米饭)/;
/** The minimum grams of dark vegetables in a helping. */
const MIN_DARK_GRAMS = 30;

/** Whether the dish is a staple of which rice is the heaviest ingredient. */
export function isRice({ mark, ingredient }: PlannerDish, foods: Foods): boolean {
  return mark === '主食' && isNamed(RICE, findHeaviest(ingredient)?.key ?? '', foods);
}

/** Whether the dish is rice and nothing else. Plain rice may come at each lunch and dinner. */
function isPlainRice(dish: PlannerDish, foods: Foods): boolean {
  return isRice(dish, foods) && dish.ingredient.every(({ key }) => isNamed(RICE, key, foods));
}

const WHEAT_FLOUR = /^(小麦粉|面粉|标准粉|富强粉)/;
/** The maximum grams of yeast and sugar in a plain bun. */
const MAX_BUN_ADDITIONS = 5;

/** Whether the dish is milk, a drink or a plain steamed bun, which may come on each day. */
function isPlain({ mark, poly, ingredient }: PlannerDish, foods: Foods): boolean {
  if (mark === '奶类' || mark === '饮品') return true;
  const isFlour = ({ key }: PlannerDish['ingredient'][number]) => isNamed(WHEAT_FLOUR, key, foods);
  const others = ingredient.filter((entry) => !isFlour(entry));
  const additions = others.reduce((sum, { value }) => sum + Number(value), 0);
  return mark === '主食' && poly === '蒸' && ingredient.some(isFlour) && additions <= MAX_BUN_ADDITIONS;
}

/** Whether the name of the food in food tables, or that in kitchens, matches. */
function isNamed(pattern: RegExp, code: string, foods: Foods): boolean {
  const food = foods.get(code);
  return pattern.test(food?.name ?? '') || pattern.test(kitchenName(food, ''));
}

/** Whether a serving has a helping of dark vegetables. */
export function hasDarkVegetables({ ingredient }: PlannerDish, foods: Foods): boolean {
  const darkIngredients = ingredient.filter(({ key }) => foods.get(key)?.dark === true);
  return darkIngredients.reduce((sum, { value }) => sum + Number(value), 0) >= MIN_DARK_GRAMS;
}

/** The minimum distance in days between two servings of the dish. 1 means once a day at most; 0, for plain rice, any meal. */
export function findMinDaysApart(dish: PlannerDish, { foods, rules }: Pick<PlanProblem, 'foods' | 'rules'>): number {
  if (isPlainRice(dish, foods)) return 0;
  return isDaily(dish.mark) ? Math.min(1, rules.repeatDays) : rules.repeatDays;
}

/** The limits of a dish's servings. */
export interface Frequency {
  /** In the menu and in four weeks. Where there are too few other dishes, they may be exceeded. */
  readonly usual: number;
  readonly perCycle: number;
  /** In the menu, in any case. */
  readonly max: number;
}

/** The value of a `Frequency` without a limit. */
export const UNLIMITED = Number.MAX_SAFE_INTEGER;
const ANY_FREQUENCY: Frequency = { usual: UNLIMITED, perCycle: UNLIMITED, max: UNLIMITED };
/** Where there are too few dishes, a dish may come at least so often in the menu. */
const MAX_PER_DISH = 2;

/** Finds the limits of the dish's servings. A limit for its mark replaces all others. Plain dishes have no other limit. */
export function findFrequency(dish: PlannerDish, { foods, rules }: Pick<PlanProblem, 'foods' | 'rules'>): Frequency {
  const maxOfMark = Object.hasOwn(rules.perWeek, dish.mark) ? rules.perWeek[dish.mark] : undefined;
  if (isPlainRice(dish, foods)) return ANY_FREQUENCY;
  if (maxOfMark !== undefined) return { ...ANY_FREQUENCY, max: maxOfMark };
  if (isPlain(dish, foods)) return ANY_FREQUENCY;
  const { perDish, perCycle } = rules;
  return { usual: perDish, perCycle, max: Math.max(MAX_PER_DISH, perDish) };
}

/** Lists the codes of the main ingredients. Where none is marked as main, it is the heaviest. */
export function listMainIngredients({ ingredient }: PlannerDish): string[] {
  const marked = ingredient.filter(({ isMain }) => isMain === true);
  const heaviest = findHeaviest(ingredient);
  return (marked.length > 0 || !heaviest ? marked : [heaviest]).map(({ key }) => key);
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

/** The traits of a dish that was deleted, and of an empty slot. */
export const NO_TRAITS: Traits & Frequency = {
  mainIngredients: [],
  cookingMethod: '',
  isFried: false,
  poly: '',
  foods: [],
  categories: [],
  roles: [],
  ...ANY_FREQUENCY,
};
