import { meals } from '../../meal.ts';
import { USUAL_LIKING } from '../candidates.ts';
import type { Model } from '../model.ts';
import { costRule, findAverageCost } from '../rules/cost.ts';
import { listLikingWeights } from '../rules/liking.ts';
import type { SoftBound } from '../rules/soft-bounds.ts';
import { MAX_RANKED_OPTIONS, SUBGRADIENT } from './parameters.ts';

/** The number of the cheapest options that are sorted first. They are mostly enough. */
const FIRST_SORTED_COUNT = 50;

/** The ranks of options and the multipliers of ranges, which the relaxation finds before the search. */
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
  /** The growth of the objective if a candidate there costs one yuan more, and if it is liked a step less. */
  readonly objectivePerYuan: number;
  readonly objectivePerStep: number;
  /** By sum, the column of its measure, or -1 where its cohort does not take the meal. */
  readonly columnBySum: readonly number[];
}

/** Options, each with its cost in yuan, the steps by which it is liked less than usual, and a row of its amounts by measure. */
interface OptionTable {
  readonly options: Int32Array;
  readonly yuan: Float64Array;
  readonly steps: Float64Array;
  readonly amounts: Float64Array;
}

/** The sum of a measure that a cohort gets on all days together. */
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
 * Relaxes the week's ranges by Lagrange's method, solved by the subgradient method. A plan may miss a bound, but pays its multiplier
 * for that. In each iteration every class of slots serves the options that are cheapest at the present multipliers. Then the
 * multiplier of a bound that they miss rises, and that of a bound that they meet falls. An option's reduced cost is its cost in
 * money less the value of its nutrients at the last multipliers.
 */
export function findMultipliers(model: Model): Multipliers {
  const sums = listSums(model);
  const bounds = listBounds(model, sums);
  const slotClasses = classifySlots(model, sums);
  for (let iteration = 0; iteration < SUBGRADIENT.iterations; iteration += 1) {
    const shadowPrices = findShadowPrices(sums, bounds);
    const servedAmounts = new Float64Array(sums.length);
    for (const slotClass of slotClasses) serveCheapest(slotClass, model, shadowPrices, servedAmounts);
    updateMultipliers(bounds, servedAmounts, SUBGRADIENT.step / (1 + iteration / SUBGRADIENT.halvingIterations));
  }
  const shadowPrices = findShadowPrices(sums, bounds);
  const rankedOptionsBySlot = [...model.optionsBySlot];
  for (const slotClass of slotClasses) {
    const ranked = rankOptions(slotClass, model, shadowPrices);
    for (const slot of slotClass.slots) rankedOptionsBySlot[slot] = ranked;
  }
  return { rankedOptionsBySlot, rangeFractions: findRangeFractions(model, sums, bounds) };
}

/** Moves each multiplier along the subgradient, the fraction by which its bound is missed. It stays between 0 and the penalty. */
function updateMultipliers(bounds: readonly RelaxedBound[], servedAmounts: Float64Array, step: number): void {
  for (const relaxedBound of bounds) {
    const excess = (servedAmounts[relaxedBound.sum] ?? 0) / relaxedBound.bound - 1;
    const multiplier = relaxedBound.multiplier + step * (relaxedBound.isMinimum ? -excess : excess);
    relaxedBound.multiplier = Math.min(relaxedBound.slope * relaxedBound.bound, Math.max(0, multiplier));
  }
}

/** Finds `rangeFractions`. A day's fraction follows from the week's. `findIntakes` lists the intakes of the days before that of all days. */
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
    const weekIntake = sums[sum]?.intake ?? 0;
    const fraction = multiplier / (slope * bound);
    for (let intake = weekIntake - dayCount; intake <= weekIntake; intake += 1) {
      const index = intake * measures.length + measures.indexOf(measure);
      const factor = intake === weekIntake ? 1 : SUBGRADIENT.dayFactor;
      fractions[index] = Math.max(fractions[index] ?? 0, fraction * factor);
    }
  }
  return fractions;
}

