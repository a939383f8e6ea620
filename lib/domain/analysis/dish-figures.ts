import * as z from 'zod/mini';
import { type Dish, DishChoice, toDishRecord } from '../dish.ts';
import { AllergenName, combineAllergens } from '../ingredient/allergen.ts';
import type { StoredFood } from '../ingredient/food.ts';
import type { Mark } from '../ingredient/mark.ts';
import { ExactNumber, nameSchemas, toTwoDecimals } from '../values/output.ts';
import { ratio, sumRatios } from '../values/ratio.ts';
import type { AnalysedStandard, AnalysisInput } from './content.ts';
import { kilogramsToBuyPerGram } from './cost.ts';
import { listForbidden } from './forbidden.ts';

/** The figures of one portion of a dish, and the other facts by which a person chooses it for a menu. */
const DishFigures = z.object({
  /** The version of the picture at `GET /api/dish/icon`; empty where there is none. */
  iconVersion: z.string(),
  /** The months, from 1, in which it is offered; empty: all. */
  month: z.array(z.int()),
  /** In kJ, without foods whose energy is unknown. */
  energy: ExactNumber,
  /** In yuan, without foods that have no price; absent where none has one, and for callers who may not see prices. */
  cost: z.optional(ExactNumber),
  /** The allergens of the known foods. */
  allergens: z.array(AllergenName),
  /** Whether there may be more allergens, because a food is unknown, or the dish has no food. */
  unknown: z.boolean(),
  /** Whether the dish has a food that is 常用. */
  usual: z.boolean(),
  /** Whether the dish has a food that is 忌用. */
  avoided: z.boolean(),
  /** Whether one of the named standards forbids it; absent where none was named. */
  forbidden: z.optional(z.boolean()),
});

/** A dish as it is chosen for a menu. */
export const DishChoiceWithFigures = z.extend(DishChoice, { figures: z.optional(DishFigures) });
nameSchemas({ DishChoice: DishChoiceWithFigures, DishFigures });

type FoodFacts = Pick<StoredFood, 'nutrients' | 'edible' | 'allergens' | 'mayHaveOthers' | 'foodCategory'>;
type FiguresInput = Pick<AnalysisInput, 'marks' | 'prices'> & { readonly foods: ReadonlyMap<string, FoodFacts> };

/** Makes the choice of a dish: its figures, and whether one of `standards` forbids it. No prices: the caller may not see them. */
export function toDishChoice(
  dish: Dish,
  { foods, marks, prices }: FiguresInput,
  standards?: readonly AnalysedStandard[],
): z.input<typeof DishChoiceWithFigures> {
  const { allergens, hasUnknownAllergens } = combineAllergens(dish.ingredient.map(({ key }) => foods.get(key)));
  const energies = dish.ingredient.map(({ key, value }) => {
    const energyPer100Grams = foods.get(key)?.nutrients['energy'] ?? 0;
    return ratio(value).times(energyPer100Grams).per(100);
  });
  const costs = dish.ingredient.flatMap(({ key, value }) => {
    const price = prices?.get(key);
    return price === undefined ? [] : [kilogramsToBuyPerGram(foods.get(key)).times(value).times(price)];
  });
  const hasMark = (mark: Mark) => dish.ingredient.some(({ key }) => marks.get(key) === mark);
  const figures = {
    iconVersion: dish.iconVersion ?? '',
    month: dish.month,
    energy: toTwoDecimals(sumRatios(energies)),
    ...(costs.length > 0 ? { cost: toTwoDecimals(sumRatios(costs)) } : {}),
    allergens,
    unknown: hasUnknownAllergens,
    usual: hasMark('常用'),
    avoided: hasMark('忌用'),
    ...(standards ? { forbidden: listForbidden(dish, foods, standards).length > 0 } : {}),
  };
  return { ...toDishRecord(dish), figures };
}
