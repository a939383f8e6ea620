import { plus, type Ratio, readDecimal, reduce, share, times, ZERO } from '../analysis/ratio.ts';
import type { MenuItem } from '../menu.ts';
import type { PlannedDish, PlanProblem } from './problem.ts';

type Priced = Pick<PlanProblem, 'prices' | 'foods'>;

const PERCENT_OF_GRAM: Ratio = { over: 1n, under: 10n };

/** What a menu costs. */
export interface MenuCost {
  /** Yuan per head and day, without what has no price. */
  readonly value: Ratio;
  /** Codes of the foods of the menu that have no price. */
  readonly missing: readonly string[];
}

/** Yuan for a gram of the food as it is eaten; of an unknown edible share all is. Undefined where there is no price. */
export function priceOfGram(code: string, { prices, foods }: Priced): Ratio | undefined {
  const price = prices.get(code);
  if (price === undefined) return undefined;
  const edible = readDecimal(foods.get(code)?.edible ?? '100');
  const whole = edible.over === 0n ? readDecimal('100') : edible;
  return reduce(share(times(readDecimal(price), PERCENT_OF_GRAM), whole));
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
  const codes = new Set(served.flatMap(({ dish }) => dish.ingredient.map(({ key }) => key)));
  return {
    value: share(sum, { over: heads, under: 1n }),
    missing: [...codes].filter((code) => !prices.has(code)).sort(),
  };
}
