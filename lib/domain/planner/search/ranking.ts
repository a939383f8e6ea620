import { meals } from '../../menu/menu.ts';
import type { Board } from '../board.ts';
import type { Side } from '../ranges.ts';
import { WEIGHTS } from '../weights.ts';
import { usualCost } from './money-part.ts';

/** What is known of options before they are tried. */
export interface Ranking {
  /** By place, its options, the likeliest first. */
  readonly options: readonly Int32Array[];
  /** By span and measure, what part of its weight it is worth to keep a bound. */
  readonly worth: Float64Array;
}

/** How often prices are mended, and by how much at first. */
const ROUNDS = 150;
const FIRST_STEP = 0.1;
/** After so many rounds the step is half as long. */
const HALF = 10;

/** What a bound is worth at least, as nobody knows it exactly. */
const LEAST_WORTH = 0.005;
/** The part that a bound of a day is worth, in parts of that of all days. It was found by trial, as the others here. */
const OF_A_DAY = 2.5;

/** Places of one meal, on any day, for which the same courses fit. */
interface Kind {
  readonly options: Int32Array;
  readonly required: number;
  readonly optional: number;
  /** By option: what it costs as money, and what it adds to each sum. */
  readonly costs: Float64Array;
  readonly amounts: Float64Array;
}

/** What some eaters get of a measure, all days together. */
interface Sum {
  readonly measure: string;
  readonly span: number;
  readonly meals: readonly boolean[];
}

/** A bound of a sum. `price` is what a whole bound is worth. */
interface Bound extends Side {
  readonly sum: number;
  price: number;
}

/**
 * By place, its options in the order in which they are likely to be served: the cheapest first, where what they bring of
 * scarce nutrients and have of limited ones counts as money. What that is worth is found by serving what is cheapest so
 * far, and raising the price of what then is missing.
 */
export function rankOptions(board: Board): Ranking {
  const sums = findSums(board);
  const bounds = findBounds(board, sums);
  const groups = Map.groupBy(board.places.keys(), (place) => keyOf(board, place));
  const kinds = new Map([...groups].map(([key, places]) => [key, toKind(board, sums, places)]));
  for (let round = 0; round < ROUNDS; round += 1) {
    const prices = pricesOf(sums, bounds);
    const served = new Float64Array(sums.length);
    for (const kind of kinds.values()) serve(kind, board, prices, served);
    const step = FIRST_STEP / (1 + round / HALF);
    for (const one of bounds) {
      const beyond = (served[one.sum] ?? 0) / one.bound - 1;
      const price = one.price + step * (one.isLeast ? -beyond : beyond);
      one.price = Math.min(one.slope * one.bound, Math.max(0, price));
    }
  }
  const prices = pricesOf(sums, bounds);
  const ranked = new Map([...kinds].map(([key, kind]) => [key, order(kind, prices)]));
  return {
    options: board.places.map((_, place) => ranked.get(keyOf(board, place)) ?? new Int32Array(0)),
    worth: worthOf(board, sums, bounds),
  };
}

/** What part of its weight it is worth to keep a bound, see `Ranking`. */
function worthOf({ spans, measures, days }: Board, sums: readonly Sum[], bounds: readonly Bound[]): Float64Array {
  const worth = Float64Array.from({ length: spans.length * measures.length }, (_, at) => {
    return spans[Math.floor(at / measures.length)]?.day === undefined ? LEAST_WORTH : LEAST_WORTH * OF_A_DAY;
  });
  for (const { sum, measure, price, slope, bound } of bounds) {
    const week = sums[sum]?.span ?? 0;
    const part = price / (slope * bound);
    for (let span = week - days; span <= week; span += 1) {
      const at = span * measures.length + measures.indexOf(measure);
      worth[at] = Math.max(worth[at] ?? 0, span === week ? part : part * OF_A_DAY);
    }
  }
  return worth;
}

function keyOf({ optionsOf, mealOf }: Board, place: number): string {
  return `${(mealOf[place] ?? 0) % meals.length} ${optionsOf[place]?.join()}`;
}

