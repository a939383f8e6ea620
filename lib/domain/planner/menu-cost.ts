import { kilogramsToBuyPerGram } from '../analysis/cost.ts';
import { isWater } from '../ingredient/kind.ts';
import { type MenuItem, reaches } from '../menu/menu.ts';
import { type Ratio, ratio, sumRatios, ZERO } from '../values/ratio.ts';
import { cached } from './cached.ts';
import type { PlannerDish, PlanProblem } from './problem.ts';

/**
 * Knows the prices of foods, in yuan per gram as eaten, and estimates those that are missing: as the highest price per kilogram in the
 * food's category, or of all foods where its category has none. If such a food counted as free, the planner would prefer it.
 */
export class PriceEstimator {
  readonly #problem: Pick<PlanProblem, 'prices' | 'foods'>;
  readonly #highestPerKilogramByCategory: ReadonlyMap<string, Ratio>;
  readonly #highestPerKilogram: Ratio;

  constructor(problem: Pick<PlanProblem, 'prices' | 'foods'>) {
    this.#problem = problem;
    const pricedFoods = [...problem.foods].flatMap(([code, food]) => {
      const price = problem.prices.get(code);
      return price === undefined ? [] : [{ category: food.category, price: ratio(price) }];
    });
    const pickHighestPrice = (priced: typeof pricedFoods) =>
      priced.reduce((highest, { price }) => (highest.compare(price) >= 0 ? highest : price), ZERO);
    const pricedByCategory = Map.groupBy(pricedFoods, ({ category }) => category);
    this.#highestPerKilogramByCategory = new Map(
      [...pricedByCategory].map(([category, priced]) => [category, pickHighestPrice(priced)]),
    );
    this.#highestPerKilogram = pickHighestPrice(pricedFoods);
  }

  /** Finds the price of a food; undefined where it is missing. */
  findPricePerGram(code: string): Ratio | undefined {
    const price = this.#problem.prices.get(code);
    return price === undefined ? undefined : this.#toPricePerGram(code, ratio(price));
  }

  /** Returns the price in yuan per gram, or an estimate where it is missing. Water without a price costs nothing. */
  estimatePerGram(code: string): Ratio {
    const price = this.findPricePerGram(code);
    if (price !== undefined) return price;
    const food = this.#problem.foods.get(code);
    if (isWater(food)) return ZERO;
    const highest = this.#highestPerKilogramByCategory.get(food?.category ?? '') ?? this.#highestPerKilogram;
    return this.#toPricePerGram(code, highest);
  }

  #toPricePerGram(code: string, perKilogram: Ratio): Ratio {
    return kilogramsToBuyPerGram(this.#problem.foods.get(code)).times(perKilogram).reduced();
  }
}

/** The price of a food in yuan per gram as eaten, by its code. */
type PriceOfFood = (code: string) => Ratio;

/** The yuan per head and day of a menu: the mean over people, or over groups if none has people, and over the days of a group with items. */
interface MenuCost {
  /** Without the foods that have no price. */
  readonly knownCost: Ratio;
  /** With an estimate for the foods that have no price. */
  readonly estimatedCost: Ratio;
  /** The codes of the foods that have no price, the heaviest first. */
  readonly unpricedCodes: readonly string[];
}

export function toMenuCost(items: readonly MenuItem[], problem: PlanProblem): MenuCost {
  const prices = new PriceEstimator(problem);
  const knownCost = calculateMeanPerHeadAndDay(items, problem, (code) => prices.findPricePerGram(code) ?? ZERO);
  const estimatedCost = calculateMeanPerHeadAndDay(items, problem, (code) => prices.estimatePerGram(code));
  return { knownCost, estimatedCost, unpricedCodes: listUnpricedCodes(items, problem) };
}

function calculateMeanPerHeadAndDay(
  items: readonly MenuItem[],
  problem: PlanProblem,
  pricePerGram: PriceOfFood,
): Ratio {
  const { content, dishes } = problem;
  const dishCostOf = cached((dishId: number) => sumDishCost(dishes.get(dishId), pricePerGram));
  const hasPeople = content.groups.some(({ people }) => people > 0);
  let weightedSum = ZERO;
  let totalWeight = 0;
  for (const group of content.groups) {
    const groupItems = items.filter((item) => reaches(item, group));
    const dayCount = new Set(groupItems.map(({ day }) => day)).size;
    const costs = groupItems.map(({ dish, portion }) => dishCostOf(dish).times(portion));
    const costPerHead = sumRatios(costs).times(group.factor);
    const weight = hasPeople ? group.people : 1;
    weightedSum = weightedSum.plus(costPerHead.times(weight).per(Math.max(1, dayCount))).reduced();
    totalWeight += weight;
  }
  return weightedSum.per(totalWeight);
}

/** Sums the yuan of one serving with portion and factor 1. */
export function sumDishCost(dish: PlannerDish | undefined, pricePerGram: PriceOfFood): Ratio {
  return sumRatios(
    (dish?.ingredient ?? []).map(({ key, value }) => pricePerGram(key).times(value).reduced()),
  ).reduced();
}

function listUnpricedCodes(items: readonly MenuItem[], { dishes, foods, prices }: PlanProblem): string[] {
  const gramsByCode = new Map<string, Ratio>();
  for (const { dish, portion } of items) {
    for (const { key, value } of dishes.get(dish)?.ingredient ?? []) {
      if (prices.has(key) || isWater(foods.get(key))) continue;
      gramsByCode.set(key, (gramsByCode.get(key) ?? ZERO).plus(ratio(value).times(portion)).reduced());
    }
  }
  const heaviestFirst = [...gramsByCode].sort(
    ([codeA, gramsA], [codeB, gramsB]) => gramsB.compare(gramsA) || (codeA < codeB ? -1 : 1),
  );
  return heaviestFirst.map(([code]) => code);
}
