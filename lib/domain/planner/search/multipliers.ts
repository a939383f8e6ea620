import { meals } from '../../meal.ts';
import type { Model } from '../model.ts';
import type { Side } from '../rules/bounds.ts';
import { averageCost, cost } from '../rules/cost.ts';
import { MOST_OPTIONS, SUBGRADIENT } from './parameters.ts';

/** So many options are sorted at first, as mostly these will do. */
const FIRST_SORTED = 50;

/** What is known of options and bounds before the search. */
export interface Multipliers {
  /** By slot, its options by reduced cost, the cheapest first. */
  readonly options: readonly Int32Array[];
  /** By span and measure, the part of its penalty that a bound's multiplier is: what it is worth to keep it. */
  readonly parts: Float64Array;
}

/** The slots of one meal, on any day, for which the same courses fit. */
interface SlotKind {
  readonly options: Int32Array;
  /** The options that the subgradient method looks at. */
  readonly sample: Packed;
  readonly required: number;
  readonly optional: number;
  /** What a yuan of a course there adds to the objective. */
  readonly perYuan: number;
  /** By sum, the column of its measure, or -1 where its eaters do not take the meal. */
  readonly columns: readonly number[];
}

/** Options with what they cost in yuan, and have of each measure. */
interface Packed {
  readonly options: Int32Array;
  readonly yuan: Float64Array;
  readonly amounts: Float64Array;
}

/** What some eaters get of a measure, all days together. */
interface Sum {
  readonly measure: string;
  readonly span: number;
  readonly meals: readonly boolean[];
}

/** A bound of a sum, and its multiplier: what missing the whole bound costs. */
interface RelaxedBound extends Side {
  readonly sum: number;
  multiplier: number;
}

/**
 * Lagrangian relaxation of the week's ranges, by the subgradient method. A bound that is missed is no longer
 * forbidden but costs money, its multiplier. In each iteration every kind of slot serves its cheapest options at the present
 * multipliers; then the multiplier of each bound that they miss rises, and that of each that they more than keep falls.
 * With the last ones an option's reduced cost is its money less what its nutrients are worth. Options are ranked by that.
 */
export function findMultipliers(model: Model): Multipliers {
  const sums = findSums(model);
  const bounds = findBounds(model, sums);
  const keys = slotKeys(model);
  const kinds = findKinds(model, sums, keys);
  for (let iteration = 0; iteration < SUBGRADIENT.iterations; iteration += 1) {
    const prices = pricesOf(sums, bounds);
    const served = new Float64Array(sums.length);
    for (const kind of kinds.values()) serveCheapest(kind, model, prices, served);
    const step = SUBGRADIENT.step / (1 + iteration / SUBGRADIENT.half);
    for (const one of bounds) {
      const beyond = (served[one.sum] ?? 0) / one.bound - 1;
      const multiplier = one.multiplier + step * (one.isLeast ? -beyond : beyond);
      one.multiplier = Math.min(one.slope * one.bound, Math.max(0, multiplier));
    }
  }
  const prices = pricesOf(sums, bounds);
  const ranked = new Map([...kinds].map(([key, kind]) => [key, rank(kind, model, prices)]));
  return {
    options: keys.map((key) => ranked.get(key) ?? new Int32Array(0)),
    parts: partsOf(model, sums, bounds),
  };
}

/** By span and measure, multiplier by penalty, see `Multipliers`. */
function partsOf(
  { spans, measures, days }: Model,
  sums: readonly Sum[],
  bounds: readonly RelaxedBound[],
): Float64Array {
  const parts = Float64Array.from({ length: spans.length * measures.length }, (_, at) => {
    const isWeek = spans[Math.floor(at / measures.length)]?.day === undefined;
    return isWeek ? SUBGRADIENT.least : SUBGRADIENT.least * SUBGRADIENT.day;
  });
  for (const { sum, measure, multiplier, slope, bound } of bounds) {
    const week = sums[sum]?.span ?? 0;
    const part = multiplier / (slope * bound);
    for (let span = week - days; span <= week; span += 1) {
      const at = span * measures.length + measures.indexOf(measure);
      parts[at] = Math.max(parts[at] ?? 0, span === week ? part : part * SUBGRADIENT.day);
    }
  }
  return parts;
}

function findSums({ spans, eaters }: Model): Sum[] {
  return spans.flatMap(({ day, sides, eaters: who }, span) => {
    if (day !== undefined) return [];
    const taken = meals.map((meal) => eaters[who]?.meals.includes(meal) ?? false);
    return [...new Set(sides.map(({ measure }) => measure))].map((measure) => ({ measure, span, meals: taken }));
  });
}

function findBounds({ spans }: Model, sums: readonly Sum[]): RelaxedBound[] {
  return sums.flatMap(({ measure, span }, sum) => {
    // Of a bound that is nothing there are no parts.
    const mine = (spans[span]?.sides ?? []).filter((side) => side.measure === measure && side.bound > 0);
    return mine.map((side) => ({ ...side, sum, multiplier: 0 }));
  });
}

