import { reaches } from '../menu/menu.ts';
import { Ratio } from '../values/ratio.ts';
import { factorOf, type Weighed } from './amounts.ts';
import type { Group } from './content.ts';
import { print } from './findings.ts';
import { placeOf } from './foods.ts';
import type { Contributions } from './shape.ts';

/** The most foods that are listed one by one. */
const MOST_TOLD = 20;

/**
 * Where a group gets most of a nutrient from: single foods in single dishes, the largest first, equal ones in the order
 * served.
 */
export function findContributions(key: string, group: Group, weighed: Weighed): Contributions {
  const { foods, servings, recipes, amountUnder } = weighed;
  const [place, factor] = [placeOf(key), factorOf(group, weighed)];
  const all = servings
    .filter((serving) => reaches(serving, group))
    .flatMap(({ day, meal, dish, portions }) =>
      (recipes.get(dish) ?? []).flatMap(([ingredient, grams]) => {
        const food = foods.byCode.get(ingredient);
        const over = (food?.values[place] ?? 0n) * grams * portions * factor;
        return food && over > 0n ? [{ day, meal, dish, ingredient, name: food.name, over }] : [];
      }),
    )
    .sort((a, b) => (a.over === b.over ? 0 : a.over > b.over ? -1 : 1));
  const rest = all.slice(MOST_TOLD).reduce((sum, { over }) => sum + over, 0n);
  return {
    key,
    largest: all
      .slice(0, MOST_TOLD)
      .map(({ over, ...source }) => ({ ...source, value: print(new Ratio(over, amountUnder)) })),
    rest: print(new Ratio(rest, amountUnder)),
  };
}
