import { boughtForGram } from '../analysis/cost.ts';
import { type MenuItem, reaches } from '../menu/menu.ts';
import { type Ratio, ratio, sumOf, ZERO } from '../values/ratio.ts';
import type { PlannedDish, PlanProblem } from './problem.ts';

type Priced = Pick<PlanProblem, 'prices' | 'foods'>;

/** What a menu costs. */
export interface MenuCost {
  /** Yuan per head and day, without what has no price. */
  readonly value: Ratio;
  /** Codes of the foods of the menu that have no price, the heaviest first. */
  readonly missing: readonly string[];
}

/** Yuan for a gram of the food as it is eaten. Undefined where there is no price. */
export function priceOfGram(code: string, { prices, foods }: Priced): Ratio | undefined {
  const price = prices.get(code);
  return price === undefined ? undefined : boughtForGram(foods.get(code)).times(price).reduced();
}

/** What a portion of the dish costs, without what has no price. */
function priceOfDish({ ingredient }: Pick<PlannedDish, 'ingredient'>, priced: Priced): Ratio {
  return ingredient.reduce((sum, { key, value }) => {
    const price = priceOfGram(key, priced);
    return price ? sum.plus(price.times(value)).reduced() : sum;
  }, ZERO);
}

/** What the menu costs per head and day, in the mean of all who eat of it; where nobody is counted, of all groups. */
export function costOf(items: readonly MenuItem[], problem: PlanProblem): MenuCost {
  const { content, dishes, prices } = problem;
  const served = items.flatMap((item) => {
    const dish = dishes.get(item.dish);
    return dish ? [{ ...item, dish, price: priceOfDish(dish, problem).times(item.portion) }] : [];
  });
  const isCounted = content.groups.some(({ people }) => people > 0);
  let [sum, heads] = [ZERO, 0];
  for (const group of content.groups) {
    const { people, factor } = group;
    const eaten = served.filter((item) => reaches(item, group));
    const days = new Set(items.filter((item) => reaches(item, group)).map(({ day }) => day)).size;
    const perHead = sumOf(eaten.map(({ price }) => price)).times(factor);
    const weight = isCounted ? people : 1;
    sum = sum.plus(perHead.times(weight).per(Math.max(1, days))).reduced();
    heads += weight;
  }
  const grams = new Map<string, Ratio>();
  for (const { dish, portion } of served) {
    for (const { key, value } of dish.ingredient) {
      if (prices.has(key)) continue;
      grams.set(key, (grams.get(key) ?? ZERO).plus(ratio(value).times(portion)).reduced());
    }
  }
  const missing = [...grams].sort(([a, x], [b, y]) => y.compare(x) || (a < b ? -1 : 1));
  return { value: sum.per(heads), missing: missing.map(([code]) => code) };
}
