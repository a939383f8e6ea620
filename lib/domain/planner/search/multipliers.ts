import { meals } from '../../meal.ts';
import type { Model } from '../model.ts';
import { averageCost, costRule } from '../rules/cost.ts';
import type { SoftBound } from '../rules/soft-bounds.ts';
import { MAX_RANKED_OPTIONS, SUBGRADIENT } from './parameters.ts';

/** The number of the cheapest options that are sorted first. They are mostly enough. */
const FIRST_SORTED_COUNT = 50;

/** What the relaxation says of options and ranges before the search. */
export interface Multipliers {
  /** By slot, its options by reduced cost, the cheapest first. */
  readonly rankedOptionsBySlot: readonly Int32Array[];
  /** By intake and measure, the multiplier of its bound as a fraction of the penalty for missing the whole bound. */
  readonly rangeFractions: Float64Array;
}

/** Slots of one meal of the day, on all days, that have the same options. */
interface SlotClass {
  readonly slots: readonly number[];
  readonly options: Int32Array;
  /** The options that the subgradient method looks at. */
  readonly sample: OptionTable;
  /** The number of slots that require a dish. */
  readonly requiredCount: number;
  /** By how much the objective grows if a candidate there costs one yuan more. */
  readonly objectivePerYuan: number;
  /** By sum, the column of its measure, or -1 where its cohort does not take the meal. */
  readonly columnBySum: readonly number[];
}

/** Options with their cost in yuan, and a row of their amounts with a column for each measure. */
interface OptionTable {
  readonly options: Int32Array;
  readonly yuan: Float64Array;
  readonly amounts: Float64Array;
}

/** How much of a measure a cohort gets on all days together. */
interface WeekSum {
  readonly measure: string;
  readonly intake: number;
  /** By meal of the day, whether the cohort takes it. */
  readonly takesMeal: readonly boolean[];
}

/** A bound of a sum, with its multiplier: the price of missing all of the bound. */
interface RelaxedBound extends SoftBound {
  readonly sum: number;
  multiplier: number;
}

/**
 * Lagrangian relaxation of the week's ranges, solved by the subgradient method. A plan may miss a bound, but pays its
 * multiplier for that. In each iteration every class of slots serves the options that are cheapest at the present
 * multipliers. Then the multiplier of a bound that they miss rises, and that of a bound that they meet falls. An option's
 * reduced cost is its cost in money less what its nutrients are worth at the last multipliers.
 */
export function findMultipliers(model: Model): Multipliers {
  const sums = listSums(model);
  const bounds = listBounds(model, sums);
  const slotClasses = classifySlots(model, sums);
  for (let iteration = 0; iteration < SUBGRADIENT.iterations; iteration += 1) {
    const prices = findShadowPrices(sums, bounds);
    const servedAmounts = new Float64Array(sums.length);
    for (const slotClass of slotClasses) serveCheapest(slotClass, model, prices, servedAmounts);
    updateMultipliers(bounds, servedAmounts, SUBGRADIENT.step / (1 + iteration / SUBGRADIENT.halvingIterations));
  }
  const prices = findShadowPrices(sums, bounds);
  const rankedOptionsBySlot = [...model.optionsBySlot];
  for (const slotClass of slotClasses) {
    const ranked = rankOptions(slotClass, model, prices);
    for (const slot of slotClass.slots) rankedOptionsBySlot[slot] = ranked;
  }
  return { rankedOptionsBySlot, rangeFractions: findRangeFractions(model, sums, bounds) };
}

/** Moves each multiplier along the subgradient, which is how far its bound is missed. It stays between 0 and the penalty. */
function updateMultipliers(bounds: readonly RelaxedBound[], servedAmounts: Float64Array, step: number): void {
  for (const relaxedBound of bounds) {
    const excess = (servedAmounts[relaxedBound.sum] ?? 0) / relaxedBound.bound - 1;
    const multiplier = relaxedBound.multiplier + step * (relaxedBound.isMinimum ? -excess : excess);
    relaxedBound.multiplier = Math.min(relaxedBound.slope * relaxedBound.bound, Math.max(0, multiplier));
  }
}

