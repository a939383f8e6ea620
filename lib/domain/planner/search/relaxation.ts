import { meals } from '../../meal.ts';
import { USUAL_LIKING } from '../candidates.ts';
import type { Model } from '../model.ts';
import { calculateAverageCost, costRule } from '../rules/cost.ts';
import { listLikingWeights } from '../rules/preference.ts';
import type { SoftBound } from '../rules/soft-bounds.ts';
import { MAX_RANKED_OPTIONS, SUBGRADIENT } from './parameters.ts';

/** This many of the cheapest options are sorted first. They are mostly enough. */
const FIRST_SORTED_COUNT = 50;

/** What the relaxed problem says before the search: the ranks of the options, and how hard it is to meet each range. */
export interface Relaxation {
  /** By slot, its options by reduced cost, the cheapest first. */
  readonly rankedOptionsBySlot: readonly Int32Array[];
  /** At `intake * measures.length + measure`, the multiplier of the bound as a fraction of the penalty for missing all of it. */
  readonly rangeFractions: Float64Array;
}

/** The slots of all days that are of the same meal and have the same options. */
interface SlotClass {
  readonly slots: readonly number[];
  readonly options: Int32Array;
  /** The options that the subgradient method looks at. */
  readonly sample: OptionTable;
  /** The number of slots that require a dish. */
  readonly requiredCount: number;
  /** The growth of the objective if a candidate there costs one yuan more. */
  readonly objectivePerYuan: number;
  /** The growth of the objective if a candidate there is liked a point less. */
  readonly objectivePerPoint: number;
  /** By sum, the column of its measure, or -1 where its cohort does not take the meal. */
  readonly columnBySum: readonly number[];
}

/** A table with a row for each option, and a column for each measure. */
interface OptionTable {
  readonly options: Int32Array;
  readonly yuanByRow: Float64Array;
  /** By row, the points by which the option is liked less than usual. */
  readonly pointsByRow: Float64Array;
  /** The amounts of the measures, row by row. */
  readonly amounts: Float64Array;
}

/** The sum of a measure that a cohort gets on all days together. */
interface WeekSum {
  readonly measure: string;
  /** The index of the cohort's intake of all days. */
  readonly intakeIndex: number;
  /** By index of the meal in `meals`, whether the cohort takes it. */
  readonly takesMeal: readonly boolean[];
}

/** A bound of a sum, with its multiplier: the price of missing all of the bound. */
interface RelaxedBound extends SoftBound {
  /** The index of the sum among those of `listSums`. */
  readonly sumIndex: number;
  multiplier: number;
}

/**
 * Relaxes the week's ranges by Lagrange's method, solved by the subgradient method. A plan may miss a bound, but pays its multiplier
 * for that. In each iteration every class of slots serves the options that are cheapest at the present multipliers. Then the
 * multiplier of a bound that they miss rises, and that of a bound that they meet falls. The reduced cost of an option is its cost,
 * less the value of its nutrients at the last multipliers.
 */
export function relaxRanges(model: Model): Relaxation {
  const sums = listSums(model);
  const bounds = listBounds(model, sums);
  const slotClasses = classifySlots(model, sums);
  for (let iteration = 0; iteration < SUBGRADIENT.iterationCount; iteration += 1) {
    const amountBySum = sumServedAmounts(slotClasses, model, toShadowPrices(sums, bounds));
    const stepSize = SUBGRADIENT.initialStepSize / (1 + iteration / SUBGRADIENT.halvingIterationCount);
    updateMultipliers(bounds, amountBySum, stepSize);
  }
  const priceBySum = toShadowPrices(sums, bounds);
  const rankedOptionsBySlot = [...model.optionsBySlot];
  for (const slotClass of slotClasses) {
    const ranked = rankOptions(slotClass, model, priceBySum);
    for (const slot of slotClass.slots) rankedOptionsBySlot[slot] = ranked;
  }
  return { rankedOptionsBySlot, rangeFractions: toRangeFractions(model, sums, bounds) };
}

/** Moves each multiplier along the subgradient, the missed fraction of its bound. Keeps it between 0 and the penalty for missing all of the bound. */
function updateMultipliers(bounds: readonly RelaxedBound[], amountBySum: Float64Array, stepSize: number): void {
  for (const relaxedBound of bounds) {
    const excess = (amountBySum[relaxedBound.sumIndex] ?? 0) / relaxedBound.bound - 1;
    const multiplier = relaxedBound.multiplier + stepSize * (relaxedBound.isMinimum ? -excess : excess);
    relaxedBound.multiplier = Math.min(relaxedBound.slope * relaxedBound.bound, Math.max(0, multiplier));
  }
}