function listSums({ intakes, cohorts }: Model): WeekSum[] {
  return intakes.flatMap(({ day, softBounds, cohort }, intake) => {
    if (day !== undefined) return [];
    const takesMeal = meals.map((meal) => cohorts[cohort]?.meals.includes(meal) ?? false);
    return [...new Set(softBounds.map(({ measure }) => measure))].map((measure) => ({ measure, intake, takesMeal }));
  });
}

/** Lists the bounds of the sums, without those that are 0: a miss cannot be a fraction of 0. */
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
  // Slots with the same options share one list. The first slot that has the list stands for it.
  const classKeyBySlot = optionsBySlot.map((options, slot) => `${optionsBySlot.indexOf(options)} ${slots[slot]?.meal}`);
  const slotsOfClasses = [...Map.groupBy(slots.keys(), (slot) => classKeyBySlot[slot]).values()];
  const maxSampled = Math.floor(SUBGRADIENT.maxSampledAmounts / slotsOfClasses.length / Math.max(1, measures.length));
  const averageYuan = findAverageCost(model) || 1;
  // Below the minimum of the budget money counts nothing, which is unknown before the search: a generous budget makes it cheap.
  const moneyWeight =
    costRule.weights.money * Math.min(1, averageYuan / (Number(model.rules.budget?.max) || averageYuan));
  const context = { averageYuan, moneyWeight, likingWeightBySlot: listLikingWeights(model), maxSampled };
  return slotsOfClasses.map((slotsOfClass) => toSlotClass(model, sums, slotsOfClass, context));
}

/** The values that are the same for all classes. `maxSampled` is the maximum number of sampled options. */
interface ClassContext {
  readonly averageYuan: number;
  readonly moneyWeight: number;
  readonly likingWeightBySlot: Float64Array;
  readonly maxSampled: number;
}

function toSlotClass(
  model: Model,
  sums: readonly WeekSum[],
  slots: readonly number[],
  { averageYuan, moneyWeight, likingWeightBySlot, maxSampled }: ClassContext,
): SlotClass {
  const { optionsBySlot, isRequiredBySlot, measures, mealBySlot, costWeightByMeal } = model;
  const [firstSlot = 0] = slots;
  const options = optionsBySlot[firstSlot] ?? new Int32Array(0);
  const meal = mealBySlot[firstSlot] ?? 0;
  const requiredCount = slots.filter((slot) => isRequiredBySlot[slot] === 1).length;
  const size = Math.min(options.length, Math.max(1, maxSampled));
  const pickEvenly = (_: unknown, index: number) => options[Math.floor((index * options.length) / size)] ?? 0;
  return {
    slots,
    options,
    sample: toTable(Int32Array.from({ length: size }, pickEvenly), model),
    requiredCount,
    objectivePerYuan: ((costWeightByMeal[meal] ?? 0) * moneyWeight) / averageYuan,
    objectivePerStep: likingWeightBySlot[firstSlot] ?? 0,
    columnBySum: sums.map(({ measure, takesMeal }) => (takesMeal[meal] ? measures.indexOf(measure) : -1)),
  };
}

function toTable(options: Int32Array, { candidates, measures }: Model): OptionTable {
  const amounts = new Float64Array(options.length * measures.length);
  for (const [index, candidate] of options.entries()) {
    amounts.set(candidates[candidate]?.amounts ?? [], index * measures.length);
  }
  const yuan = Float64Array.from(options, (candidate) => candidates[candidate]?.cost ?? 0);
  const steps = Float64Array.from(
    options,
    (candidate) => USUAL_LIKING - (candidates[candidate]?.liking ?? USUAL_LIKING),
  );
  return { options, yuan, steps, amounts };
}

/** Finds by sum the growth of the objective with each unit at the present multipliers; below 0 where the sum is too small. */
function findShadowPrices(sums: readonly WeekSum[], bounds: readonly RelaxedBound[]): Float64Array {
  const shadowPrices = new Float64Array(sums.length);
  for (const { sum, isMinimum, multiplier, bound } of bounds) {
    shadowPrices[sum] = (shadowPrices[sum] ?? 0) + (isMinimum ? -multiplier : multiplier) / bound;
  }
  return shadowPrices;
}