/** By slot, the number of its kind. */
function slotKeys({ optionsOf, mealOf }: Model): number[] {
  const lists = [...new Set(optionsOf)];
  return optionsOf.map((options, slot) => lists.indexOf(options) * meals.length + ((mealOf[slot] ?? 0) % meals.length));
}

function findKinds(model: Model, sums: readonly Sum[], keys: readonly number[]): ReadonlyMap<number, SlotKind> {
  const groups = Map.groupBy(model.slots.keys(), (slot) => keys[slot] ?? 0);
  const sampled = Math.floor(SUBGRADIENT.sample / groups.size / Math.max(1, model.measures.length));
  const average = averageCost(model) || 1;
  return new Map([...groups].map(([key, slots]) => [key, toKind(model, sums, slots, { average, sampled })]));
}

/** What an average menu costs, and how many options of a kind are looked at. */
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
  return {
    options,
    sample: pack(
      Int32Array.from({ length: size }, (_, index) => options[Math.floor((index * options.length) / size)] ?? 0),
      model,
    ),
    required,
    optional: slots.length - required,
    perYuan: ((mealWeights[meal] ?? 0) * cost.weights.money) / average,
    columns: sums.map(({ measure, meals: taken }) => (taken[meal] ? measures.indexOf(measure) : -1)),
  };
}

function pack(options: Int32Array, { courses, measures }: Model): Packed {
  const amounts = new Float64Array(options.length * measures.length);
  for (const [index, course] of options.entries()) {
    amounts.set(courses[course]?.amounts ?? [], index * measures.length);
  }
  return { options, yuan: Float64Array.from(options, (course) => courses[course]?.cost ?? 0), amounts };
}

/** By sum, what one more of it costs at the present multipliers: below 0 where too little is worse. */
function pricesOf(sums: readonly Sum[], bounds: readonly RelaxedBound[]): Float64Array {
  const prices = new Float64Array(sums.length);
  for (const { sum, isLeast, multiplier, bound } of bounds) {
    prices[sum] = (prices[sum] ?? 0) + (isLeast ? -multiplier : multiplier) / bound;
  }
  return prices;
}

/** By option, its reduced cost. */
function reducedCosts({ yuan, amounts }: Packed, { perYuan, columns }: SlotKind, prices: Float64Array): Float64Array {
  const width = amounts.length / Math.max(1, yuan.length);
  const ofMeasures = new Float64Array(width);
  for (const [sum, column] of columns.entries()) {
    if (column >= 0) ofMeasures[column] = (ofMeasures[column] ?? 0) + (prices[sum] ?? 0);
  }
  const costs = yuan.map((money) => money * perYuan);
  for (let option = 0, at = 0; option < costs.length; option += 1) {
    let reduced = costs[option] ?? 0;
    for (let column = 0; column < width; column += 1, at += 1)
      reduced += (ofMeasures[column] ?? 0) * (amounts[at] ?? 0);
    costs[option] = reduced;
  }
  return costs;
}

/** Fills all slots of the kind with the cheapest options, each as often as it may come, and adds that to the sums. */
function serveCheapest(kind: SlotKind, model: Model, prices: Float64Array, sums: Float64Array): void {
  const { courses, days, rules } = model;
  const costs = reducedCosts(kind.sample, kind, prices);
  const served = new Map<string, number>();
  let [required, left] = [kind.required, kind.required + kind.optional];
  for (const option of cheapestFirst(costs)) {
    if (left <= 0 || (required <= 0 && (costs[option] ?? 0) >= 0)) return;
    const { daysApart = 0, most = 0, main, amounts = [] } = courses[kind.sample.options[option] ?? 0] ?? {};
    const often = daysApart === 0 ? left : Math.ceil(days / daysApart);
    const before = served.get(main ?? '') ?? 0;
    const times = Math.min(left, most, often, main === undefined ? left : rules.mainPerWeek - before);
    if (times <= 0) continue;
    if (main !== undefined) served.set(main, before + times);
    for (const [sum, column] of kind.columns.entries()) {
      if (column >= 0) sums[sum] = (sums[sum] ?? 0) + times * (amounts[column] ?? 0);
    }
    required -= times;
    left -= times;
  }
}

/** All options: the first are found without sorting the others. */
function* cheapestFirst(costs: Float64Array): Generator<number> {
  const first = cheapest(costs, FIRST_SORTED);
  yield* first;
  yield* cheapest(costs, costs.length).slice(first.length);
}

/** At least so many options, if there are, the cheapest first. */
function cheapest(costs: Float64Array, least: number): number[] {
  const last = costs.toSorted()[least - 1] ?? Number.POSITIVE_INFINITY;
  const found = [...costs.keys()].filter((option) => (costs[option] ?? 0) <= last);
  return found.sort((a, b) => (costs[a] ?? 0) - (costs[b] ?? 0) || a - b);
}

function rank(kind: SlotKind, model: Model, prices: Float64Array): Int32Array {
  const likeliest = cheapest(reducedCosts(pack(kind.options, model), kind, prices), MOST_OPTIONS).slice(
    0,
    MOST_OPTIONS,
  );
  return Int32Array.from(likeliest, (option) => kind.options[option] ?? 0);
}
