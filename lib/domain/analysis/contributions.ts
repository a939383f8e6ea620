import { reaches } from '../menu/menu.ts';
import { toTwoDecimals } from '../values/output.ts';
import { Ratio } from '../values/ratio.ts';
import { scaledFactor, type WeighedMenu } from './amounts.ts';
import type { Group } from './content.ts';
import { nutrientIndex } from './foods.ts';
import type { Contributions } from './shape.ts';

/** The maximum number of foods that are listed one by one. */
const MAX_LISTED = 20;

/** Finds the foods in dishes that give a group most of a nutrient, the largest contribution first, equal ones in the order served. */
export function findContributions(key: string, group: Group, weighed: WeighedMenu): Contributions {
  const { foods, servings, recipeByDish, amountDenominator } = weighed;
  const index = nutrientIndex(key);
  const factor = scaledFactor(group, weighed);
  const contributions = servings
    .filter((serving) => reaches(serving, group))
    .flatMap(({ day, meal, dish, portions }) =>
      (recipeByDish.get(dish) ?? []).flatMap(([ingredient, grams]) => {
        const food = foods.byCode.get(ingredient);
        const numerator = (food?.values[index] ?? 0n) * grams * portions * factor;
        return food && numerator > 0n ? [{ day, meal, dish, ingredient, name: food.name, numerator }] : [];
      }),
    )
    .sort((a, b) => Number(b.numerator - a.numerator));
  const rest = contributions.slice(MAX_LISTED).reduce((sum, { numerator }) => sum + numerator, 0n);
  return {
    key,
    largest: contributions.slice(0, MAX_LISTED).map(({ numerator, ...source }) => ({
      ...source,
      value: toTwoDecimals(new Ratio(numerator, amountDenominator)),
    })),
    rest: toTwoDecimals(new Ratio(rest, amountDenominator)),
  };
}
