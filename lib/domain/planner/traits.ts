import { listGramsByCategory } from '../analysis/categories.ts';
import { MIN_KIND_GRAMS } from '../analysis/kinds.ts';
import { dailyMarks } from '../analysis/warnings/warnings.ts';
import { kitchenName } from '../ingredient/food.ts';
import { findKind } from '../ingredient/kind.ts';
import type { Marks } from '../ingredient/mark.ts';
import type { PlannerDish, PlanProblem } from './problem.ts';

type Foods = PlanProblem['foods'];
type DishIngredient = PlannerDish['ingredient'][number];
/** What traits follow from: the mark, the way of cooking (`poly`) and the ingredients. */
type ComposedDish = Pick<PlannerDish, 'mark' | 'poly' | 'ingredient'>;

/** The facts of a dish that the rules of variety count. */
export interface Traits {
  /** Codes of the main ingredients. The first gives the dish its character. A dish for every day has none. */
  readonly countedMainIngredients: readonly string[];
  /** The way of cooking; empty where it is unknown. */
  readonly cookingMethod: string;
  /** The way of cooking, but empty for a dish for every day: rice is served at each lunch, always steamed. */
  readonly countedCookingMethod: string;
  /** Codes of the foods of which it has a helping, without scallion, ginger, garlic, oil and the grain of staples. */
  readonly helpingCodes: readonly string[];
  /** The categories of its foods that have enough grams to count as kinds. */
  readonly foodCategories: readonly string[];
  readonly mealRoles: readonly MealRole[];
  /** Whether it has a helping of dark vegetables. */
  readonly hasDarkVegetables: boolean;
}

/** The roles in a meal, each of which only one of its dishes should play. `milk` includes soy milk, and `rice` porridge. */
const mealRoles = ['eggs', 'milk', 'rice', 'fruit'] as const;
export type MealRole = (typeof mealRoles)[number];

/** The minimum grams of one food that make a helping of it. */
const MIN_HELPING_GRAMS = 15;
/** The minimum grams of all dark vegetables of a dish, summed up, that make a helping of them. */
const MIN_DARK_GRAMS = 30;
/** The minimum grams of one milk or soy milk with which a dish plays the role `milk`. */
const MIN_MILK_GRAMS = 80;

/** Marks of dishes that are mostly grain. */
const STAPLE_MARKS = new Set(['主食', '粥', '点心']);
/** Names of soy milk, whose category is not that of milk. Food tables use the same names as kitchens. */
const SOY_MILK_NAME = /^(豆浆|豆奶)/;
/** Names of white rice. Food tables say 稻米, for example, kitchens 大米. Brown, glutinous and black rice do not come every day. */
export const RICE_NAME = /^(稻米|大米|粳米|籼米|香米|胚芽米|米饭)/;

/** Turns a dish into its traits. A food that is not in `foods` counts only as a main ingredient and a helping. */
export function toTraits(dish: ComposedDish, foods: Foods): Traits {
  const { mark, poly, ingredient } = dish;
  const weighedFoods = ingredient.flatMap(({ key, value }) => {
    const food = foods.get(key);
    return food ? [{ food, grams: Number(value) }] : [];
  });
  const isHelping = ({ key, value }: DishIngredient) => {
    const food = foods.get(key);
    const isGrainOfStaple = STAPLE_MARKS.has(mark) && isGrain(food);
    // Scallion, ginger, garlic, oil and condiments have no kind.
    const hasKind = food === undefined || findKind(food) !== undefined;
    return Number(value) >= MIN_HELPING_GRAMS && !isGrainOfStaple && hasKind;
  };
  const foodsCountedAsKinds = weighedFoods.filter(({ grams }) => grams >= Number(MIN_KIND_GRAMS));
  const categories = foodsCountedAsKinds.flatMap(({ food }) => listGramsByCategory(food).map(([category]) => category));
  const darkGrams = weighedFoods.reduce((sum, { food, grams }) => sum + (food.dark === true ? grams : 0), 0);
  return {
    countedMainIngredients: dailyMarks.has(mark) ? [] : listMainIngredients(dish),
    cookingMethod: poly,
    countedCookingMethod: dailyMarks.has(mark) ? '' : poly,
    helpingCodes: ingredient.filter(isHelping).map(({ key }) => key),
    foodCategories: [...new Set(categories)],
    mealRoles: listRoles(dish, foods),
    hasDarkVegetables: darkGrams >= MIN_DARK_GRAMS,
  };
}

/** The traits of a dish that was deleted, and of an empty slot. */
export const NO_TRAITS = toTraits({ mark: '', poly: '', ingredient: [] }, new Map());

function listRoles(dish: ComposedDish, foods: Foods): MealRole[] {
  const isMilk = ({ key, value }: DishIngredient) => {
    const { name = '', foodCategory } = foods.get(key) ?? {};
    return Number(value) >= MIN_MILK_GRAMS && (foodCategory?.name === '奶类及奶制品' || SOY_MILK_NAME.test(name));
  };
  const playsRole: Readonly<Record<MealRole, boolean>> = {
    eggs: listMainIngredients(dish).some((code) => foods.get(code)?.foodCategory?.name === '蛋类'),
    milk: dish.ingredient.some(isMilk),
    rice: dish.mark === '粥' || isRice(dish, foods),
    fruit: dish.mark === '水果',
  };
  return mealRoles.filter((role) => playsRole[role]);
}

/** Whether the dish is a staple whose heaviest grain is rice. It may have more sweet potatoes or vegetables than that. */
export function isRice({ mark, ingredient }: ComposedDish, foods: Foods): boolean {
  const isRiceItself = (code: string) => isNamed(RICE_NAME, code, foods);
  const grains = ingredient.filter(({ key }) => isGrain(foods.get(key)) || isRiceItself(key));
  return mark === '主食' && isRiceItself(findHeaviest(grains)?.key ?? '');
}

const isGrain = (food: ReturnType<Foods['get']>) => food?.foodCategory?.name === '谷类';

/** Whether the pattern matches the name of the food in food tables, or that in kitchens. */
export function isNamed(pattern: RegExp, code: string, foods: Foods): boolean {
  const food = foods.get(code);
  return pattern.test(food?.name ?? '') || pattern.test(kitchenName(food, ''));
}

/** Lists the codes of the main ingredients. Where none is marked as main, the heaviest is the only one. */
export function listMainIngredients({ ingredient }: ComposedDish): string[] {
  const markedAsMain = ingredient.filter(({ isMain }) => isMain === true);
  const mainIngredients = markedAsMain.length > 0 ? markedAsMain : [findHeaviest(ingredient)];
  return mainIngredients.flatMap((main) => main?.key ?? []);
}

function findHeaviest(ingredients: readonly DishIngredient[]): DishIngredient | undefined {
  return ingredients.reduce<DishIngredient | undefined>((heaviest, ingredient) => {
    return heaviest && Number(heaviest.value) >= Number(ingredient.value) ? heaviest : ingredient;
  }, undefined);
}

/** Lists the codes of the dish's ingredients that the unit avoids. A dish with one of them is not served. */
export function listAvoidedCodes({ ingredient }: PlannerDish, markByCode: Marks): string[] {
  return ingredient.flatMap(({ key }) => (markByCode.get(key) === '忌用' ? [key] : []));
}
