import Big from 'big.js';
import * as z from 'zod/mini';
import { type Dish, dishId } from './dish.ts';
import type { Edition } from './edition.ts';
import type { Ingredient } from './ingredient.ts';
import { type Nutrient, nutrients } from './nutrient.ts';

/** Most dishes whose labels one call answers. */
export const MOST_LABELS = 100;

/** Decimals on a label. */
const DECIMALS = 2;

/** Decimal arithmetic without binary floats. Divisions are rounded half up to two decimals. */
const Decimal = Big();
Decimal.DP = DECIMALS;
Decimal.RM = Big.roundHalfUp;

/** Decimal arithmetic in which divisions are rounded half up to whole numbers. */
const Whole = Big();
Whole.DP = 0;
Whole.RM = Big.roundHalfUp;

/** One line of a label. */
const Component = z.object({
  /** The nutrient's name. */
  name: z.string(),
  /** `<number with two decimals>(<unit>)` */
  nutrition: z.string(),
  /** Per cent of the reference value with two decimals, or `-` where there is none. */
  nvr: z.string(),
  /** Ingredients whose value is unknown and so not in the sum. */
  missing: z.optional(z.array(z.string())),
});
type Component = z.output<typeof Component>;

/** The nutrition label of one dish. */
export const LabelRecord = z.object({
  /** The dish's id. */
  id: z.int(),
  name: z.string(),
  ingredients: z.array(z.string()),
  component: z.array(Component),
});

/** An ingredient of a dish with what the catalogue knows of it. */
interface Part {
  /** Its name, or its code where the catalogue does not have it. */
  readonly name: string;
  readonly isListed: boolean;
  /** Grams. */
  readonly amount: Big;
  readonly nutrients: Ingredient['nutrients'];
}

/** The amount of a nutrient in a dish, in the nutrient's unit. */
export interface NutrientSum {
  readonly nutrient: Nutrient;
  /** Exact sum over the ingredients whose value is known. */
  readonly amount: Big;
  /** Names of the ingredients whose value is unknown. */
  readonly missing: readonly string[];
}

/** A dish with what is in it. */
export interface WeighedDish {
  readonly id: number;
  readonly name: string;
  readonly vender: number;
  /** By descending amount. */
  readonly parts: readonly Part[];
  /** In the order of `nutrients`; a nutrient that is known for no ingredient is left out. */
  readonly sums: readonly NutrientSum[];
}

/**
 * Weighs a dish: its ingredients by descending amount, and for each nutrient the exact Σ amount × value per 100 g /
 * 100. An ingredient outside the catalogue goes by its code, and its values are unknown.
 */
export function weighDish(
  dish: Pick<Dish, 'number' | 'vender' | 'name' | 'ingredient'>,
  catalogue: ReadonlyMap<string, Ingredient>,
): WeighedDish {
  const parts = dish.ingredient
    .map(({ key, value }): Part => {
      const known = catalogue.get(key);
      const [name, isListed] = known ? [known.name, true] : [key, false];
      return { name, isListed, amount: new Decimal(value), nutrients: known?.nutrients ?? {} };
    })
    .sort((a, b) => b.amount.cmp(a.amount));
  const sums = nutrients.flatMap((nutrient) => sumUp(nutrient, parts) ?? []);
  return { id: dishId(dish.vender, dish.number), name: dish.name, vender: dish.vender, parts, sums };
}

function sumUp(nutrient: Nutrient, parts: readonly Part[]): NutrientSum | undefined {
  const missing = parts.filter((part) => part.nutrients[nutrient.key] === undefined).map((part) => part.name);
  if (missing.length === parts.length) return undefined;
  const hundredfold = parts.reduce(
    (sum, { amount, nutrients: values }) => sum.plus(amount.times(values[nutrient.key] ?? 0)),
    new Decimal(0),
  );
  return { nutrient, amount: hundredfold.times('0.01'), missing };
}

/** Per cent of the reference value, rounded half up; undefined where the edition has none. */
function percentOf({ nutrient, amount }: NutrientSum, edition: Edition, to: typeof Decimal): string | undefined {
  const reference = nutrient.nrv[edition];
  // There is one division only: rounding what is rounded already could carry it over a half.
  return reference && `${new to(amount).times(100).div(reference).toFixed(to.DP)}%`;
}

/** Whole per cent of the reference value, rounded half up; undefined where the edition has none. */
export function wholePercentOf(sum: NutrientSum, edition: Edition): string | undefined {
  return percentOf(sum, edition, Whole);
}

/** Whether a nutrient has a line on labels. */
function isLabelled({ nutrient: { labelled = true } }: NutrientSum): boolean {
  return labelled;
}

/** The label of a dish, with two decimals. */
export function makeLabel(dish: WeighedDish, edition: Edition): z.input<typeof LabelRecord> {
  return {
    id: dish.id,
    name: dish.name,
    ingredients: dish.parts.map((part) => part.name),
    component: dish.sums.filter(isLabelled).map((sum): Component => {
      const { nutrient, amount, missing } = sum;
      return {
        name: nutrient.value,
        nutrition: `${amount.toFixed(DECIMALS)}(${nutrient.unit})`,
        nvr: percentOf(sum, edition, Decimal) ?? '-',
        ...(missing.length > 0 ? { missing: [...missing] } : {}),
      };
    }),
  };
}
