import { listCategoryCounts } from '../analysis/categories.ts';
import { MIN_KIND_GRAMS } from '../analysis/kinds.ts';
import { isDaily } from '../analysis/warnings/warnings.ts';
import { kitchenName } from '../ingredient/food.ts';
import { findKind } from '../ingredient/kind.ts';
import type { Marks } from '../ingredient/mark.ts';
import type { PlannerDish, PlanProblem } from './problem.ts';

type Foods = PlanProblem['foods'];
type DishIngredient = PlannerDish['ingredient'][number];

/** The facts of a dish that the rules of variety count. */
export interface Traits {
  /** Codes of the main ingredients. The first gives the dish its character. A dish for every day has none. */
  readonly mainIngredients: readonly string[];
  /** The way of cooking; empty where it is unknown, and for a dish for every day: rice is served at each lunch, always steamed. */
  readonly cookingMethod: string;
  /** The way of cooking, of a dish for every day as well. */
  readonly poly: string;
  /** Codes of the foods of which it has a helping, without scallion, ginger, garlic, oil and the grain of staples. */
  readonly helpings: readonly string[];
  /** The categories of the foods of which it has enough for a kind of food. */
  readonly foodCategories: readonly string[];
  readonly roles: readonly Role[];
  /** Whether it has a helping of dark vegetables. */
  readonly hasDarkVegetables: boolean;
}

/** A role in a meal that only one of its dishes plays: that of eggs, milk or soy milk, rice or porridge, fruit. */
export type Role = 'eggs' | 'milk' | 'rice' | 'fruit';

/** The minimum grams of a food that make a helping of it, of dark vegetables, and of milk that make a dish one of milk. */
const MIN_HELPING_GRAMS = 15;
const MIN_DARK_GRAMS = 30;
const MIN_MILK_GRAMS = 80;
/** The maximum grams of yeast and sugar in a plain bun. */
const MAX_BUN_ADDITIONS = 5;

const STAPLES = new Set(['主食', '粥', '点心']);
const SOY_MILK = /^(豆浆|豆奶)/;
/** Names of white rice in food tables and kitchens. Brown, glutinous and black rice do not come every day. */
const RICE = /^(稻米|大米|粳米|籼米|香米|胚芽米|米饭)/;
const WHEAT_FLOUR = /^(小麦粉|面粉|标准粉|富强粉)/;

export function toTraits(dish: PlannerDish, foods: Foods): Traits {
  const { mark, poly, ingredient } = dish;
  const mains = listMainIngredients(dish);
  const parts = ingredient.flatMap(({ key, value }) => {
    const food = foods.get(key);
    return food ? [{ food, grams: Number(value) }] : [];
  });
  const isHelping = ({ key, value }: DishIngredient) => {
    const food = foods.get(key);
    const isGrainOfStaple = STAPLES.has(mark) && food?.foodCategory?.name === '谷类';
    return Number(value) >= MIN_HELPING_GRAMS && !isGrainOfStaple && (!food || findKind(food) !== undefined);
  };
  const kinds = parts.filter(({ grams }) => grams >= Number(MIN_KIND_GRAMS));
  const milk = parts.filter(({ food }) => food.foodCategory?.name === '奶类及奶制品' || SOY_MILK.test(food.name));
  const roles: readonly (readonly [Role, boolean])[] = [
    ['eggs', mains.some((code) => foods.get(code)?.foodCategory?.name === '蛋类')],
    ['milk', milk.some(({ grams }) => grams >= MIN_MILK_GRAMS)],
    ['rice', mark === '粥' || isRice(dish, foods)],
    ['fruit', mark === '水果'],
  ];
  const darkGrams = parts.reduce((sum, { food, grams }) => sum + (food.dark === true ? grams : 0), 0);
  return {
    mainIngredients: isDaily(mark) ? [] : mains,
    cookingMethod: isDaily(mark) ? '' : poly,
    poly,
    helpings: ingredient.filter(isHelping).map(({ key }) => key),
    foodCategories: [
      ...new Set(kinds.flatMap(({ food }) => listCategoryCounts(food, undefined, false).map(([category]) => category))),
    ],
    roles: roles.flatMap(([role, plays]) => (plays ? [role] : [])),
    hasDarkVegetables: darkGrams >= MIN_DARK_GRAMS,
  };
}

/** Whether the dish is a staple of which rice is the heaviest ingredient. */
export function isRice({ mark, ingredient }: PlannerDish, foods: Foods): boolean {
  return mark === '主食' && isNamed(RICE, findHeaviest(ingredient)?.key ?? '', foods);
}

