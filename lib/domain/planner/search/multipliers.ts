import { meals } from '../../meal.ts';
import type { Model } from '../model.ts';
import type { Side } from '../rules/bounds.ts';
import { averageCost, cost } from '../rules/cost.ts';
import { MAX_OPTIONS, SUBGRADIENT } from './parameters.ts';

/** How many of the cheapest options are sorted first. Mostly they are enough. */
const FIRST_SORTED = 50;

/** What is known of options and ranges before the search. */
export interface Multipliers {
  /** By slot, its options by reduced cost, the cheapest first. */
  readonly rankedOptions: readonly Int32Array[];
  /** By span and measure, the multiplier of its bound as a fraction of the penalty for missing the whole bound. */
  readonly rangeMultipliers: Float64Array;
}

/** Slots of one meal, on any day, that the same courses fit: they share one list in `optionsOf`. */
interface SlotKind {
  readonly slots: readonly number[];
  readonly options: Int32Array;
  /** The options that the subgradient method looks at. */
  readonly sample: OptionTable;
  /** How many of the slots need a dish, and how many may stay empty. */
  readonly required: number;
  readonly optional: number;
  /** How much the objective grows if a course there costs one yuan more. */
  readonly perYuan: number;
  /** By sum, the column of its measure, or -1 where its eaters do not take the meal. */
  readonly columns: readonly number[];
}

/** Options with their cost in yuan, and a row of their amounts with a column for each measure. */
interface OptionTable {
  readonly options: Int32Array;
  readonly yuan: Float64Array;
  readonly amounts: Float64Array;
}

/** A sum over all days: how much of a measure some eaters get. */
interface Sum {
  readonly measure: string;
  readonly span: number;
  /** By meal of the day, whether they take it. */
  readonly meals: readonly boolean[];
}

/** A bound of a sum with its multiplier: what it costs to miss the whole bound. */
interface RelaxedBound extends Side {
  readonly sum: number;
  multiplier: number;
}

/**
 * Lagrangian relaxation of the week's ranges, solved by the subgradient method. A plan may miss a bound, but pays its
 * multiplier for that. In each iteration every kind of slot serves the options that are cheapest at the present
 * multipliers. Then the multiplier of a bound that they miss rises, and that of a bound that they meet falls. An option's
 * reduced cost is its cost in money less what its nutrients are worth at the last multipliers.
 */
export function findMultipliers(model: Model): Multipliers {
  const sums = listSums(model);
  const bounds = listBounds(model, sums);
  const kinds = findKinds(model, sums);
  for (let iteration = 0; iteration < SUBGRADIENT.iterations; iteration += 1) {
    const prices = shadowPrices(sums, bounds);
    const served = new Float64Array(sums.length);
    for (const kind of kinds) serveCheapest(kind, model, prices, served);
    moveMultipliers(bounds, served, SUBGRADIENT.step / (1 + iteration / SUBGRADIENT.half));
  }
  const prices = shadowPrices(sums, bounds);
  const rankedOptions = [...model.optionsOf];
  for (const kind of kinds) {
    const ranked = rankOptions(kind, model, prices);
    for (const slot of kind.slots) rankedOptions[slot] = ranked;
  }
  return { rankedOptions, rangeMultipliers: findRangeMultipliers(model, sums, bounds) };
}

/** Moves each multiplier along the subgradient: by how far its bound is missed. It stays between 0 and the penalty. */
function moveMultipliers(bounds: readonly RelaxedBound[], served: Float64Array, step: number): void {
  for (const relaxed of bounds) {
    const beyond = (served[relaxed.sum] ?? 0) / relaxed.bound - 1;
    const multiplier = relaxed.multiplier + step * (relaxed.isMinimum ? -beyond : beyond);
    relaxed.multiplier = Math.min(relaxed.slope * relaxed.bound, Math.max(0, multiplier));
  }
}

