import Big from 'big.js';
import * as z from 'zod';
import type { DishIngredient } from './dish.ts';
import type { Edition } from './edition.ts';
import type { Ingredient } from './ingredient.ts';
import { type Nutrient, nutrients } from './nutrient.ts';

/** Decimals on a label. */
const DECIMALS = 2;

/** Decimal arithmetic without binary floats; divisions are rounded half up to two decimals. */
const Decimal = Big();
Decimal.DP = DECIMALS;
Decimal.RM = Big.roundHalfUp;

/** One line of a label. */
const Component = z.object({
  /** The nutrient's name. */
  name: z.string(),
  /** `<number with two decimals>(<unit>)` */
  nutrition: z.string(),
  /** Per cent of the reference value with two decimals, or `-` where there is none. */
  nvr: z.string(),
  /** Ingredients whose value is unknown and so not in the sum. */
  missing: z.array(z.string()).optional(),
});
type Component = z.output<typeof Component>;

/** The nutrition label of one dish. */
export const LabelRecord = z.object({
  name: z.string(),
  ingredients: z.array(z.string()),
  component: z.array(Component),
});

/** An ingredient of a dish with what the catalogue knows of it. */
interface Part {
  readonly name: string;
  /** Grams. */
  readonly amount: Big;
  readonly nutrients: Ingredient['nutrients'];
}

/**
 * The label of a dish: ingredients by descending amount; per nutrient Σ amount × value per 100 g / 100, exact until it is
 * rounded half up. An ingredient outside the catalogue goes by its code, its values are unknown. A nutrient that is known
 * for no ingredient has no line.
 */
export function makeLabel(
  dish: { readonly name: string; readonly ingredient: readonly DishIngredient[] },
  catalogue: ReadonlyMap<string, Ingredient>,
  edition: Edition,
): z.input<typeof LabelRecord> {
  const parts = dish.ingredient
    .map(({ key, value }): Part => {
      const known = catalogue.get(key);
      return { name: known?.name ?? key, amount: new Decimal(value), nutrients: known?.nutrients ?? {} };
    })
    .sort((a, b) => b.amount.cmp(a.amount));
  return {
    name: dish.name,
    ingredients: parts.map((part) => part.name),
    component: nutrients.flatMap((nutrient) => makeComponent(nutrient, parts, edition) ?? []),
  };
}

function makeComponent(nutrient: Nutrient, parts: readonly Part[], edition: Edition): Component | undefined {
  const missing = parts.filter((part) => part.nutrients[nutrient.key] === undefined).map((part) => part.name);
  if (missing.length === parts.length) return undefined;
  const hundredfold = parts.reduce(
    (sum, { amount, nutrients: values }) => sum.plus(amount.times(values[nutrient.key] ?? 0)),
    new Decimal(0),
  );
  const amount = hundredfold.times('0.01');
  const reference = nutrient.nrv[edition];
  return {
    name: nutrient.value,
    nutrition: `${amount.toFixed(DECIMALS)}(${nutrient.unit})`,
    nvr: reference === undefined ? '-' : `${amount.times(100).div(reference).toFixed(DECIMALS)}%`,
    ...(missing.length > 0 ? { missing } : {}),
  };
}