/** Lists `rangeFractions`. A day's fraction follows from the week's: the intakes of a cohort's days come before that of all days. */
function toRangeFractions(model: Model, sums: readonly WeekSum[], bounds: readonly RelaxedBound[]): Float64Array {
  const { intakes, measures, dayCount } = model;
  const fractions = Float64Array.from({ length: intakes.length * measures.length }, (_, index) => {
    const isWeek = intakes[Math.floor(index / measures.length)]?.dayIndex === undefined;
    return isWeek ? SUBGRADIENT.minFraction : SUBGRADIENT.minFraction * SUBGRADIENT.dayFactor;
  });
  for (const { sumIndex, measure, multiplier, slope, bound } of bounds) {
    const weekIndex = sums[sumIndex]?.intakeIndex ?? 0;
    const fraction = multiplier / (slope * bound);
    for (let intakeIndex = weekIndex - dayCount; intakeIndex <= weekIndex; intakeIndex += 1) {
      const index = intakeIndex * measures.length + measures.indexOf(measure);
      const factor = intakeIndex === weekIndex ? 1 : SUBGRADIENT.dayFactor;
      fractions[index] = Math.max(fractions[index] ?? 0, fraction * factor);
    }
  }
  return fractions;
}

function listSums({ intakes, cohorts }: Model): WeekSum[] {
  return intakes.flatMap(({ dayIndex, softBounds, cohort }, intakeIndex) => {
    if (dayIndex !== undefined) return [];
    const takesMeal = meals.map((meal) => cohorts[cohort]?.meals.includes(meal) ?? false);
    const measures = new Set(softBounds.map(({ measure }) => measure));
    return [...measures].map((measure) => ({ measure, intakeIndex, takesMeal }));
  });
}

/** Lists the bounds of the sums, without those that are 0: a miss cannot be a fraction of 0. */
function listBounds({ intakes }: Model, sums: readonly WeekSum[]): RelaxedBound[] {
  return sums.flatMap(({ measure, intakeIndex }, sumIndex) => {
    const softBounds = (intakes[intakeIndex]?.softBounds ?? []).filter(
      (softBound) => softBound.measure === measure && softBound.bound > 0,
    );
    return softBounds.map((softBound) => ({ ...softBound, sumIndex, multiplier: 0 }));
  });
}

function classifySlots(model: Model, sums: readonly WeekSum[]): SlotClass[] {
  const { slots, optionsBySlot, isRequiredBySlot, mealIndexBySlot, measures, costWeightByMeal, rules } = model;
  // Slots with the same options share one list. The first slot that has the list stands for it.
  const classKeyBySlot = optionsBySlot.map((options, slot) => `${optionsBySlot.indexOf(options)} ${slots[slot]?.meal}`);
  const slotsOfClasses = [...Map.groupBy(slots.keys(), (slot) => classKeyBySlot[slot]).values()];
  const sampleSize = Math.floor(SUBGRADIENT.maxSampledAmounts / slotsOfClasses.length / Math.max(1, measures.length));
  const averageYuan = calculateAverageCost(model) || 1;
  // Below the minimum of the budget money counts nothing. Only the search shows where a plan is, so the greater the budget, the less
  // money weighs here.
  const moneyWeight = costRule.weights.money * Math.min(1, averageYuan / (Number(rules.budget?.max) || averageYuan));
  const likingWeightBySlot = listLikingWeights(model);
  return slotsOfClasses.map((slotsOfClass) => {
    const [firstSlot = 0] = slotsOfClass;
    const options = optionsBySlot[firstSlot] ?? new Int32Array(0);
    const meal = mealIndexBySlot[firstSlot] ?? 0;
    return {
      slots: slotsOfClass,
      options,
      sample: toTable(sampleEvenly(options, sampleSize), model),
      requiredCount: slotsOfClass.filter((slot) => isRequiredBySlot[slot] === 1).length,
      objectivePerYuan: ((costWeightByMeal[meal] ?? 0) * moneyWeight) / averageYuan,
      objectivePerPoint: likingWeightBySlot[firstSlot] ?? 0,
      columnBySum: sums.map(({ measure, takesMeal }) => (takesMeal[meal] ? measures.indexOf(measure) : -1)),
    };
  });
}

/** Picks up to `maxCount` of the options, at even distances, and at least one. */
function sampleEvenly(options: Int32Array, maxCount: number): Int32Array {
  const count = Math.min(options.length, Math.max(1, maxCount));
  return Int32Array.from({ length: count }, (_, index) => options[Math.floor((index * options.length) / count)] ?? 0);
}

function toTable(options: Int32Array, { candidates, measures }: Model): OptionTable {
  const amounts = new Float64Array(options.length * measures.length);
  for (const [index, candidate] of options.entries()) {
    amounts.set(candidates[candidate]?.amounts ?? [], index * measures.length);
  }
  const yuanByRow = Float64Array.from(options, (candidate) => candidates[candidate]?.yuan ?? 0);
  const toPoints = (candidate: number) => USUAL_LIKING - (candidates[candidate]?.liking ?? USUAL_LIKING);
  const pointsByRow = Float64Array.from(options, toPoints);
  return { options, yuanByRow, pointsByRow, amounts };
}

/** Lists by sum the growth of the objective with each unit at the present multipliers; below 0 where the sum is too small. */
function toShadowPrices(sums: readonly WeekSum[], bounds: readonly RelaxedBound[]): Float64Array {
  const priceBySum = new Float64Array(sums.length);
  for (const { sumIndex, isMinimum, multiplier, bound } of bounds) {
    priceBySum[sumIndex] = (priceBySum[sumIndex] ?? 0) + (isMinimum ? -multiplier : multiplier) / bound;
  }
  return priceBySum;
}

