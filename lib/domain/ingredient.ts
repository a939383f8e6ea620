import * as z from 'zod/mini';
import { ExactNumber, exactNumber } from './decimal.ts';
import { emptyOrChoice, keyword, NAME_MAX, text } from './fields.ts';
import { Mark, marks } from './mark.ts';

/** Values by nutrient key as decimal texts, per 100 g edible portion. An unknown value is absent, never 0. */
const Nutrients = z.record(z.string(), z.string());

export const Ingredient = z.object({
  version: z.int(),
  /** Number in the catalogue. */
  number: z.int(),
  code: z.string(),
  name: z.string(),
  category: z.string(),
  /** Edible share of the food as bought, in per cent as decimal text; absent where unknown. */
  edible: z.optional(z.string()),
  nutrients: Nutrients,
  /** Keys of nutrients found in traces, which count as 0. */
  traces: z._default(z.array(z.string()), []),
});
export type Ingredient = z.output<typeof Ingredient>;

/** A food as a food table has it, without what the catalogue adds. */
export type FoodFacts = Omit<Ingredient, 'version' | 'number'>;

/** Whether the catalogue already has the food exactly like this. */
export function isSameFood(old: FoodFacts, food: FoodFacts): boolean {
  const facts = ({ name, category, edible, nutrients, traces }: FoodFacts) =>
    JSON.stringify([name, category, edible ?? null, Object.entries(nutrients).sort(), traces.toSorted()]);
  return facts(old) === facts(food);
}

/** Input of the filter of the catalogue. */
export const ingredientFilter = {
  keyword: keyword(),
  category: z.pipe(
    z.optional(text(NAME_MAX)),
    z.transform((category) => category || undefined),
  ),
  mark: emptyOrChoice(marks),
};

/** An ingredient as the catalogue lists it, with the mark of the caller's unit. */
export const IngredientRecord = z.object({
  code: z.string(),
  name: z.string(),
  category: z.string(),
  edible: z.nullable(ExactNumber),
  mark: z.nullable(Mark),
});

/** An ingredient with its values per 100 g edible portion. */
export const IngredientDetail = z.extend(z.omit(IngredientRecord, { mark: true }), {
  nutrients: z.record(z.string(), ExactNumber),
  traces: z.array(z.string()),
});

/** The record of an ingredient, with the mark of the caller's unit where it has one. */
export function toIngredientRecord(
  { code, name, category, edible }: Pick<Ingredient, 'code' | 'name' | 'category' | 'edible'>,
  mark: Mark | undefined,
): z.input<typeof IngredientRecord> {
  return { code, name, category, edible: edible === undefined ? null : exactNumber(edible), mark: mark ?? null };
}

/** The record of an ingredient with its values. */
export function toIngredientDetail(ingredient: Ingredient): z.input<typeof IngredientDetail> {
  const { code, name, category, edible, nutrients, traces } = ingredient;
  const values = Object.entries(nutrients).map(([key, value]) => [key, exactNumber(value)] as const);
  return {
    code,
    name,
    category,
    edible: edible === undefined ? null : exactNumber(edible),
    nutrients: Object.fromEntries(values),
    traces,
  };
}
