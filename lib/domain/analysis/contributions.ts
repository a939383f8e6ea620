import { reaches } from '../menu/menu.ts';
import { Ratio } from '../values/ratio.ts';
import { scaledFactor, type Weighed } from './amounts.ts';
import type { Group } from './content.ts';
import { print } from './findings.ts';
import { nutrientIndex } from './foods.ts';
import type { Contributions } from './shape.ts';

/** The most foods that are listed one by one. */
const MAX_LISTED = 20;

/**
 * Which foods of which dishes give a group most of a nutrient, the largest first, equal ones in the order served.
 */
export function findContributions(key: string, group: Group, weighed: Weighed): Contributions {
  const { foods, servings, recipes, amountDenominator } = weighed;
  const [index, factor] = [nutrientIndex(key), scaledFactor(group, weighed)];
  const all = servings
    .filter((serving) => reaches(serving, group))
    .flatMap(({ day, meal, dish, portions }) =>
      (recipes.get(dish) ?? []).flatMap(([ingredient, grams]) => {
        const food = foods.byCode.get(ingredient);
        const numerator = (food?.values[index] ?? 0n) * grams * portions * factor;
        return food && numerator > 0n ? [{ day, meal, dish, ingredient, name: food.name, numerator }] : [];
      }),
    )
    .sort((a, b) => (a.numerator === b.numerator ? 0 : a.numerator > b.numerator ? -1 : 1));
  const rest = all.slice(MAX_LISTED).reduce((sum, { numerator }) => sum + numerator, 0n);
  return {
    key,
    largest: all
      .slice(0, MAX_LISTED)
      .map(({ numerator, ...source }) => ({ ...source, value: print(new Ratio(numerator, amountDenominator)) })),
    rest: print(new Ratio(rest, amountDenominator)),
  };
}
