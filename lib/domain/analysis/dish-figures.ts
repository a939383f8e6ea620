import * as z from 'zod/mini';
import { type Dish, DishChoice, toDishRecord } from '../dish.ts';
import { AllergenName, sumAllergens } from '../ingredient/allergen.ts';
import type { StoredFood } from '../ingredient/food.ts';
import type { Marks } from '../ingredient/mark.ts';
import type { Prices } from '../ingredient/price.ts';
import { ExactNumber, toTwoDecimals } from '../values/decimal.ts';
import { ratio, sumRatios } from '../values/ratio.ts';
import { nameSchemas } from '../values/schema-name.ts';
import type { AnalysedStandard } from './content.ts';
import { kilogramsPerGram } from './cost.ts';
import { findBans } from './forbidden.ts';

/** What one portion of a dish brings, and what else the planner of a menu looks at. */
const DishFigures = z.object({
  /** The version of the picture at `GET /api/dish/icon`; empty where there is none. */
  iconVersion: z.string(),
  month: z.array(z.int()),
  /** In kJ, without foods whose energy is unknown. */
  energy: ExactNumber,
  /** In yuan, without foods that have no price; absent where none has one, and for callers who may not see prices. */
  cost: z.optional(ExactNumber),
  /** The allergens of the known foods. `unknown` says that some foods are not known, or that the dish has none. */
  allergens: z.array(AllergenName),
  unknown: z.boolean(),
  /** Whether the dish has a food that is 常用, and one that is 忌用. */
  usual: z.boolean(),
  avoided: z.boolean(),
  /** Whether one of the named standards forbids it; absent where none was named. */
  forbidden: z.optional(z.boolean()),
});

/** A dish as it is chosen for a menu. */
export const DishChoiceWithFigures = z.extend(DishChoice, { figures: z.optional(DishFigures) });
nameSchemas({ DishChoice: DishChoiceWithFigures, DishFigures });

/** What is known about the foods of dishes. */
export interface FoodFacts {
  readonly foods: ReadonlyMap<
    string,
    Pick<StoredFood, 'nutrients' | 'edible' | 'allergens' | 'mayHaveOthers' | 'foodCategory'>
  >;
  readonly marks: Marks;
  /** Absent for callers who may not see prices. */
  readonly prices?: Prices | undefined;
}

/** A dish with its figures, as it is chosen for a menu, and whether one of these standards forbids it. */
export function toDishChoice(
  dish: Dish,
  { foods, marks, prices }: FoodFacts,
  standards?: readonly AnalysedStandard[],
): z.input<typeof DishChoiceWithFigures> {
  const parts = dish.ingredient.map(({ key, value }) => ({
    key,
    value,
    food: foods.get(key),
    price: prices?.get(key),
  }));
  const priced = parts.filter(({ price }) => price !== undefined);
  const { allergens, isUnclear } = sumAllergens(parts.map(({ food }) => food));
  const costs = priced.map(({ food, value, price = 0 }) => kilogramsPerGram(food).times(value).times(price));
  const figures = {
    iconVersion: dish.iconVersion ?? '',
    month: dish.month,
    energy: toTwoDecimals(
      sumRatios(parts.map(({ food, value }) => ratio(food?.nutrients['energy'] ?? 0).times(value))).per(100),
    ),
    ...(priced.length > 0 ? { cost: toTwoDecimals(sumRatios(costs)) } : {}),
    allergens,
    unknown: isUnclear,
    usual: parts.some(({ key }) => marks.get(key) === '常用'),
    avoided: parts.some(({ key }) => marks.get(key) === '忌用'),
    ...(standards ? { forbidden: findBans(dish, foods, standards).length > 0 } : {}),
  };
  return { ...toDishRecord(dish), figures };
}