/** A day's fraction follows from the week's. `findIntakes` lists the intakes of the days before that of all days. */
function findRangeFractions(
  { intakes, measures, dayCount }: Model,
  sums: readonly WeekSum[],
  bounds: readonly RelaxedBound[],
): Float64Array {
  const fractions = Float64Array.from({ length: intakes.length * measures.length }, (_, index) => {
    const isWeek = intakes[Math.floor(index / measures.length)]?.day === undefined;
    return isWeek ? SUBGRADIENT.minFraction : SUBGRADIENT.minFraction * SUBGRADIENT.dayFactor;
  });
  for (const { sum, measure, multiplier, slope, bound } of bounds) {
    const week = sums[sum]?.intake ?? 0;
    const fraction = multiplier / (slope * bound);
    for (let intake = week - dayCount; intake <= week; intake += 1) {
      const index = intake * measures.length + measures.indexOf(measure);
      fractions[index] = Math.max(fractions[index] ?? 0, intake === week ? fraction : fraction * SUBGRADIENT.dayFactor);
    }
  }
  return fractions;
}

function listSums({ intakes, cohorts }: Model): WeekSum[] {
  return intakes.flatMap(({ day, softBounds, cohortIndex }, intake) => {
    if (day !== undefined) return [];
    const takesMeal = meals.map((meal) => cohorts[cohortIndex]?.meals.includes(meal) ?? false);
    return [...new Set(softBounds.map(({ measure }) => measure))].map((measure) => ({ measure, intake, takesMeal }));
  });
}

/** A bound of 0 is left out, since a miss cannot be a fraction of it. */
function listBounds({ intakes }: Model, sums: readonly WeekSum[]): RelaxedBound[] {
  return sums.flatMap(({ measure, intake }, sum) => {
    const softBounds = (intakes[intake]?.softBounds ?? []).filter(
      (softBound) => softBound.measure === measure && softBound.bound > 0,
    );
    return softBounds.map((softBound) => ({ ...softBound, sum, multiplier: 0 }));
  });
}

function classifySlots(model: Model, sums: readonly WeekSum[]): SlotClass[] {
  const { slots, optionsBySlot, measures } = model;
  const lists: readonly (Int32Array | undefined)[] = optionsBySlot;
  const classKey = (slot: number) => `${lists.indexOf(optionsBySlot[slot])} ${slots[slot]?.meal}`;
  const slotLists = [...Map.groupBy(slots.keys(), classKey).values()];
  const maxSampled = Math.floor(SUBGRADIENT.maxSampledAmounts / slotLists.length / Math.max(1, measures.length));
  const average = averageCost(model) || 1;
  return slotLists.map((list) => toSlotClass(model, sums, list, { average, maxSampled }));
}

/** The cost of an average menu in yuan, and the maximum number of sampled options of a class. */
interface SampleScale {
  readonly average: number;
  readonly maxSampled: number;
}

function toSlotClass(
  model: Model,
  sums: readonly WeekSum[],
  slots: readonly number[],
  { average, maxSampled }: SampleScale,
): SlotClass {
  const { optionsBySlot, isRequiredBySlot, measures, mealBySlot, costWeightByMeal } = model;
  const [first = 0] = slots;
  const [options, meal] = [optionsBySlot[first] ?? new Int32Array(0), mealBySlot[first] ?? 0];
  const requiredCount = slots.filter((slot) => isRequiredBySlot[slot] === 1).length;
  const size = Math.min(options.length, Math.max(1, maxSampled));
  const pickEvenly = (_: unknown, index: number) => options[Math.floor((index * options.length) / size)] ?? 0;
  return {
    slots,
    options,
    sample: toTable(Int32Array.from({ length: size }, pickEvenly), model),
    requiredCount,
    objectivePerYuan: ((costWeightByMeal[meal] ?? 0) * costRule.weights.money) / average,
    columnBySum: sums.map(({ measure, takesMeal }) => (takesMeal[meal] ? measures.indexOf(measure) : -1)),
  };
}

function toTable(options: Int32Array, { candidates, measures }: Model): OptionTable {
  const amounts = new Float64Array(options.length * measures.length);
  for (const [index, candidate] of options.entries()) {
    amounts.set(candidates[candidate]?.amounts ?? [], index * measures.length);
  }
  return { options, yuan: Float64Array.from(options, (candidate) => candidates[candidate]?.cost ?? 0), amounts };
}