/** A day's multiplier follows from the week's. `findSpans` lists the spans of the days before the span of their week. */
function findRangeMultipliers(
  { spans, measures, days }: Model,
  sums: readonly Sum[],
  bounds: readonly RelaxedBound[],
): Float64Array {
  const fractions = Float64Array.from({ length: spans.length * measures.length }, (_, index) => {
    const isWeek = spans[Math.floor(index / measures.length)]?.day === undefined;
    return isWeek ? SUBGRADIENT.least : SUBGRADIENT.least * SUBGRADIENT.day;
  });
  for (const { sum, measure, multiplier, slope, bound } of bounds) {
    const week = sums[sum]?.span ?? 0;
    const fraction = multiplier / (slope * bound);
    for (let span = week - days; span <= week; span += 1) {
      const index = span * measures.length + measures.indexOf(measure);
      fractions[index] = Math.max(fractions[index] ?? 0, span === week ? fraction : fraction * SUBGRADIENT.day);
    }
  }
  return fractions;
}

function listSums({ spans, eaters }: Model): Sum[] {
  return spans.flatMap(({ day, sides, eatersIndex }, span) => {
    if (day !== undefined) return [];
    const taken = meals.map((meal) => eaters[eatersIndex]?.meals.includes(meal) ?? false);
    return [...new Set(sides.map(({ measure }) => measure))].map((measure) => ({ measure, span, meals: taken }));
  });
}

/** A bound of 0 is left out: how far it is missed cannot be said in parts of it. */
function listBounds({ spans }: Model, sums: readonly Sum[]): RelaxedBound[] {
  return sums.flatMap(({ measure, span }, sum) => {
    const sides = (spans[span]?.sides ?? []).filter((side) => side.measure === measure && side.bound > 0);
    return sides.map((side) => ({ ...side, sum, multiplier: 0 }));
  });
}

function findKinds(model: Model, sums: readonly Sum[]): SlotKind[] {
  const { slots, optionsOf, measures } = model;
  const lists: readonly (Int32Array | undefined)[] = optionsOf;
  const kindKey = (slot: number) => `${lists.indexOf(optionsOf[slot])} ${slots[slot]?.meal}`;
  const groups = [...Map.groupBy(slots.keys(), kindKey).values()];
  const sampled = Math.floor(SUBGRADIENT.sample / groups.length / Math.max(1, measures.length));
  const average = averageCost(model) || 1;
  return groups.map((group) => toKind(model, sums, group, { average, sampled }));
}

/** What an average menu costs, and how many options of a kind are sampled at most. */
interface Scale {
  readonly average: number;
  readonly sampled: number;
}

function toKind(model: Model, sums: readonly Sum[], slots: readonly number[], { average, sampled }: Scale): SlotKind {
  const { optionsOf, isRequired, measures, mealOf, mealWeights } = model;
  const [first = 0] = slots;
  const [options, meal] = [optionsOf[first] ?? new Int32Array(0), (mealOf[first] ?? 0) % meals.length];
  const required = slots.filter((slot) => isRequired[slot] === 1).length;
  const size = Math.min(options.length, Math.max(1, sampled));
  const evenly = (_: unknown, index: number) => options[Math.floor((index * options.length) / size)] ?? 0;
  return {
    slots,
    options,
    sample: toTable(Int32Array.from({ length: size }, evenly), model),
    required,
    optional: slots.length - required,
    perYuan: ((mealWeights[meal] ?? 0) * cost.weights.money) / average,
    columns: sums.map(({ measure, meals: taken }) => (taken[meal] ? measures.indexOf(measure) : -1)),
  };
}

function toTable(options: Int32Array, { courses, measures }: Model): OptionTable {
  const amounts = new Float64Array(options.length * measures.length);
  for (const [index, course] of options.entries()) {
    amounts.set(courses[course]?.amounts ?? [], index * measures.length);
  }
  return { options, yuan: Float64Array.from(options, (course) => courses[course]?.cost ?? 0), amounts };
}