/** Whether the dish is rice and nothing else. Plain rice may come at each lunch and dinner. */
function isPlainRice(dish: PlannerDish, foods: Foods): boolean {
  return isRice(dish, foods) && dish.ingredient.every(({ key }) => isNamed(RICE, key, foods));
}

/** Whether the dish is milk, a drink or a plain steamed bun, which may come on each day. */
function isPlain({ mark, poly, ingredient }: PlannerDish, foods: Foods): boolean {
  if (mark === '奶类' || mark === '饮品') return true;
  const isFlour = ({ key }: DishIngredient) => isNamed(WHEAT_FLOUR, key, foods);
  const additions = ingredient.reduce((sum, entry) => sum + (isFlour(entry) ? 0 : Number(entry.value)), 0);
  return mark === '主食' && poly === '蒸' && ingredient.some(isFlour) && additions <= MAX_BUN_ADDITIONS;
}

/** Whether the name of the food in food tables, or that in kitchens, matches. */
function isNamed(pattern: RegExp, code: string, foods: Foods): boolean {
  const food = foods.get(code);
  return pattern.test(food?.name ?? '') || pattern.test(kitchenName(food, ''));
}

/** How near to each other, and how often, a dish may be served. The setting of each limit is a field of `RuleSettings`. */
export interface RepetitionLimits {
  /** The minimum distance in days between two servings. 1 means once a day at most; 0, for plain rice, any meal. */
  readonly minDaysApart: number;
  /** The usual number of servings in the menu (`perDish`) and in four weeks (`perCycle`), exceeded where there are too few other dishes. */
  readonly usualPerWeek: number;
  readonly usualInFourWeeks: number;
  /** The maximum number of servings in the menu, in any case. */
  readonly maxPerWeek: number;
}

/** The value of a limit that does not limit. */
export const UNLIMITED = Number.MAX_SAFE_INTEGER;
/** Where there are too few dishes, a dish may come at least so often in the menu. */
const MAX_PER_DISH = 2;

/** Finds the limits of a dish's servings. How often it comes: plain rice first, then its mark's `perWeek`, plain dishes, and all others. */
export function findRepetitionLimits(
  dish: PlannerDish,
  { foods, rules }: Pick<PlanProblem, 'foods' | 'rules'>,
): RepetitionLimits {
  const { perDish, perCycle, perWeek, repeatDays } = rules;
  if (isPlainRice(dish, foods)) return { ...NO_LIMITS, minDaysApart: 0 };
  const minDaysApart = isDaily(dish.mark) ? Math.min(1, repeatDays) : repeatDays;
  const maxOfMark = Object.hasOwn(perWeek, dish.mark) ? perWeek[dish.mark] : undefined;
  if (maxOfMark !== undefined) return { ...NO_LIMITS, minDaysApart, maxPerWeek: maxOfMark };
  if (isPlain(dish, foods)) return { ...NO_LIMITS, minDaysApart };
  const maxPerWeek = Math.max(MAX_PER_DISH, perDish);
  return { minDaysApart, usualPerWeek: perDish, usualInFourWeeks: perCycle, maxPerWeek };
}

/** Lists the codes of the main ingredients. Where none is marked as main, it is the heaviest. */
export function listMainIngredients({ ingredient }: PlannerDish): string[] {
  const marked = ingredient.filter(({ isMain }) => isMain === true);
  const heaviest = findHeaviest(ingredient);
  return (marked.length > 0 || !heaviest ? marked : [heaviest]).map(({ key }) => key);
}

function findHeaviest(ingredients: readonly DishIngredient[]): DishIngredient | undefined {
  return ingredients.reduce<DishIngredient | undefined>((heaviest, ingredient) => {
    return heaviest && Number(heaviest.value) >= Number(ingredient.value) ? heaviest : ingredient;
  }, undefined);
}

/** Lists the codes of the dish's ingredients that the unit avoids. A dish with one of them is not served. */
export function listAvoidedFoods({ ingredient }: PlannerDish, foodMarks: Marks): string[] {
  return ingredient.flatMap(({ key }) => (foodMarks.get(key) === '忌用' ? [key] : []));
}

const NO_LIMITS: RepetitionLimits = {
  minDaysApart: 0,
  usualPerWeek: UNLIMITED,
  usualInFourWeeks: UNLIMITED,
  maxPerWeek: UNLIMITED,
};

/** The traits of a dish that was deleted, and of an empty slot. */
export const NO_TRAITS: Traits & RepetitionLimits = {
  mainIngredients: [],
  cookingMethod: '',
  poly: '',
  helpings: [],
  foodCategories: [],
  roles: [],
  hasDarkVegetables: false,
  ...NO_LIMITS,
};