function findSums({ spans, eaters }: Board): Sum[] {
  return spans.flatMap(({ day, sides, eaters: who }, span) => {
    if (day !== undefined) return [];
    const taken = meals.map((meal) => eaters[who]?.meals.includes(meal) ?? false);
    return [...new Set(sides.map(({ measure }) => measure))].map((measure) => ({ measure, span, meals: taken }));
  });
}

function findBounds({ spans }: Board, sums: readonly Sum[]): Bound[] {
  return sums.flatMap(({ measure, span }, sum) => {
    // Of a bound that is nothing there are no parts.
    const mine = (spans[span]?.sides ?? []).filter((side) => side.measure === measure && side.bound > 0);
    return mine.map((side) => ({ ...side, sum, price: 0 }));
  });
}

function toKind(board: Board, sums: readonly Sum[], places: readonly number[]): Kind {
  const { optionsOf, isRequired, courses, measures, mealOf, mealWeights } = board;
  const [first = 0] = places;
  const [options, meal] = [optionsOf[first] ?? new Int32Array(0), (mealOf[first] ?? 0) % meals.length];
  const columns = sums.map(({ measure, meals: taken }) => (taken[meal] ? measures.indexOf(measure) : -1));
  const perYuan = ((mealWeights[meal] ?? 0) * WEIGHTS.money) / (usualCost(board) || 1);
  const required = places.filter((place) => isRequired[place] === 1).length;
  return {
    options,
    required,
    optional: places.length - required,
    costs: Float64Array.from(options, (course) => (courses[course]?.cost ?? 0) * perYuan),
    amounts: Float64Array.from(
      [...options].flatMap((course) => columns.map((column) => courses[course]?.amounts[column] ?? 0)),
    ),
  };
}

/** By sum, what one more of it costs: below 0 where too little is worse. */
function pricesOf(sums: readonly Sum[], bounds: readonly Bound[]): Float64Array {
  const prices = new Float64Array(sums.length);
  for (const { sum, isLeast, price, bound } of bounds) {
    prices[sum] = (prices[sum] ?? 0) + (isLeast ? -price : price) / bound;
  }
  return prices;
}

/** By option, what it costs with all that it adds. */
function costsOf({ options, costs, amounts }: Kind, prices: Float64Array): Float64Array {
  const all = costs.slice();
  let at = 0;
  for (let option = 0; option < options.length; option += 1) {
    let cost = all[option] ?? 0;
    for (let sum = 0; sum < prices.length; sum += 1, at += 1) cost += (prices[sum] ?? 0) * (amounts[at] ?? 0);
    all[option] = cost;
  }
  return all;
}

/** Serves the cheapest in all places of the kind, each as often as it may come: adds to the sums what that is. */
function serve(kind: Kind, { courses, days, rules }: Board, prices: Float64Array, sums: Float64Array): void {
  const costs = costsOf(kind, prices);
  const often = Math.max(1, Math.ceil(days / Math.max(1, rules.repeatDays)));
  const served = new Map<string, number>();
  let [required, left] = [kind.required, kind.required + kind.optional];
  for (const option of sorted(costs)) {
    if (left <= 0 || (required <= 0 && (costs[option] ?? 0) >= 0)) return;
    const { isDaily = true, most = 0, main = '' } = courses[kind.options[option] ?? 0] ?? {};
    const before = served.get(main) ?? 0;
    const times = Math.min(left, most, ...(isDaily ? [] : [often, rules.mainPerWeek - before]));
    if (times <= 0) continue;
    if (!isDaily) served.set(main, before + times);
    for (let sum = 0; sum < sums.length; sum += 1) {
      sums[sum] = (sums[sum] ?? 0) + times * (kind.amounts[option * sums.length + sum] ?? 0);
    }
    required -= times;
    left -= times;
  }
}

function sorted(costs: Float64Array): number[] {
  return [...costs.keys()].sort((a, b) => (costs[a] ?? 0) - (costs[b] ?? 0) || a - b);
}

function order(kind: Kind, prices: Float64Array): Int32Array {
  return Int32Array.from(sorted(costsOf(kind, prices)), (option) => kind.options[option] ?? 0);
}
