import * as z from 'zod/mini';
import { kilogramsPerGram } from '../analysis/cost.ts';
import { print } from '../analysis/findings.ts';
import { type Dish, DishChoice, toDishRecord } from '../dish.ts';
import { AllergenName, allergensOf } from '../ingredient/allergen.ts';
import type { Ingredient } from '../ingredient/ingredient.ts';
import type { Marks } from '../ingredient/mark.ts';
import type { Prices } from '../ingredient/price.ts';
import { ExactNumber } from '../values/decimal.ts';
import { ratio, sumOf } from '../values/ratio.ts';
import { nameSchemas } from '../values/schema-name.ts';

/** What one portion of a dish brings, and what else a planner of menus looks for. */
const DishFigures = z.object({
  /** Of the picture at `GET /api/dish/icon`; empty where there is none. */
  iconVersion: z.string(),
  month: z.array(z.int()),
  /** In kJ, of the foods whose energy is known. */
  energy: ExactNumber,
  /** In yuan, of the foods that have a price; absent where none has, and for who may not see prices. */
  cost: z.optional(ExactNumber),
  /** Of the foods that are known; `unknown` where some are not, or none is named. */
  allergens: z.array(AllergenName),
  unknown: z.boolean(),
  /** Whether a food of it is 常用, and whether one is 忌用. */
  usual: z.boolean(),
  avoided: z.boolean(),
});

/** A dish as it is chosen for a menu. */
export const FiguredChoice = z.extend(DishChoice, { figures: z.optional(DishFigures) });
nameSchemas({ DishChoice: FiguredChoice, DishFigures });

/** What is known about the foods of dishes. */
export interface FoodFacts {
  readonly foods: ReadonlyMap<string, Pick<Ingredient, 'nutrients' | 'edible' | 'allergens'>>;
  readonly marks: Marks;
  /** Absent for who may not see them. */
  readonly prices?: Prices | undefined;
}

/** A dish with its figures, as it is chosen for a menu. */
export function toFiguredChoice(dish: Dish, { foods, marks, prices }: FoodFacts): z.input<typeof FiguredChoice> {
  const parts = dish.ingredient.map(({ key, value }) => ({
    key,
    value,
    food: foods.get(key),
    price: prices?.get(key),
  }));
  const priced = parts.filter(({ price }) => price !== undefined);
  const allergens = parts.map(({ food }) => food && allergensOf(food));
  const bought = priced.map(({ food, value, price = 0 }) => kilogramsPerGram(food).times(value).times(price));
  const figures = {
    iconVersion: dish.iconVersion ?? '',
    month: dish.month,
    energy: print(sumOf(parts.map(({ food, value }) => ratio(food?.nutrients['energy'] ?? 0).times(value))).per(100)),
    ...(priced.length > 0 ? { cost: print(sumOf(bought)) } : {}),
    allergens: [...new Set(allergens.flatMap((some) => some ?? []))],
    unknown: parts.length === 0 || allergens.includes(undefined),
    usual: parts.some(({ key }) => marks.get(key) === '常用'),
    avoided: parts.some(({ key }) => marks.get(key) === '忌用'),
  };
  return { ...toDishRecord(dish), figures };
}
