import * as z from 'zod/mini';
import type { Dish } from '../dish.ts';
import { kitchenName, type StoredFood } from '../ingredient/food.ts';
import { isWater } from '../ingredient/kind.ts';
import type { Edition } from '../nutrient/edition.ts';
import { type Nutrient, nutrients } from '../nutrient/nutrient.ts';
import { about } from '../values/fields.ts';
import { nameSchemas } from '../values/output.ts';
import { type Ratio, ratio, sumRatios } from '../values/ratio.ts';
import { mandatoryKeysByEdition } from './printed-table.ts';

/** The maximum number of labels in one answer. */
export const MAX_LABELS = 100;

/** The decimals of all numbers in an answer; a printed label has its own. */
const ANSWER_DECIMALS = 2;

const Component = z.object({
  name: z.string(),
  /** `<number with two decimals>(<unit>)` */
  nutrition: z.string(),
  /** Per cent of the reference value with two decimals, or `-` if there is none. */
  nvr: z.string(),
  missing: about(
    'Beyond the contract: ingredients whose value is unknown. The sum does not include them.',
    z.optional(z.array(z.string())),
  ),
});

export const LabelContent = z.object({
  name: z.string(),
  ingredients: z.array(z.string()),
  component: z.array(Component),
  missing: about(
    'Beyond the contract: nutrients that GB 28050-2025 demands, but no ingredient has a value of.',
    z.optional(z.array(z.string())),
  ),
});

export const LabelRecord = z.object({
  id: about('Beyond the contract: the dish whose label it is.', z.int()),
  ...LabelContent.shape,
});
nameSchemas({ Label: LabelRecord, DraftLabel: LabelContent, LabelComponent: Component });

export interface WeighedIngredient {
  /** The name, or the code if the catalogue does not have the ingredient. */
  readonly name: string;
  readonly grams: Ratio;
  /** Undefined if the catalogue does not have the ingredient. */
  readonly food: StoredFood | undefined;
}

/** The amount of a nutrient in a dish, as far as it is known. */
export interface KnownSum {
  /** In the nutrient's unit. */
  readonly amount: Ratio;
  /** Names of the ingredients that the sum does not include, since their value is unknown. */
  readonly missingIngredientNames: readonly string[];
  /** The weight of the ingredients whose value is known, without water. */
  readonly knownDryGrams: Ratio;
}

export type LabelledDish = Pick<Dish, 'name' | 'ingredient'>;

export interface WeighedDish extends LabelledDish {
  /** The heaviest first, as labels list them; equal ones in the order of the recipe. */
  readonly weighedIngredients: readonly WeighedIngredient[];
  /** In the order of `nutrients`. A nutrient is left out if no ingredient has a value for it. */
  readonly sums: readonly (KnownSum & { readonly nutrient: Nutrient })[];
}

/** Weighs the ingredients of a dish and sums up its nutrients. An ingredient outside the catalogue has no known values. */
export function weighDish<D extends LabelledDish>(dish: D, foods: ReadonlyMap<string, StoredFood>): D & WeighedDish {
  const weighedIngredients = dish.ingredient
    .map(({ key: code, value: grams }): WeighedIngredient => {
      const food = foods.get(code);
      return { name: kitchenName(food, code), grams: ratio(grams), food };
    })
    .sort((a, b) => b.grams.compare(a.grams));
  const sums = nutrients.flatMap((nutrient) => {
    const sum = sumKnownAmounts(weighedIngredients, (valueByNutrient) => valueByNutrient[nutrient.key]);
    return sum ? [{ nutrient, ...sum }] : [];
  });
  return { ...dish, weighedIngredients, sums };
}

/** Sums up a nutrient exactly. `findValue` finds its value per 100 g; the sum is undefined if no ingredient has one. */
export function sumKnownAmounts(
  ingredients: readonly WeighedIngredient[],
  findValue: (valueByNutrient: StoredFood['nutrients']) => Ratio | string | undefined,
): KnownSum | undefined {
  const valued = ingredients.map((ingredient) => ({ ingredient, value: findValue(ingredient.food?.nutrients ?? {}) }));
  const known = valued.flatMap(({ ingredient, value }) => (value === undefined ? [] : [{ ingredient, value }]));
  if (known.length === 0) return undefined;
  return {
    amount: sumRatios(known.map(({ ingredient, value }) => ingredient.grams.times(value))).per(100),
    missingIngredientNames: valued.flatMap(({ ingredient, value }) => (value === undefined ? [ingredient.name] : [])),
    knownDryGrams: weighWithoutWater(known.map(({ ingredient }) => ingredient)),
  };
}

/** Weighs ingredients in grams. Water does not count, since its values are no loss if they are unknown. */
export function weighWithoutWater(ingredients: readonly WeighedIngredient[]): Ratio {
  return sumRatios(ingredients.flatMap(({ food, grams }) => (isWater(food) ? [] : [grams])));
}

/** Makes the label as answers show it. `printLabel` makes the one that is printed. */
export function makeLabel(dish: WeighedDish, edition: Edition): z.input<typeof LabelContent> {
  const knownKeys = new Set(dish.sums.map(({ nutrient }) => nutrient.key));
  // Labels by the edition of 2011 never named missing nutrients, and front ends rely on that.
  const demandedKeys = edition === '2025' ? mandatoryKeysByEdition[edition] : [];
  const missingNutrients = nutrients.filter(({ key }) => demandedKeys.includes(key) && !knownKeys.has(key));
  // A dish without ingredients would lack them all.
  const namesMissing = missingNutrients.length > 0 && dish.weighedIngredients.length > 0;
  return {
    ...(namesMissing ? { missing: missingNutrients.map(({ value }) => value) } : {}),
    name: dish.name,
    ingredients: dish.weighedIngredients.map((ingredient) => ingredient.name),
    component: dish.sums
      .filter(({ nutrient: { labelled = true } }) => labelled)
      .map(({ nutrient, amount, missingIngredientNames }) => {
        const reference = nutrient.nrv[edition];
        return {
          name: nutrient.value,
          nutrition: `${amount.toFixed(ANSWER_DECIMALS)}(${nutrient.unit})`,
          nvr: reference === undefined ? '-' : `${amount.times(100).per(reference).toFixed(ANSWER_DECIMALS)}%`,
          ...(missingIngredientNames.length > 0 ? { missing: [...missingIngredientNames] } : {}),
        };
      }),
  };
}
