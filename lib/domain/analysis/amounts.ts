import type { Meal } from '../meal.ts';
import { type MenuItem, reaches } from '../menu/menu.ts';
import { commonDenominator, ratio } from '../values/ratio.ts';
import type { AnalysisInput, Group } from './content.ts';
import { type Foods, menuNutrients, readFoods } from './foods.ts';

/**
 * The exact sums of what is served together. All numbers are integers: grams are multiples of `1 / gramsDenominator`,
 * amounts of nutrients are multiples of `1 / amountDenominator`.
 */
export interface Sums {
  /** Without water, of which nothing need be known. */
  readonly grams: bigint;
  /** By the nutrient's index in `menuNutrients`. */
  readonly amounts: readonly bigint[];
  /** Grams in which the nutrient's value is known, by the nutrient's index. */
  readonly known: readonly bigint[];
  /** Grams of each food. */
  readonly gramsByCode: ReadonlyMap<string, bigint>;
}

/** One dish in one meal. */
interface Serving extends Pick<MenuItem, 'day' | 'meal' | 'dish' | 'groups'> {
  /** Portions as multiples of `1 / portionDenominator`. */
  readonly portions: bigint;
}

/** The sums of the dishes of a meal that the same groups get. */
interface MealPart extends Pick<MenuItem, 'meal' | 'groups'> {
  readonly sums: Sums;
}

/** What a menu serves to one person with factor 1, weighed. Factors are multiples of `1 / factorDenominator`. */
export interface WeighedMenu {
  readonly foods: Foods;
  readonly servings: readonly Serving[];
  /** Codes and grams of each dish. */
  readonly recipes: ReadonlyMap<number, readonly (readonly [code: string, grams: bigint])[]>;
  /** By day and meal, see `mealKey`. Meals without items are absent. */
  readonly meals: ReadonlyMap<string, readonly MealPart[]>;
  readonly factorDenominator: bigint;
  readonly gramsDenominator: bigint;
  readonly amountDenominator: bigint;
}

/** The key of a meal in `WeighedMenu.meals`. */
function mealKey(day: number, meal: Meal): string {
  return `${day} ${meal}`;
}

const NOTHING: Sums = {
  grams: 0n,
  amounts: menuNutrients.map(() => 0n),
  known: menuNutrients.map(() => 0n),
  gramsByCode: new Map(),
};

/**
 * Weighs what the menu serves. A deleted dish has no ingredients, but its meal counts as served. `foods` are those of all its
 * dishes, and perhaps more.
 */
export function weigh(input: AnalysisInput, foods: Foods = readFoods(input)): WeighedMenu {
  const { content, dishes } = input;
  const entries = [...dishes].map(([id, { ingredient }]) => ({
    id,
    parts: ingredient.map(({ key, value }) => [key, ratio(value)] as const),
  }));
  const portions = content.items.map(({ portion }) => ratio(portion));
  const gramDenominator = commonDenominator(entries.flatMap(({ parts }) => parts.map(([, grams]) => grams)));
  const portionDenominator = commonDenominator(portions);
  const factorDenominator = commonDenominator(content.groups.map(({ factor }) => ratio(factor)));
  const recipes = new Map(
    entries.map(({ id, parts }) => [id, parts.map(([code, grams]) => [code, grams.parts(gramDenominator)] as const)]),
  );
  const servings = content.items.map(({ portion, ...item }) => {
    return { ...item, portions: ratio(portion).parts(portionDenominator) };
  });
  const gramsDenominator = gramDenominator * portionDenominator * factorDenominator;
  const amountDenominator = gramsDenominator * foods.valueDenominator;
  const meals = sumMeals(servings, recipes, foods);
  return { foods, servings, recipes, meals, factorDenominator, gramsDenominator, amountDenominator };
}

function sumMeals(servings: readonly Serving[], recipes: WeighedMenu['recipes'], foods: Foods): WeighedMenu['meals'] {
  const sumsByDish = new Map([...recipes].map(([id, recipe]) => [id, sumDish(recipe, foods)]));
  const servingsByMeal = Map.groupBy(servings, ({ day, meal }) => mealKey(day, meal));
  return new Map(
    [...servingsByMeal].map(([key, mealServings]) => [
      key,
      [...Map.groupBy(mealServings, ({ groups }) => JSON.stringify(groups)).values()].flatMap((sameGroups) => {
        const sums = sumUp(sameGroups.map(({ dish, portions }) => [sumsByDish.get(dish) ?? NOTHING, portions]));
        return sameGroups.slice(0, 1).map(({ meal, groups }) => ({ meal, groups, sums }));
      }),
    ]),
  );
}

/** Sums up what a group gets in a meal; undefined if it gets nothing. */
export function sumMeal(day: number, meal: Meal, group: Group, weighed: WeighedMenu): Sums | undefined {
  const parts = (weighed.meals.get(mealKey(day, meal)) ?? []).filter((part) => reaches(part, group));
  const factor = scaledFactor(group, weighed);
  return parts.length === 0 ? undefined : sumUp(parts.map(({ sums }) => [sums, factor]));
}

function sumDish(recipe: readonly (readonly [code: string, grams: bigint])[], { byCode }: Foods): Sums {
  const [amounts, known] = [[...NOTHING.amounts], [...NOTHING.known]];
  const weighed = recipe.filter(([code]) => !byCode.get(code)?.isWater);
  for (const [code, grams] of weighed) {
    for (const [index, value] of byCode.get(code)?.values.entries() ?? []) {
      if (value === undefined) continue;
      amounts[index] = (amounts[index] ?? 0n) + grams * value;
      known[index] = (known[index] ?? 0n) + grams;
    }
  }
  return { grams: weighed.reduce((sum, [, grams]) => sum + grams, 0n), amounts, known, gramsByCode: new Map(recipe) };
}

/** Adds up these sums, each multiplied by its factor. */
export function sumUp(parts: readonly (readonly [Sums, factor: bigint])[]): Sums {
  const [amounts, known] = [[...NOTHING.amounts], [...NOTHING.known]];
  const gramsByCode = new Map<string, bigint>();
  let totalGrams = 0n;
  for (const [sums, factor] of parts) {
    totalGrams += sums.grams * factor;
    for (let index = 0; index < menuNutrients.length; index += 1) {
      amounts[index] = (amounts[index] ?? 0n) + (sums.amounts[index] ?? 0n) * factor;
      known[index] = (known[index] ?? 0n) + (sums.known[index] ?? 0n) * factor;
    }
    for (const [code, grams] of sums.gramsByCode) gramsByCode.set(code, (gramsByCode.get(code) ?? 0n) + grams * factor);
  }
  return { grams: totalGrams, amounts, known, gramsByCode };
}

/** The factor of a group as a multiple of `1 / factorDenominator`. */
export function scaledFactor(group: Group, { factorDenominator }: WeighedMenu): bigint {
  return ratio(group.factor).parts(factorDenominator);
}
