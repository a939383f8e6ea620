import type { Meal } from '../meal.ts';
import { type MenuItem, reaches } from '../menu/menu.ts';
import { commonUnder, ratio } from '../values/ratio.ts';
import type { AnalysisInput, Group } from './content.ts';
import { counted, type Foods, readFoods } from './foods.ts';

/**
 * The exact sums of what is served together. All numbers are integers: grams are multiples of `1 / gramsUnder`, amounts
 * of nutrients are multiples of `1 / amountUnder`.
 */
export interface Sums {
  readonly grams: bigint;
  /** By the nutrient's index in `counted`. */
  readonly amounts: readonly bigint[];
  /** Grams in which the nutrient's value is known, by the nutrient's index. */
  readonly known: readonly bigint[];
  readonly gramsOf: ReadonlyMap<string, bigint>;
}

/** One dish in one meal. */
interface Serving extends Pick<MenuItem, 'day' | 'meal' | 'dish' | 'groups'> {
  /** Portions as multiples of `1 / portionUnder`. */
  readonly portions: bigint;
}

/** What is served in a meal to the same groups. */
interface Part extends Pick<MenuItem, 'meal' | 'groups'> {
  readonly sums: Sums;
}

/** What a menu serves to one person with factor 1, weighed. Factors are multiples of `1 / factorUnder`. */
export interface Weighed {
  readonly foods: Foods;
  readonly servings: readonly Serving[];
  /** Codes and grams of each dish. */
  readonly recipes: ReadonlyMap<number, readonly (readonly [code: string, grams: bigint])[]>;
  /** By day and meal, see `mealKey`. Meals without items are absent. */
  readonly meals: ReadonlyMap<string, readonly Part[]>;
  readonly factorUnder: bigint;
  readonly gramsUnder: bigint;
  readonly amountUnder: bigint;
}

/** The key of a meal in `Weighed.meals`. */
function mealKey(day: number, meal: Meal): string {
  return `${day} ${meal}`;
}

const NOTHING: Sums = {
  grams: 0n,
  amounts: counted.map(() => 0n),
  known: counted.map(() => 0n),
  gramsOf: new Map(),
};

/** Weighs what the menu serves. Nothing is known of a dish that is gone, but its meal counts as served. */
export function weigh({ content, dishes, foods: known }: AnalysisInput): Weighed {
  const foods = readFoods({ dishes, foods: known });
  const entries = [...dishes].map(([id, { ingredient }]) => ({
    id,
    parts: ingredient.map(({ key, value }) => [key, ratio(value)] as const),
  }));
  const portions = content.items.map(({ portion }) => ratio(portion));
  const gramUnder = commonUnder(entries.flatMap(({ parts }) => parts.map(([, grams]) => grams)));
  const portionUnder = commonUnder(portions);
  const factorUnder = commonUnder(content.groups.map(({ factor }) => ratio(factor)));
  const recipes = new Map(
    entries.map(({ id, parts }) => [id, parts.map(([code, grams]) => [code, grams.parts(gramUnder)] as const)]),
  );
  const servings = content.items.map(({ portion, ...item }) => {
    return { ...item, portions: ratio(portion).parts(portionUnder) };
  });
  const gramsUnder = gramUnder * portionUnder * factorUnder;
  const amountUnder = gramsUnder * foods.valueUnder;
  const meals = sumMeals(servings, recipes, foods);
  return { foods, servings, recipes, meals, factorUnder, gramsUnder, amountUnder };
}

function sumMeals(servings: Weighed['servings'], recipes: Weighed['recipes'], foods: Foods): Weighed['meals'] {
  const ofDishes = new Map([...recipes].map(([id, recipe]) => [id, sumDish(recipe, foods)]));
  const together = Map.groupBy(servings, ({ day, meal }) => mealKey(day, meal));
  return new Map(
    [...together].map(([key, served]) => [
      key,
      [...Map.groupBy(served, ({ groups }) => JSON.stringify(groups)).values()].flatMap((some) => {
        const sums = sumUp(some.map(({ dish, portions }) => [ofDishes.get(dish) ?? NOTHING, portions]));
        return some.slice(0, 1).map(({ meal, groups }) => ({ meal, groups, sums }));
      }),
    ]),
  );
}

/** What a group gets in a meal; undefined where it gets nothing. */
export function sumMeal(day: number, meal: Meal, group: Group, weighed: Weighed): Sums | undefined {
  const parts = (weighed.meals.get(mealKey(day, meal)) ?? []).filter((part) => reaches(part, group));
  const factor = factorOf(group, weighed);
  return parts.length === 0 ? undefined : sumUp(parts.map(({ sums }) => [sums, factor]));
}

function sumDish(recipe: readonly (readonly [code: string, grams: bigint])[], { byCode }: Foods): Sums {
  const [amounts, known] = [[...NOTHING.amounts], [...NOTHING.known]];
  for (const [code, grams] of recipe) {
    for (const [place, value] of byCode.get(code)?.values.entries() ?? []) {
      if (value === undefined) continue;
      amounts[place] = (amounts[place] ?? 0n) + grams * value;
      known[place] = (known[place] ?? 0n) + grams;
    }
  }
  return { grams: recipe.reduce((sum, [, grams]) => sum + grams, 0n), amounts, known, gramsOf: new Map(recipe) };
}

/** The sum of these parts, each multiplied by its number. */
export function sumUp(parts: readonly (readonly [Sums, times: bigint])[]): Sums {
  const [amounts, known] = [[...NOTHING.amounts], [...NOTHING.known]];
  const gramsOf = new Map<string, bigint>();
  let all = 0n;
  for (const [sums, times] of parts) {
    all += sums.grams * times;
    for (let place = 0; place < counted.length; place += 1) {
      amounts[place] = (amounts[place] ?? 0n) + (sums.amounts[place] ?? 0n) * times;
      known[place] = (known[place] ?? 0n) + (sums.known[place] ?? 0n) * times;
    }
    for (const [code, grams] of sums.gramsOf) gramsOf.set(code, (gramsOf.get(code) ?? 0n) + grams * times);
  }
  return { grams: all, amounts, known, gramsOf };
}

/** The factor of a group as a multiple of `1 / factorUnder`. */
export function factorOf(group: Group, { factorUnder }: Weighed): bigint {
  return ratio(group.factor).parts(factorUnder);
}
