import type { StoredFood } from '../ingredient/food.ts';
import { toTwoDecimals } from '../values/output.ts';
import { commonDenominator, Ratio, ratio } from '../values/ratio.ts';
import type { WeighedMenu } from './amounts.ts';
import type { AnalysisInput } from './content.ts';
import type { EatenFood } from './days.ts';
import { listFoodsByWeight, MAX_NAMED } from './findings.ts';
import type { Food } from './foods.ts';
import type { Analysis, Cost } from './shape.ts';

/** The prices of foods by code, in yuan per gram eaten, as numerators over `denominator`. A food without a price is absent. */
export type GramPrices = Readonly<{ numeratorByCode: ReadonlyMap<string, bigint>; denominator: bigint }>;

type FoodWithEdibleShare = Pick<StoredFood, 'edible'> | undefined;

export const GRAMS_PER_KILOGRAM = 1000;

/** Returns the edible share of a food in per cent; undefined if it is unknown, or given as 0, which no eaten food has. */
export function ediblePercent(food: FoodWithEdibleShare): Ratio | undefined {
  const percent = food?.edible === undefined ? undefined : ratio(food.edible);
  return percent && percent.numerator > 0n ? percent : undefined;
}

/** Returns the kilograms to buy per gram eaten. A food with an unknown edible share counts as wholly edible. */
export function kilogramsToBuyPerGram(food: FoodWithEdibleShare): Ratio {
  const gramsToBuy = new Ratio(100n).per(ediblePercent(food) ?? 100);
  return gramsToBuy.per(GRAMS_PER_KILOGRAM).reduced();
}

/** Reads the prices of the foods in the menu's dishes. `prices` are in yuan per kilogram bought. */
export function readGramPrices(input: Pick<AnalysisInput, 'dishes' | 'foods' | 'prices'>): GramPrices {
  const { dishes, foods, prices } = input;
  const codes = new Set([...dishes.values()].flatMap(({ ingredient }) => ingredient.map(({ key }) => key)));
  const exactPrices = [...codes].flatMap((code) => {
    const kilogramPrice = prices?.get(code);
    if (kilogramPrice === undefined) return [];
    return [[code, kilogramsToBuyPerGram(foods.get(code)).times(kilogramPrice).reduced()] as const];
  });
  const denominator = commonDenominator(exactPrices.map(([, gramPrice]) => gramPrice));
  const numerators = exactPrices.map(([code, gramPrice]) => [code, gramPrice.numeratorOver(denominator)] as const);
  return { numeratorByCode: new Map(numerators), denominator };
}

/** The exact cost of a day, or of the mean day, in yuan for one person, and the codes of foods with and without a price. */
export interface CostMeasure {
  readonly value: Ratio;
  readonly pricedCodes: ReadonlySet<string>;
  readonly unpricedCodes: ReadonlySet<string>;
}

/** Measures the cost of a day, or of the mean day. Water is not bought. */
export function measureCost(eaten: EatenFood, weighed: WeighedMenu, prices: GramPrices): CostMeasure {
  const { gramsByCode } = eaten.sums;
  const { numeratorByCode, denominator } = prices;
  const codes = [...gramsByCode.keys()].filter((code) => !weighed.foods.byCode.get(code)?.isWater);
  const pricedCodes = new Set(codes.filter((code) => numeratorByCode.has(code)));
  const costs = [...pricedCodes].map((code) => (gramsByCode.get(code) ?? 0n) * (numeratorByCode.get(code) ?? 0n));
  const numerator = costs.reduce((sum, cost) => sum + cost, 0n);
  return {
    value: new Ratio(numerator, weighed.gramsDenominator * denominator * BigInt(eaten.dayCount)),
    pricedCodes,
    unpricedCodes: new Set(codes.filter((code) => !pricedCodes.has(code))),
  };
}

/** Finds the cost of a day, or of the mean day; undefined if no eaten food has a price. */
export function findCost(eaten: EatenFood, weighed: WeighedMenu, prices: GramPrices): Cost | undefined {
  return describeCost(measureCost(eaten, weighed, prices), listFoodsByWeight(eaten, weighed));
}

/** Describes a measured cost; undefined if no food has a price. `foods` are those that are eaten, the heaviest first. */
export function describeCost(cost: CostMeasure, foods: readonly Pick<Food, 'code' | 'name'>[]): Cost | undefined {
  const { value, pricedCodes, unpricedCodes } = cost;
  if (pricedCodes.size === 0) return undefined;
  const unpricedFoods = foods.filter(({ code }) => unpricedCodes.has(code));
  return {
    value: toTwoDecimals(value),
    missing: unpricedFoods.slice(0, MAX_NAMED).map(({ name }) => name),
    missingCount: unpricedFoods.length,
  };
}

/** Removes the costs, for callers who may not see prices. */
export function withoutCosts({ levels, ...rest }: Analysis): Analysis {
  const levelsWithoutCosts = levels.map(({ average: { cost: _, ...average }, days, ...level }) => ({
    ...level,
    average,
    days: days.map(({ cost: _, ...day }) => day),
  }));
  return { levels: levelsWithoutCosts, ...rest };
}
