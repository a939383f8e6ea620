import { boughtForGram } from '../analysis/cost.ts';
import type { MenuItem } from '../menu/menu.ts';
import { isBelow, plus, type Ratio, readDecimal, reduce, share, times, ZERO } from '../values/ratio.ts';
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
  return price === undefined ? undefined : reduce(times(readDecimal(price), boughtForGram(foods.get(code))));
}

/** What a portion of the dish costs, without what has no price. */
function priceOfDish({ ingredient }: Pick<PlannedDish, 'ingredient'>, priced: Priced): Ratio {
  return ingredient.reduce((sum, { key, value }) => {
    const price = priceOfGram(key, priced);
    return price ? reduce(plus(sum, times(price, readDecimal(value)))) : sum;
  }, ZERO);
}

/** What the menu costs per head and day, in the mean of all who eat of it; where nobody is counted, of all groups. */
export function costOf(items: readonly MenuItem[], problem: PlanProblem): MenuCost {
  const { content, dishes, prices } = problem;
  const served = items.flatMap((item) => {
    const dish = dishes.get(item.dish);
    return dish ? [{ ...item, dish, price: times(priceOfDish(dish, problem), readDecimal(item.portion)) }] : [];
  });
  const isCounted = content.groups.some(({ people }) => people > 0);
  let [sum, heads] = [ZERO, 0n];
  for (const { people, factor, meals } of content.groups) {
    const eaten = served.filter(({ meal }) => meals.includes(meal));
    const days = new Set(items.filter(({ meal }) => meals.includes(meal)).map(({ day }) => day)).size;
    const perHead = times(
      eaten.reduce((total, { price }) => reduce(plus(total, price)), ZERO),
      readDecimal(factor),
    );
    const weight = isCounted ? BigInt(people) : 1n;
    sum = reduce(plus(sum, { over: perHead.over * weight, under: perHead.under * BigInt(Math.max(1, days)) }));
    heads += weight;
  }
  const grams = new Map<string, Ratio>();
  for (const { dish, portion } of served) {
    for (const { key, value } of dish.ingredient) {
      if (prices.has(key)) continue;
      grams.set(key, reduce(plus(grams.get(key) ?? ZERO, times(readDecimal(value), readDecimal(portion)))));
    }
  }
  const missing = [...grams].sort(([a, x], [b, y]) => (isBelow(y, x) ? -1 : isBelow(x, y) ? 1 : a < b ? -1 : 1));
  return { value: share(sum, { over: heads, under: 1n }), missing: missing.map(([code]) => code) };
}
