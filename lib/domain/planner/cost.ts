import { kilogramsPerGram } from '../analysis/cost.ts';
import { isWater } from '../ingredient/kind.ts';
import { type MenuItem, reaches } from '../menu/menu.ts';
import { type Ratio, ratio, sumOf, ZERO } from '../values/ratio.ts';
import type { PlannerDish, PlanProblem } from './problem.ts';

type Priced = Pick<PlanProblem, 'prices' | 'foods'>;

/** What a menu costs. */
export interface MenuCost {
  /** Yuan per head and day, without what has no price. */
  readonly known: Ratio;
  /** The same with an estimate for what has no price, see `Prices`. */
  readonly estimated: Ratio;
  /** Codes of the foods of the menu that have no price, the heaviest first. */
  readonly missing: readonly string[];
}

/**
 * Yuan for a gram of each food as it is eaten. A food without a price counts at the highest price per kilogram in its category,
 * or of all foods where its category has none, so that it is not served for being free.
 */
export class Prices {
  readonly #priced: Priced;
  readonly #highestByCategory: ReadonlyMap<string, Ratio>;
  readonly #highest: Ratio;

  constructor(priced: Priced) {
    this.#priced = priced;
    const known = [...priced.foods].flatMap(([code, food]) => {
      const price = priced.prices.get(code);
      return price === undefined ? [] : [{ category: food.category, price: ratio(price) }];
    });
    const findHighest = (some: typeof known) => some.reduce((highest, { price }) => greater(highest, price), ZERO);
    const categories = [...Map.groupBy(known, ({ category }) => category)];
    this.#highestByCategory = new Map(categories.map(([name, some]) => [name, findHighest(some)]));
    this.#highest = findHighest(known);
  }

  /** The price; undefined where there is none. */
  known(code: string): Ratio | undefined {
    const price = this.#priced.prices.get(code);
    return price === undefined ? undefined : this.#perGram(code, ratio(price));
  }

  /** The price, or an estimate where there is none. */
  estimated(code: string): Ratio {
    const food = this.#priced.foods.get(code);
    if (isWater(food)) return ZERO;
    const highest = this.#highestByCategory.get(food?.category ?? '') ?? this.#highest;
    return this.known(code) ?? this.#perGram(code, highest);
  }

  #perGram(code: string, price: Ratio): Ratio {
    return kilogramsPerGram(this.#priced.foods.get(code)).times(price).reduced();
  }
}

function greater(a: Ratio, b: Ratio): Ratio {
  return a.compare(b) >= 0 ? a : b;
}

/** What the menu costs per head and day: the mean of all people, or of all groups where no group has people. */
export function sumCost(items: readonly MenuItem[], problem: PlanProblem): MenuCost {
  const prices = new Prices(problem);
  const missing = findUnpriced(items, problem);
  const known = perHead(items, problem, (code) => prices.known(code) ?? ZERO);
  return {
    known,
    estimated: missing.length === 0 ? known : perHead(items, problem, (code) => prices.estimated(code)),
    missing,
  };
}

function perHead(
  items: readonly MenuItem[],
  { content, dishes }: PlanProblem,
  perGram: (code: string) => Ratio,
): Ratio {
  const costOfDish = new Map(
    [...new Set(items.map(({ dish }) => dish))].map((id) => [id, dishCost(dishes.get(id), perGram)]),
  );
  const isCounted = content.groups.some(({ people }) => people > 0);
  let [sum, heads] = [ZERO, 0];
  for (const group of content.groups) {
    const eaten = items.filter((item) => reaches(item, group));
    const days = new Set(eaten.map(({ day }) => day)).size;
    const price = sumOf(eaten.map(({ dish, portion }) => (costOfDish.get(dish) ?? ZERO).times(portion))).times(
      group.factor,
    );
    const weight = isCounted ? group.people : 1;
    sum = sum.plus(price.times(weight).per(Math.max(1, days))).reduced();
    heads += weight;
  }
  return sum.per(heads);
}

function dishCost(dish: PlannerDish | undefined, perGram: (code: string) => Ratio): Ratio {
  return sumOf((dish?.ingredient ?? []).map(({ key, value }) => perGram(key).times(value).reduced())).reduced();
}

/** The foods without a price, the heaviest first. */
function findUnpriced(items: readonly MenuItem[], { dishes, foods, prices }: PlanProblem): string[] {
  const grams = new Map<string, Ratio>();
  for (const { dish, portion } of items) {
    for (const { key, value } of dishes.get(dish)?.ingredient ?? []) {
      if (prices.has(key) || isWater(foods.get(key))) continue;
      grams.set(key, (grams.get(key) ?? ZERO).plus(ratio(value).times(portion)).reduced());
    }
  }
  const heaviest = [...grams].sort(([a, x], [b, y]) => y.compare(x) || (a < b ? -1 : 1));
  return heaviest.map(([code]) => code);
}