/** Finds by row of the table the reduced cost of its option. */
function findReducedCosts(
  table: OptionTable,
  { objectivePerYuan, objectivePerStep, columnBySum }: SlotClass,
  shadowPrices: Float64Array,
): Float64Array {
  const { yuan, steps, amounts } = table;
  const width = amounts.length / Math.max(1, yuan.length);
  const priceByColumn = new Float64Array(width);
  for (const [sum, column] of columnBySum.entries()) {
    if (column >= 0) priceByColumn[column] = (priceByColumn[column] ?? 0) + (shadowPrices[sum] ?? 0);
  }
  const costs = yuan.map((cost, row) => cost * objectivePerYuan + (steps[row] ?? 0) * objectivePerStep);
  for (let row = 0, index = 0; row < costs.length; row += 1) {
    let reducedCost = costs[row] ?? 0;
    for (let column = 0; column < width; column += 1, index += 1)
      reducedCost += (priceByColumn[column] ?? 0) * (amounts[index] ?? 0);
    costs[row] = reducedCost;
  }
  return costs;
}

/** Fills the slots of the class with the cheapest options, each as often as it may be served. Adds to the served amounts of the sums. */
function serveCheapest(slotClass: SlotClass, model: Model, shadowPrices: Float64Array, servedAmounts: Float64Array) {
  const { candidates, dayCount, rules } = model;
  const costs = findReducedCosts(slotClass.sample, slotClass, shadowPrices);
  const servingsByMain = new Map<string, number>();
  let requiredLeft = slotClass.requiredCount;
  let slotsLeft = slotClass.slots.length;
  for (const row of iterateCheapestFirst(costs)) {
    if (slotsLeft <= 0 || (requiredLeft <= 0 && (costs[row] ?? 0) >= 0)) return;
    const candidate = candidates[slotClass.sample.options[row] ?? 0];
    const { minDaysApart = 0, usualPerWeek = 0, mainIngredients: [main] = [], amounts = [] } = candidate ?? {};
    const maxByDays = minDaysApart === 0 ? slotsLeft : Math.ceil(dayCount / minDaysApart);
    const servedBefore = servingsByMain.get(main ?? '') ?? 0;
    const maxByMain = main === undefined ? slotsLeft : rules.mainPerWeek - servedBefore;
    const servings = Math.min(slotsLeft, usualPerWeek, maxByDays, maxByMain);
    if (servings <= 0) continue;
    if (main !== undefined) servingsByMain.set(main, servedBefore + servings);
    for (const [sum, column] of slotClass.columnBySum.entries()) {
      if (column >= 0) servedAmounts[sum] = (servedAmounts[sum] ?? 0) + servings * (amounts[column] ?? 0);
    }
    requiredLeft -= servings;
    slotsLeft -= servings;
  }
}

/** Iterates over the rows by cost, the cheapest first. All are sorted only if the first ones are not enough. */
function* iterateCheapestFirst(costs: Float64Array): Generator<number> {
  const firstRows = findCheapest(costs, FIRST_SORTED_COUNT);
  yield* firstRows;
  yield* findCheapest(costs, costs.length).slice(firstRows.length);
}

/** Lists the `count` cheapest rows, and any others that cost as much as the last of them; the cheapest first. */
function findCheapest(costs: Float64Array, count: number): number[] {
  const maxCost = costs.toSorted()[count - 1] ?? Number.POSITIVE_INFINITY;
  const cheapRows = [...costs.keys()].filter((row) => (costs[row] ?? 0) <= maxCost);
  return cheapRows.sort((a, b) => (costs[a] ?? 0) - (costs[b] ?? 0) || a - b);
}

/** Lists the best options of the class by reduced cost, the cheapest first. */
function rankOptions(slotClass: SlotClass, model: Model, shadowPrices: Float64Array): Int32Array {
  const costs = findReducedCosts(toTable(slotClass.options, model), slotClass, shadowPrices);
  const rankedRows = findCheapest(costs, MAX_RANKED_OPTIONS).slice(0, MAX_RANKED_OPTIONS);
  return Int32Array.from(rankedRows, (row) => slotClass.options[row] ?? 0);
}
