import * as z from 'zod/mini';
import type { Dish } from '../dish.ts';
import type { AllergenFacts } from '../ingredient/allergen.ts';
import { kitchenName, type StoredFood } from '../ingredient/food.ts';
import { isWater } from '../ingredient/kind.ts';
import type { Edition } from '../nutrient/edition.ts';
import { type Nutrient, nutrients } from '../nutrient/nutrient.ts';
import { about } from '../values/fields.ts';
import { type Ratio, ratio, sumRatios } from '../values/ratio.ts';
import { nameSchemas } from '../values/schema-name.ts';
import { mandatoryNutrients } from './printed-table.ts';

/** The maximum number of labels in one answer. */
export const MAX_LABELS = 100;

/** The decimals of all numbers on a label. */
const DECIMALS = 2;

const Component = z.object({
  /** The nutrient's name. */
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
type Component = z.output<typeof Component>;

/** The nutrition label of a dish, stored or not. */
export const DraftLabel = z.object({
  name: z.string(),
  ingredients: z.array(z.string()),
  component: z.array(Component),
  missing: about(
    'Beyond the contract: nutrients that GB 28050-2025 demands, but no ingredient has a value of.',
    z.optional(z.array(z.string())),
  ),
});

/** The nutrition label of a stored dish, with the dish's id. */
export const LabelRecord = z.object({
  id: about('Beyond the contract: the dish whose label it is.', z.int()),
  ...DraftLabel.shape,
});
nameSchemas({ Label: LabelRecord, DraftLabel, LabelComponent: Component });

/** An ingredient of a dish with the facts of the catalogue that its label needs. */
export interface LabelledIngredient {
  /** The name, or the code if the catalogue does not have the ingredient. */
  readonly name: string;
  readonly isListed: boolean;
  readonly isWater: boolean;
  readonly grams: Ratio;
  readonly nutrients: StoredFood['nutrients'];
  /** The food of the catalogue; undefined if it does not have the ingredient. */
  readonly food: AllergenFacts | undefined;
}

/** The amount of a nutrient, or of a row of a label, in a dish, as far as it is known. */
export interface KnownSum {
  /** Exact sum over the ingredients whose value is known. */
  readonly amount: Ratio;
  /** Names of the ingredients whose value is unknown. */
  readonly missing: readonly string[];
  /** Grams of the ingredients whose value is known, without water. */
  readonly knownGrams: Ratio;
}

/** The amount of a nutrient in a dish, in the nutrient's unit. */
interface NutrientSum extends KnownSum {
  readonly nutrient: Nutrient;
}

/** The facts of a dish that a label needs. */
export type LabelledDish = Pick<Dish, 'name' | 'ingredient'>;

/** A dish with the sums of its nutrients. */
export interface WeighedDish extends LabelledDish {
  /** Its ingredients, the heaviest first. */
  readonly parts: readonly LabelledIngredient[];
  /** In the order of `nutrients`. A nutrient is left out if no ingredient has a value of it. */
  readonly sums: readonly NutrientSum[];
}

/**
 * Weighs a dish: its ingredients, the heaviest first, and for each nutrient the exact Σ grams × value per 100 g /
 * 100. An ingredient outside the catalogue has its code as name, and unknown values.
 */
export function weighDish<D extends LabelledDish>(
  dish: D,
  catalogue: ReadonlyMap<string, StoredFood>,
): D & WeighedDish {
  const parts = dish.ingredient
    .map(({ key, value }): LabelledIngredient => {
      const food = catalogue.get(key);
      return {
        name: kitchenName(food, key),
        isListed: food !== undefined,
        isWater: isWater(food),
        grams: ratio(value),
        nutrients: food?.nutrients ?? {},
        food,
      };
    })
    .sort((a, b) => b.grams.compare(a.grams));
  const sums = nutrients.flatMap((nutrient): NutrientSum[] => {
    const sum = sumUp(parts, (values) => values[nutrient.key]);
    return sum ? [{ nutrient, ...sum }] : [];
  });
  return { ...dish, parts, sums };
}

/**
 * Sums up exactly Σ grams × value per 100 g / 100 over the ingredients whose value is known; undefined if no value is
 * known.
 */
export function sumUp(
  parts: readonly LabelledIngredient[],
  findValue: (nutrients: LabelledIngredient['nutrients']) => Ratio | string | undefined,
): KnownSum | undefined {
  const known = parts.flatMap((part) => {
    const value = findValue(part.nutrients);
    return value === undefined ? [] : [{ part, hundredfold: part.grams.times(value) }];
  });
  if (known.length === 0) return undefined;
  const knownParts = known.map(({ part }) => part);
  return {
    amount: sumRatios(known.map(({ hundredfold }) => hundredfold)).per(100),
    missing: parts.filter((part) => !knownParts.includes(part)).map(({ name }) => name),
    knownGrams: weighWithoutWater(knownParts),
  };
}

/** Weighs ingredients in grams. Water does not count, since it needs no known values. */
export function weighWithoutWater(parts: readonly LabelledIngredient[]): Ratio {
  return sumRatios(parts.flatMap((part) => (part.isWater ? [] : [part.grams])));
}

/** Calculates the per cent of the reference value, rounded half up; undefined if the edition has no such value. */
function toReferencePercent({ nutrient, amount }: NutrientSum, edition: Edition): string | undefined {
  const reference = nutrient.nrv[edition];
  return reference && `${amount.times(100).per(reference).toFixed(DECIMALS)}%`;
}

export function makeLabel(dish: WeighedDish, edition: Edition): z.input<typeof DraftLabel> {
  const knownKeys = new Set(dish.sums.map(({ nutrient }) => nutrient.key));
  // Labels by the older edition stay as they always were.
  const demandedKeys = edition === '2025' ? mandatoryNutrients[edition] : [];
  const missingNutrients = nutrients.filter(({ key }) => demandedKeys.includes(key) && !knownKeys.has(key));
  const hasMissing = missingNutrients.length > 0 && dish.parts.length > 0;
  return {
    ...(hasMissing ? { missing: missingNutrients.map(({ value }) => value) } : {}),
    name: dish.name,
    ingredients: dish.parts.map((part) => part.name),
    component: dish.sums
      .filter(({ nutrient: { labelled = true } }) => labelled)
      .map((sum): Component => {
        const { nutrient, amount, missing } = sum;
        return {
          name: nutrient.value,
          nutrition: `${amount.toFixed(DECIMALS)}(${nutrient.unit})`,
          nvr: toReferencePercent(sum, edition) ?? '-',
          ...(missing.length > 0 ? { missing: [...missing] } : {}),
        };
      }),
  };
}