/** Lists by row of the table the reduced cost of its option. */
function toReducedCosts(table: OptionTable, slotClass: SlotClass, priceBySum: Float64Array): Float64Array {
  const { objectivePerYuan, objectivePerPoint, columnBySum } = slotClass;
  const { yuanByRow, pointsByRow, amounts } = table;
  const columnCount = amounts.length / Math.max(1, yuanByRow.length);
  const priceByColumn = new Float64Array(columnCount);
  for (const [sumIndex, column] of columnBySum.entries()) {
    if (column >= 0) priceByColumn[column] = (priceByColumn[column] ?? 0) + (priceBySum[sumIndex] ?? 0);
  }
  const costByRow = yuanByRow.map((yuan, row) => yuan * objectivePerYuan + (pointsByRow[row] ?? 0) * objectivePerPoint);
  for (let row = 0, index = 0; row < costByRow.length; row += 1) {
    let reducedCost = costByRow[row] ?? 0;
    for (let column = 0; column < columnCount; column += 1, index += 1)
      reducedCost += (priceByColumn[column] ?? 0) * (amounts[index] ?? 0);
    costByRow[row] = reducedCost;
  }
  return costByRow;
}

/** Sums up the amounts that are served if each class of slots serves its cheapest options. */
function sumServedAmounts(slotClasses: readonly SlotClass[], model: Model, priceBySum: Float64Array): Float64Array {
  const amountBySum = new Float64Array(priceBySum.length);
  for (const slotClass of slotClasses) {
    for (const { amounts, servings } of serveCheapest(slotClass, model, priceBySum)) {
      for (const [sumIndex, column] of slotClass.columnBySum.entries()) {
        if (column >= 0) amountBySum[sumIndex] = (amountBySum[sumIndex] ?? 0) + servings * (amounts[column] ?? 0);
      }
    }
  }
  return amountBySum;
}

/** Fills the slots of the class with its cheapest options, each as often as it may be served. Lists these with their servings. */
function serveCheapest(slotClass: SlotClass, { candidates, dayCount, rules }: Model, priceBySum: Float64Array) {
  const costByRow = toReducedCosts(slotClass.sample, slotClass, priceBySum);
  const servingsByMainIngredient = new Map<string, number>();
  const served: { readonly amounts: readonly number[]; readonly servings: number }[] = [];
  let requiredLeft = slotClass.requiredCount;
  let slotsLeft = slotClass.slots.length;
  for (const row of iterateCheapestFirst(costByRow)) {
    if (slotsLeft <= 0 || (requiredLeft <= 0 && (costByRow[row] ?? 0) >= 0)) break;
    const candidate = candidates[slotClass.sample.options[row] ?? 0];
    const { minDaysApart = 0, usualPerWeek = 0, amounts = [] } = candidate ?? {};
    const mainIngredient = candidate?.countedMainIngredients[0];
    const maxByDays = minDaysApart === 0 ? slotsLeft : Math.ceil(dayCount / minDaysApart);
    const servedBefore = servingsByMainIngredient.get(mainIngredient ?? '') ?? 0;
    const maxByMain = mainIngredient === undefined ? slotsLeft : rules.mainPerWeek - servedBefore;
    const servings = Math.min(slotsLeft, usualPerWeek, maxByDays, maxByMain);
    if (servings <= 0) continue;
    if (mainIngredient !== undefined) servingsByMainIngredient.set(mainIngredient, servedBefore + servings);
    served.push({ amounts, servings });
    requiredLeft -= servings;
    slotsLeft -= servings;
  }
  return served;
}

/** Yields the rows by cost, the cheapest first. Sorts all of them only if the first ones are not enough. */
function* iterateCheapestFirst(costByRow: Float64Array): Generator<number> {
  const firstRows = listCheapestRows(costByRow, FIRST_SORTED_COUNT);
  yield* firstRows;
  yield* listCheapestRows(costByRow, costByRow.length).slice(firstRows.length);
}

/** Lists the `count` cheapest rows, and any others that cost as much as the last of them; the cheapest first. */
function listCheapestRows(costByRow: Float64Array, count: number): number[] {
  const maxCost = costByRow.toSorted()[count - 1] ?? Number.POSITIVE_INFINITY;
  const cheapRows = [...costByRow.keys()].filter((row) => (costByRow[row] ?? 0) <= maxCost);
  return cheapRows.sort((a, b) => (costByRow[a] ?? 0) - (costByRow[b] ?? 0) || a - b);
}

/** Lists the best options of the class by reduced cost, the cheapest first. */
function rankOptions(slotClass: SlotClass, model: Model, priceBySum: Float64Array): Int32Array {
  const costByRow = toReducedCosts(toTable(slotClass.options, model), slotClass, priceBySum);
  const rankedRows = listCheapestRows(costByRow, MAX_RANKED_OPTIONS).slice(0, MAX_RANKED_OPTIONS);
  return Int32Array.from(rankedRows, (row) => slotClass.options[row] ?? 0);
}
