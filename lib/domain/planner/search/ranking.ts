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

/** Places of one meal, on any day, for which the same courses fit. */
interface Kind {
  readonly options: Int32Array;
  readonly required: number;
  readonly optional: number;
  /** By option: what it costs as money, and what it does to each bound, in parts of it; above 0 is bad. */
  readonly costs: Float64Array;
  readonly effects: Float64Array;
}

/** A bound of all days together. `price` is what a whole bound is worth. */
interface Bound extends Side {
  readonly span: number;
  readonly meals: readonly boolean[];
  price: number;
}

/**
 * By place, its options in the order in which they are likely to be served: the cheapest first, where what they bring of
 * scarce nutrients and have of limited ones counts as money. What that is worth is found by serving what is cheapest so
 * far, and raising the price of what then is missing.
 */
export function rankOptions(board: Board): Ranking {
  const bounds = findBounds(board);
  const groups = Map.groupBy(board.places.keys(), (place) => keyOf(board, place));
  const kinds = new Map([...groups].map(([key, places]) => [key, toKind(board, bounds, places)]));
  for (let round = 0; round < ROUNDS; round += 1) {
    const beyond = Float64Array.from(bounds, ({ isLeast }) => (isLeast ? 1 : -1));
    for (const kind of kinds.values()) serve(kind, board, bounds, beyond);
    const step = FIRST_STEP / (1 + round / HALF);
    for (const [index, bound] of bounds.entries()) {
      bound.price = Math.min(bound.slope * bound.bound, Math.max(0, bound.price + step * (beyond[index] ?? 0)));
    }
  }
  const ranked = new Map([...kinds].map(([key, kind]) => [key, order(kind, bounds)]));
  return {
    options: board.places.map((_, place) => ranked.get(keyOf(board, place)) ?? new Int32Array(0)),
    worth: worthOf(board, bounds),
  };
}

/** A bound of a day is worth its part of that of all days; see `WEIGHTS` for how much less it counts. */
function worthOf({ spans, measures, days }: Board, bounds: readonly Bound[]): Float64Array {
  const perDay = WEIGHTS.week / WEIGHTS.days;
  const worth = Float64Array.from({ length: spans.length * measures.length }, (_, at) => {
    return spans[Math.floor(at / measures.length)]?.day === undefined ? LEAST_WORTH : LEAST_WORTH * perDay;
  });
  for (const { span: week, measure, price, slope, bound } of bounds) {
    const part = price / (slope * bound);
    for (let span = week - days; span <= week; span += 1) {
      const at = span * measures.length + measures.indexOf(measure);
      worth[at] = Math.max(worth[at] ?? 0, span === week ? part : part * perDay);
    }
  }
  return worth;
}

function keyOf({ optionsOf, mealOf }: Board, place: number): string {
  return `${(mealOf[place] ?? 0) % meals.length} ${optionsOf[place]?.join()}`;
}

function findBounds({ spans, eaters }: Board): Bound[] {
  return spans.flatMap(({ day, sides, eaters: who }, span) => {
    const taken = meals.map((meal) => eaters[who]?.meals.includes(meal) ?? false);
    // Of a bound that is nothing there are no parts.
    const mine = day === undefined ? sides.filter(({ bound }) => bound > 0) : [];
    return mine.map((side) => ({ ...side, span, meals: taken, price: 0 }));
  });
}

function toKind(board: Board, bounds: readonly Bound[], places: readonly number[]): Kind {
  const { optionsOf, isRequired, courses, measures, mealOf, mealWeights } = board;
  const [first = 0] = places;
  const [options, meal] = [optionsOf[first] ?? new Int32Array(0), (mealOf[first] ?? 0) % meals.length];
  const columns = bounds.map(({ measure }) => measures.indexOf(measure));
  const signs = bounds.map(({ isLeast, bound, meals: taken }) => (taken[meal] ? (isLeast ? -1 : 1) / bound : 0));
  const perYuan = ((mealWeights[meal] ?? 0) * WEIGHTS.money) / (usualCost(board) || 1);
  const required = places.filter((place) => isRequired[place] === 1).length;
  return {
    options,
    required,
    optional: places.length - required,
    costs: Float64Array.from(options, (course) => (courses[course]?.cost ?? 0) * perYuan),
    effects: Float64Array.from(
      [...options].flatMap((course) =>
        columns.map((column, index) => (courses[course]?.amounts[column] ?? 0) * (signs[index] ?? 0)),
      ),
    ),
  };
}

/** By option, what it costs with all that it does. */
function costsOf({ options, costs, effects }: Kind, bounds: readonly Bound[]): Float64Array {
  const all = costs.slice();
  let at = 0;
  for (let option = 0; option < options.length; option += 1) {
    for (const { price } of bounds) {
      all[option] = (all[option] ?? 0) + price * (effects[at] ?? 0);
      at += 1;
    }
  }
  return all;
}

/** Serves the cheapest in all places of the kind, each as often as it may come. */
function serve(kind: Kind, { courses, days, rules }: Board, bounds: readonly Bound[], beyond: Float64Array): void {
  const costs = costsOf(kind, bounds);
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
    for (const index of bounds.keys()) {
      beyond[index] = (beyond[index] ?? 0) + times * (kind.effects[option * bounds.length + index] ?? 0);
    }
    required -= times;
    left -= times;
  }
}

function sorted(costs: Float64Array): number[] {
  return [...costs.keys()].sort((a, b) => (costs[a] ?? 0) - (costs[b] ?? 0) || a - b);
}

function order(kind: Kind, bounds: readonly Bound[]): Int32Array {
  return Int32Array.from(sorted(costsOf(kind, bounds)), (option) => kind.options[option] ?? 0);
}