/** By sum, how much the objective grows with each unit of it, at the present multipliers: less than 0 where it is too small. */
function shadowPrices(sums: readonly Sum[], bounds: readonly RelaxedBound[]): Float64Array {
  const prices = new Float64Array(sums.length);
  for (const { sum, isMinimum, multiplier, bound } of bounds) {
    prices[sum] = (prices[sum] ?? 0) + (isMinimum ? -multiplier : multiplier) / bound;
  }
  return prices;
}

/** By option of the table, its reduced cost. */
function reducedCosts(table: OptionTable, { perYuan, columns }: SlotKind, prices: Float64Array): Float64Array {
  const { yuan, amounts } = table;
  const width = amounts.length / Math.max(1, yuan.length);
  const unitPrices = new Float64Array(width);
  for (const [sum, column] of columns.entries()) {
    if (column >= 0) unitPrices[column] = (unitPrices[column] ?? 0) + (prices[sum] ?? 0);
  }
  const costs = yuan.map((money) => money * perYuan);
  for (let option = 0, at = 0; option < costs.length; option += 1) {
    let reduced = costs[option] ?? 0;
    for (let column = 0; column < width; column += 1, at += 1)
      reduced += (unitPrices[column] ?? 0) * (amounts[at] ?? 0);
    costs[option] = reduced;
  }
  return costs;
}

/** Fills the slots of the kind with the cheapest options, each as often as it may be served. Adds their amounts to the sums. */
function serveCheapest(kind: SlotKind, model: Model, prices: Float64Array, sums: Float64Array): void {
  const { courses, days, rules } = model;
  const costs = reducedCosts(kind.sample, kind, prices);
  const servedMains = new Map<string, number>();
  let [required, left] = [kind.required, kind.required + kind.optional];
  for (const option of cheapestFirst(costs)) {
    if (left <= 0 || (required <= 0 && (costs[option] ?? 0) >= 0)) return;
    const { daysApart = 0, maxServings = 0, main, amounts = [] } = courses[kind.sample.options[option] ?? 0] ?? {};
    const maxByDays = daysApart === 0 ? left : Math.ceil(days / daysApart);
    const before = servedMains.get(main ?? '') ?? 0;
    const times = Math.min(left, maxServings, maxByDays, main === undefined ? left : rules.mainPerWeek - before);
    if (times <= 0) continue;
    if (main !== undefined) servedMains.set(main, before + times);
    for (const [sum, column] of kind.columns.entries()) {
      if (column >= 0) sums[sum] = (sums[sum] ?? 0) + times * (amounts[column] ?? 0);
    }
    required -= times;
    left -= times;
  }
}

/** All options by cost, the cheapest first. Only if the first are not enough, all are sorted. */
function* cheapestFirst(costs: Float64Array): Generator<number> {
  const first = cheapest(costs, FIRST_SORTED);
  yield* first;
  yield* cheapest(costs, costs.length).slice(first.length);
}

/** The `count` cheapest options, and any others that cost as much as the last of them; the cheapest first. */
function cheapest(costs: Float64Array, count: number): number[] {
  const last = costs.toSorted()[count - 1] ?? Number.POSITIVE_INFINITY;
  const found = [...costs.keys()].filter((option) => (costs[option] ?? 0) <= last);
  return found.sort((a, b) => (costs[a] ?? 0) - (costs[b] ?? 0) || a - b);
}

/** The options of the kind by reduced cost, the cheapest first. */
function rankOptions(kind: SlotKind, model: Model, prices: Float64Array): Int32Array {
  const costs = reducedCosts(toTable(kind.options, model), kind, prices);
  const ranked = cheapest(costs, MAX_OPTIONS).slice(0, MAX_OPTIONS);
  return Int32Array.from(ranked, (option) => kind.options[option] ?? 0);
}
