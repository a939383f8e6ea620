import { type MenuItem, reaches } from '../menu/menu.ts';
import { commonDenominator, ratio } from '../values/ratio.ts';
import type { AnalysisInput, Group } from './content.ts';
import { type Foods, menuNutrients, readFoods } from './foods.ts';

/**
 * The exact sums of what is served together. All numbers are integers: grams are multiples of `1 / gramsDenominator`,
 * amounts of nutrients are multiples of `1 / amountDenominator`.
 */
export interface Sums {
  /** Without water: it has no nutrients. */
  readonly grams: bigint;
  /** By the nutrient's index in `menuNutrients`. */
  readonly amounts: readonly bigint[];
  /** Grams of the foods whose value of the nutrient is known, by the nutrient's index. */
  readonly knownGrams: readonly bigint[];
  /** Of all foods, water among them. */
  readonly gramsByCode: ReadonlyMap<string, bigint>;
}

/** An item with its portion as a multiple of `1 / portionDenominator`. */
type Serving = Pick<MenuItem, 'day' | 'meal' | 'dish' | 'groups'> & { readonly portions: bigint };

/** A menu, weighed for one person with factor 1. The factors of its groups are multiples of `1 / factorDenominator`. */
export type WeighedMenu = ReturnType<typeof weigh>;

/** The ingredients of a dish in portion 1, as multiples of `1 / recipeDenominator`. */
type Recipe = readonly (readonly [code: string, grams: bigint])[];
type DayMeal = Pick<MenuItem, 'day' | 'meal'>;

function mealKey({ day, meal }: DayMeal): string {
  return `${day} ${meal}`;
}

const NOTHING: Sums = {
  grams: 0n,
  amounts: menuNutrients.map(() => 0n),
  knownGrams: menuNutrients.map(() => 0n),
  gramsByCode: new Map(),
};

/** Weighs a menu. A deleted dish has no ingredients, but its meal counts as served. `foods` has at least those of dishes. */
export function weigh(input: AnalysisInput, foods: Foods = readFoods(input)) {
  const { content, dishes } = input;
  const exactRecipes = [...dishes].map(([id, { ingredient }]) => {
    return { id, recipe: ingredient.map(({ key: code, value }) => ({ code, grams: ratio(value) })) };
  });
  const recipeDenominator = commonDenominator(exactRecipes.flatMap(({ recipe }) => recipe.map(({ grams }) => grams)));
  const portionDenominator = commonDenominator(content.items.map(({ portion }) => ratio(portion)));
  const factorDenominator = commonDenominator(content.groups.map(({ factor }) => ratio(factor)));
  const recipes = exactRecipes.map(({ id, recipe }): [number, Recipe] => {
    return [id, recipe.map(({ code, grams }) => [code, grams.numeratorOver(recipeDenominator)])];
  });
  const recipeByDish = new Map(recipes);
  const servings = content.items.map(({ portion, ...item }) => {
    return { ...item, portions: ratio(portion).numeratorOver(portionDenominator) };
  });
  const gramsDenominator = recipeDenominator * portionDenominator * factorDenominator;
  const amountDenominator = gramsDenominator * foods.valueDenominator;
  const sumsByDish = new Map([...recipeByDish].map(([id, recipe]) => [id, sumDish(recipe, foods)]));
  const partsByMeal = sumMealParts(servings, sumsByDish);
  return { foods, servings, recipeByDish, partsByMeal, factorDenominator, gramsDenominator, amountDenominator };
}

/** Sums up each meal of a day in parts: the dishes that go to the same groups, so that a group takes whole parts. */
function sumMealParts(servings: readonly Serving[], sumsByDish: ReadonlyMap<number, Sums>) {
  const servingsByMeal = Map.groupBy(servings, mealKey);
  const sumByGroups = (mealServings: readonly Serving[]) => {
    const servingsByGroups = Map.groupBy(mealServings, ({ groups }) => JSON.stringify(groups));
    return [...servingsByGroups.values()].flatMap((sameGroups) => {
      const sums = sumUp(sameGroups.map(({ dish, portions }) => [sumsByDish.get(dish) ?? NOTHING, portions]));
      return sameGroups.slice(0, 1).map(({ meal, groups }) => ({ meal, groups, sums }));
    });
  };
  return new Map([...servingsByMeal].map(([key, mealServings]) => [key, sumByGroups(mealServings)]));
}

/** Sums up what a group gets in a meal; undefined if it gets nothing. */
export function sumMeal(dayMeal: DayMeal, group: Group, weighed: WeighedMenu): Sums | undefined {
  const parts = (weighed.partsByMeal.get(mealKey(dayMeal)) ?? []).filter((part) => reaches(part, group));
  const factor = scaledFactor(group, weighed);
  return parts.length === 0 ? undefined : sumUp(parts.map(({ sums }) => [sums, factor]));
}

/** Sums up portion 1 of a dish, with grams in `1 / recipeDenominator`: portions and factors bring their denominators later. */
function sumDish(recipe: Recipe, { byCode }: Foods): Sums {
  const amounts = [...NOTHING.amounts];
  const knownGrams = [...NOTHING.knownGrams];
  const weighed = recipe.filter(([code]) => !byCode.get(code)?.isWater);
  for (const [code, grams] of weighed) {
    for (const [index, value] of byCode.get(code)?.values.entries() ?? []) {
      if (value === undefined) continue;
      amounts[index] = (amounts[index] ?? 0n) + grams * value;
      knownGrams[index] = (knownGrams[index] ?? 0n) + grams;
    }
  }
  const totalGrams = weighed.reduce((sum, [, grams]) => sum + grams, 0n);
  return { grams: totalGrams, amounts, knownGrams, gramsByCode: new Map(recipe) };
}

/** Adds up these sums, each multiplied by its factor. */
export function sumUp(terms: readonly (readonly [Sums, factor: bigint])[]): Sums {
  const amounts = [...NOTHING.amounts];
  const knownGrams = [...NOTHING.knownGrams];
  const gramsByCode = new Map<string, bigint>();
  let totalGrams = 0n;
  for (const [sums, factor] of terms) {
    totalGrams += sums.grams * factor;
    for (let index = 0; index < menuNutrients.length; index += 1) {
      amounts[index] = (amounts[index] ?? 0n) + (sums.amounts[index] ?? 0n) * factor;
      knownGrams[index] = (knownGrams[index] ?? 0n) + (sums.knownGrams[index] ?? 0n) * factor;
    }
    for (const [code, grams] of sums.gramsByCode) gramsByCode.set(code, (gramsByCode.get(code) ?? 0n) + grams * factor);
  }
  return { grams: totalGrams, amounts, knownGrams, gramsByCode };
}

/** The factor of a group as a multiple of `1 / factorDenominator`. */
export function scaledFactor(group: Group, { factorDenominator }: WeighedMenu): bigint {
  return ratio(group.factor).numeratorOver(factorDenominator);
}
