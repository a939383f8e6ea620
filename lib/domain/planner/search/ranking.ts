import { meals } from '../../meal.ts';
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

/** Prices are found with options that have so many amounts, of all kinds together: any problem takes about as long. */
const SAMPLED = 250_000;

/** A place has so many options that are tried. They are the likeliest, and more than a week has places. */
const MOST_OPTIONS = 1000;

/** So many are sorted at first. */
const FIRST_SERVED = 50;

/** What a bound is worth at least, as nobody knows it exactly. */
const LEAST_WORTH = 0.005;
/** The part that a bound of a day is worth, in parts of that of all days. It was found by trial, as the others here. */
const OF_A_DAY = 2.5;

/** Places of one meal, on any day, for which the same courses fit. */
interface Kind {
  readonly options: Int32Array;
  /** So many of them that prices are found with. */
  readonly sample: Packed;
  readonly required: number;
  readonly optional: number;
  /** What a yuan counts there. */
  readonly perYuan: number;
  /** By sum, the number of its measure, or -1 where its eaters do not take the meal. */
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
  const lists = [...new Set(board.optionsOf)];
  const keys = board.optionsOf.map(
    (options, place) => lists.indexOf(options) * meals.length + ((board.mealOf[place] ?? 0) % meals.length),
  );
  const groups = Map.groupBy(board.places.keys(), (place) => keys[place]);
  const sampled = Math.floor(SAMPLED / groups.size / Math.max(1, board.measures.length));
  const usual = usualCost(board) || 1;
  const kinds = new Map([...groups].map(([key, places]) => [key, toKind(board, sums, places, { usual, sampled })]));
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
  const ranked = new Map([...kinds].map(([key, kind]) => [key, order(kind, board, prices)]));
  return {
    options: keys.map((key) => ranked.get(key) ?? new Int32Array(0)),
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

/** What a menu usually costs, and how many options of a kind prices are found with. */
interface Scale {
  readonly usual: number;
  readonly sampled: number;
}

function toKind(board: Board, sums: readonly Sum[], places: readonly number[], { usual, sampled }: Scale): Kind {
  const { optionsOf, isRequired, measures, mealOf, mealWeights } = board;
  const [first = 0] = places;
  const [options, meal] = [optionsOf[first] ?? new Int32Array(0), (mealOf[first] ?? 0) % meals.length];
  const required = places.filter((place) => isRequired[place] === 1).length;
  const size = Math.min(options.length, Math.max(1, sampled));
  return {
    options,
    sample: pack(
      Int32Array.from({ length: size }, (_, index) => options[Math.floor((index * options.length) / size)] ?? 0),
      board,
    ),
    required,
    optional: places.length - required,
    perYuan: ((mealWeights[meal] ?? 0) * WEIGHTS.money) / usual,
    columns: sums.map(({ measure, meals: taken }) => (taken[meal] ? measures.indexOf(measure) : -1)),
  };
}

function pack(options: Int32Array, { courses, measures }: Board): Packed {
  const amounts = new Float64Array(options.length * measures.length);
  for (const [index, course] of options.entries()) {
    amounts.set(courses[course]?.amounts ?? [], index * measures.length);
  }
  return { options, yuan: Float64Array.from(options, (course) => courses[course]?.cost ?? 0), amounts };
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
function costsOf({ yuan, amounts }: Packed, { perYuan, columns }: Kind, prices: Float64Array): Float64Array {
  const width = amounts.length / Math.max(1, yuan.length);
  const ofMeasures = new Float64Array(width);
  for (const [sum, column] of columns.entries()) {
    if (column >= 0) ofMeasures[column] = (ofMeasures[column] ?? 0) + (prices[sum] ?? 0);
  }
  const all = yuan.map((cost) => cost * perYuan);
  for (let option = 0, at = 0; option < all.length; option += 1) {
    let cost = all[option] ?? 0;
    for (let column = 0; column < width; column += 1, at += 1) cost += (ofMeasures[column] ?? 0) * (amounts[at] ?? 0);
    all[option] = cost;
  }
  return all;
}

/** Serves the cheapest in all places of the kind, each as often as it may come: adds to the sums what that is. */
function serve(kind: Kind, board: Board, prices: Float64Array, sums: Float64Array): void {
  const { courses, days, rules } = board;
  const costs = costsOf(kind.sample, kind, prices);
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

/** All options: the first are found without sorting the others, as mostly they will do. */
function* cheapestFirst(costs: Float64Array): Generator<number> {
  const first = cheapest(costs, FIRST_SERVED);
  yield* first;
  yield* cheapest(costs, costs.length).slice(first.length);
}

/** At least so many options, if there are, the cheapest first. */
function cheapest(costs: Float64Array, least: number): number[] {
  const last = costs.toSorted()[least - 1] ?? Number.POSITIVE_INFINITY;
  const found = [...costs.keys()].filter((option) => (costs[option] ?? 0) <= last);
  return found.sort((a, b) => (costs[a] ?? 0) - (costs[b] ?? 0) || a - b);
}

function order(kind: Kind, board: Board, prices: Float64Array): Int32Array {
  const likeliest = cheapest(costsOf(pack(kind.options, board), kind, prices), MOST_OPTIONS).slice(0, MOST_OPTIONS);
  return Int32Array.from(likeliest, (option) => kind.options[option] ?? 0);
}