/** By sum, by how much the objective grows with each unit of it at the present multipliers; below 0 where the sum is too small. */
function findShadowPrices(sums: readonly WeekSum[], bounds: readonly RelaxedBound[]): Float64Array {
  const prices = new Float64Array(sums.length);
  for (const { sum, isMinimum, multiplier, bound } of bounds) {
    prices[sum] = (prices[sum] ?? 0) + (isMinimum ? -multiplier : multiplier) / bound;
  }
  return prices;
}

/** By option of the table, its reduced cost. */
function findReducedCosts(
  table: OptionTable,
  { objectivePerYuan, columnBySum }: SlotClass,
  prices: Float64Array,
): Float64Array {
  const { yuan, amounts } = table;
  const width = amounts.length / Math.max(1, yuan.length);
  const priceByColumn = new Float64Array(width);
  for (const [sum, column] of columnBySum.entries()) {
    if (column >= 0) priceByColumn[column] = (priceByColumn[column] ?? 0) + (prices[sum] ?? 0);
  }
  const costs = yuan.map((cost) => cost * objectivePerYuan);
  for (let option = 0, index = 0; option < costs.length; option += 1) {
    let reduced = costs[option] ?? 0;
    for (let column = 0; column < width; column += 1, index += 1)
      reduced += (priceByColumn[column] ?? 0) * (amounts[index] ?? 0);
    costs[option] = reduced;
  }
  return costs;
}

/** Fills the slots of the class with the cheapest options, each as often as it may be served. Adds their amounts to the sums. */
function serveCheapest(slotClass: SlotClass, model: Model, prices: Float64Array, sums: Float64Array): void {
  const { candidates, dayCount, rules } = model;
  const costs = findReducedCosts(slotClass.sample, slotClass, prices);
  const servingsByMain = new Map<string, number>();
  let [requiredLeft, slotsLeft] = [slotClass.requiredCount, slotClass.slots.length];
  for (const option of iterateCheapestFirst(costs)) {
    if (slotsLeft <= 0 || (requiredLeft <= 0 && (costs[option] ?? 0) >= 0)) return;
    const candidate = candidates[slotClass.sample.options[option] ?? 0];
    const { minDaysApart = 0, maxServings = 0, mainIngredients: [main] = [], amounts = [] } = candidate ?? {};
    const maxByDays = minDaysApart === 0 ? slotsLeft : Math.ceil(dayCount / minDaysApart);
    const servedBefore = servingsByMain.get(main ?? '') ?? 0;
    const maxByMain = main === undefined ? slotsLeft : rules.mainPerWeek - servedBefore;
    const servings = Math.min(slotsLeft, maxServings, maxByDays, maxByMain);
    if (servings <= 0) continue;
    if (main !== undefined) servingsByMain.set(main, servedBefore + servings);
    for (const [sum, column] of slotClass.columnBySum.entries()) {
      if (column >= 0) sums[sum] = (sums[sum] ?? 0) + servings * (amounts[column] ?? 0);
    }
    requiredLeft -= servings;
    slotsLeft -= servings;
  }
}

/** Iterates over the options by cost, the cheapest first. All are sorted only if the first ones are not enough. */
function* iterateCheapestFirst(costs: Float64Array): Generator<number> {
  const first = findCheapest(costs, FIRST_SORTED_COUNT);
  yield* first;
  yield* findCheapest(costs, costs.length).slice(first.length);
}

/** The `count` cheapest options, and any others that cost as much as the last of them; the cheapest first. */
function findCheapest(costs: Float64Array, count: number): number[] {
  const maxCost = costs.toSorted()[count - 1] ?? Number.POSITIVE_INFINITY;
  const cheapOptions = [...costs.keys()].filter((option) => (costs[option] ?? 0) <= maxCost);
  return cheapOptions.sort((a, b) => (costs[a] ?? 0) - (costs[b] ?? 0) || a - b);
}

/** The options of the class by reduced cost, the cheapest first. */
function rankOptions(slotClass: SlotClass, model: Model, prices: Float64Array): Int32Array {
  const costs = findReducedCosts(toTable(slotClass.options, model), slotClass, prices);
  const ranked = findCheapest(costs, MAX_RANKED_OPTIONS).slice(0, MAX_RANKED_OPTIONS);
  return Int32Array.from(ranked, (option) => slotClass.options[option] ?? 0);
}
