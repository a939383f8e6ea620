import { meals } from '../../meal.ts';
import type { Board } from '../board.ts';
import { takersOf } from '../eaters.ts';
import type { Side } from '../ranges.ts';
import type { Work } from './work.ts';

/** Sums are integers, so that taking away gives exactly what was there before: parts of a bound. */
const PARTS = 1e7;

/** The mean of the week is kept so far within what is judged as in range, in parts of it: hardly too little is too little. */
const MARGIN = 0.002;

/** To find what a sum costs that is out of range takes as long as so many sums that are in range. */
const SUMS_OF_A_COST = 4;

/** Another course at a place. */
export interface Change {
  readonly place: number;
  readonly from: number;
  readonly to: number;
}

/** What nutrients and categories of each day and of all days cost, see `Span`. */
export class Amounts {
  /** By span and measure, what part of its weight counts at first, and now. */
  readonly #first: Float64Array;
  readonly #parts: Float64Array;
  readonly #work: Work;
  readonly #width: number;
  readonly #days: number;
  readonly #eaters: number;
  readonly #dayOf: Int32Array;
  /** By meal of the day, the eaters who take it. */
  readonly #takers: readonly (readonly number[])[];
  readonly #mealOf: Int32Array;
  /** By course and measure. */
  readonly #amounts: Float64Array;
  /** By span and measure: the sum and what it costs; between `#least` and `#most` that is nothing. */
  readonly #sums: Float64Array;
  readonly #costs: Float64Array;
  /** By span and measure, the first bound that was not below the sum when it was last looked for. */
  readonly #passed: Int32Array;
  /** By span, all that its measures cost. */
  readonly #present: Float64Array;
  readonly #least: Float64Array;
  readonly #most: Float64Array;
  /** By span and measure, where its bounds begin among all. They ascend. */
  readonly #starts: Int32Array;
  readonly #bounds: Float64Array;
  /** What a sum costs between two bounds is `slope * sum + rest`: of each span and measure one more than its bounds. */
  readonly #slopes: Float64Array;
  readonly #rests: Float64Array;

  constructor(board: Board, work: Work) {
    const { measures, spans, courses, eaters, days } = board;
    this.#work = work;
    this.#width = measures.length;
    this.#days = days;
    this.#eaters = eaters.length;
    this.#dayOf = board.dayOf;
    this.#mealOf = board.mealOf;
    this.#takers = takersOf(eaters);
    const scales = measures.map((measure) => PARTS / (greatestBounds(spans).get(measure) || 1));
    this.#amounts = new Float64Array(courses.length * measures.length);
    for (const [course, { amounts }] of courses.entries()) {
      for (const [index, amount] of amounts.entries()) {
        this.#amounts[course * measures.length + index] = Math.round(amount * (scales[index] ?? 1));
      }
    }
    const size = spans.length * measures.length;
    this.#sums = new Float64Array(size);
    this.#costs = new Float64Array(size);
    this.#present = new Float64Array(spans.length);
    this.#first = new Float64Array(size).fill(1);
    this.#parts = new Float64Array(size).fill(1);
    const lists = listSides(board, scales);
    this.#least = Float64Array.from(lists, (sides) => Math.max(...boundsOf(sides, true)));
    this.#most = Float64Array.from(lists, (sides) => Math.min(...boundsOf(sides, false)));
    this.#starts = new Int32Array(size + 1);
    for (const [at, { length }] of lists.entries()) this.#starts[at + 1] = (this.#starts[at] ?? 0) + length;
    this.#passed = this.#starts.slice(0, size);
    this.#bounds = Float64Array.from(lists.flat(), ({ bound }) => bound);
    const lines = lists.flatMap(linesOf);
    this.#slopes = Float64Array.from(lines, ([slope]) => slope);
    this.#rests = Float64Array.from(lines, ([, rest]) => rest);
    for (let at = 0; at < size; at += 1) this.#costs[at] = this.#costOf(at, 0);
    for (const span of spans.keys()) this.#sumUp(span);
  }

  /** What bounds cost where the place matters: the most that a change there can save. */
  present(place: number): number {
    const takers = this.#takersAt(place);
    let present = 0;
    for (let index = 0; index < takers.length; index += 1) {
      const week = this.#weekOf(takers[index] ?? 0);
      present += (this.#present[week] ?? 0) + (this.#present[this.#dayBefore(week, place)] ?? 0);
    }
    return present;
  }

  #takersAt(place: number): readonly number[] {
    return this.#takers[(this.#mealOf[place] ?? 0) % meals.length] ?? [];
  }

  /** The span of all days of some eaters: theirs of the days stand before it. */
  #weekOf(eaters: number): number {
    return eaters * (this.#days + 1) + this.#days;
  }

  #dayBefore(week: number, place: number): number {
    return week - this.#days + (this.#dayOf[place] ?? 0);
  }

  /** What another course at the place costs more; where it adds more than `limit`, infinitely much. */
  change(place: number, from: number, to: number, limit: number): number {
    const takers = this.#takersAt(place);
    let change = 0;
    for (let index = 0; index < takers.length; index += 1) {
      const week = this.#weekOf(takers[index] ?? 0);
      change += this.#changeIn(week, from, to, limit - change);
      if (change <= limit) change += this.#changeIn(this.#dayBefore(week, place), from, to, limit - change);
      if (change > limit) return Number.POSITIVE_INFINITY;
    }
    return change;
  }

  /** The same where two places change what they have. Over the week that changes nothing for who eats of both. */
  changeOfSwap({ place, from, to }: Change, other: number, most: number): number {
    const [takers, others] = [this.#takersAt(place), this.#takersAt(other)];
    const limit = most + this.present(place) + this.present(other);
    let change = 0;
    for (let eaters = 0; eaters < this.#eaters; eaters += 1) {
      const week = this.#weekOf(eaters);
      const [day, otherDay] = [this.#dayBefore(week, place), this.#dayBefore(week, other)];
      const [isOne, isOther] = [takers.includes(eaters), others.includes(eaters)];
      if (isOne && isOther && day === otherDay) continue;
      if (isOne) change += this.#changeIn(day, from, to, limit - change);
      if (isOther && change <= limit) change += this.#changeIn(otherDay, to, from, limit - change);
      if (isOne !== isOther && change <= limit) {
        change += isOne
          ? this.#changeIn(week, from, to, limit - change)
          : this.#changeIn(week, to, from, limit - change);
      }
      if (change > limit) return Number.POSITIVE_INFINITY;
    }
    return change;
  }

  #changeIn(span: number, from: number, to: number, limit: number): number {
    const width = this.#width;
    const [amounts, sums, costs, least, most] = [this.#amounts, this.#sums, this.#costs, this.#least, this.#most];
    let [at, old, now] = [span * width, from * width, to * width];
    const work = this.#work;
    let change = 0;
    let added = 0;
    let outside = 0;
    for (const end = at + width; at < end; at += 1, old += 1, now += 1) {
      const more = (amounts[now] ?? 0) - (amounts[old] ?? 0);
      if (more === 0) continue;
      const sum = (sums[at] ?? 0) + more;
      const before = costs[at] ?? 0;
      if (sum >= (least[at] ?? 0) && sum <= (most[at] ?? 0)) {
        change -= before;
        continue;
      }
      const cost = this.#costOf(at, sum);
      change += cost - before;
      added += cost;
      outside += 1;
      if (added > limit) {
        work.spent += at - span * width + outside * SUMS_OF_A_COST;
        return added;
      }
    }
    work.spent += width + outside * SUMS_OF_A_COST;
    return change;
  }

  #costOf(at: number, sum: number): number {
    const bounds = this.#bounds;
    const start = this.#starts[at] ?? 0;
    const end = this.#starts[at + 1] ?? 0;
    // Mostly the first bound that is not below the sum is the one that was it before, or one beside that.
    let passed = this.#passed[at] ?? 0;
    while (passed < end && (bounds[passed] ?? 0) < sum) passed += 1;
    while (passed > start && (bounds[passed - 1] ?? 0) >= sum) passed -= 1;
    this.#passed[at] = passed;
    const line = passed + at;
    return ((this.#slopes[line] ?? 0) * sum + (this.#rests[line] ?? 0)) * (this.#parts[at] ?? 1);
  }

  /** Puts another course there. */
  set(place: number, from: number, to: number): void {
    for (const eaters of this.#takersAt(place)) {
      const week = this.#weekOf(eaters);
      this.#setIn(week, from, to);
      this.#setIn(this.#dayBefore(week, place), from, to);
    }
  }

  #setIn(span: number, from: number, to: number): void {
    const [amounts, sums, costs, least, most] = [this.#amounts, this.#sums, this.#costs, this.#least, this.#most];
    let [at, old, now] = [span * this.#width, from * this.#width, to * this.#width];
    let present = 0;
    this.#work.spent += this.#width * SUMS_OF_A_COST;
    for (const end = at + this.#width; at < end; at += 1, old += 1, now += 1) {
      const sum = (sums[at] ?? 0) + (amounts[now] ?? 0) - (amounts[old] ?? 0);
      sums[at] = sum;
      const cost = sum >= (least[at] ?? 0) && sum <= (most[at] ?? 0) ? 0 : this.#costOf(at, sum);
      costs[at] = cost;
      present += cost;
    }
    this.#present[span] = present;
  }

  #sumUp(span: number): void {
    let present = 0;
    for (let at = span * this.#width; at < (span + 1) * this.#width; at += 1) present += this.#costs[at] ?? 0;
    this.#present[span] = present;
  }

  /** By span and measure, the part of its weight with which a bound counts when `press` is told 1. */
  ease(first: Float64Array): void {
    this.#first.set(first);
  }

  /** Makes each bound count for so many times what it counts at first, but not for more than its weight. */
  press(times: number): void {
    this.#work.spent += this.#parts.length * SUMS_OF_A_COST;
    for (let at = 0; at < this.#parts.length; at += 1) {
      this.#parts[at] = Math.min(1, (this.#first[at] ?? 1) * times);
      this.#costs[at] = this.#costOf(at, this.#sums[at] ?? 0);
    }
    for (let span = 0; span < this.#present.length; span += 1) this.#sumUp(span);
  }

  total(): number {
    return this.#costs.reduce((sum, cost) => sum + cost, 0);
  }
}

function greatestBounds(spans: Board['spans']): ReadonlyMap<string, number> {
  const greatest = new Map<string, number>();
  for (const { measure, bound } of spans.flatMap(({ sides }) => sides)) {
    greatest.set(measure, Math.max(greatest.get(measure) ?? 0, bound));
  }
  return greatest;
}

/** By span and measure, its sides with scaled bounds, which ascend. */
function listSides({ spans, measures }: Board, scales: readonly number[]): Side[][] {
  return spans.flatMap(({ day, sides }) => {
    const byMeasure = Map.groupBy(sides, ({ measure }) => measure);
    return measures.map((measure, index) => {
      const mine = byMeasure.get(measure) ?? [];
      const margin = day === undefined ? MARGIN : 0;
      return mine.map((side) => scaled(side, scales[index] ?? 1, margin)).sort((a, b) => a.bound - b.bound);
    });
  });
}

function scaled(side: Side, scale: number, margin: number): Side {
  const nearer = side.isJudged ? (side.isLeast ? 1 + margin : 1 - margin) : 1;
  return { ...side, bound: side.bound * scale * nearer, slope: side.slope / scale };
}

function boundsOf(sides: readonly Side[], least: boolean): number[] {
  return sides.flatMap(({ isLeast, bound }) => (isLeast === least ? [bound] : []));
}

/** What a sum costs below the first of its bounds, between each two, and above the last: slope and rest of a line. */
function linesOf(sides: readonly Side[]): (readonly [slope: number, rest: number])[] {
  return Array.from({ length: sides.length + 1 }, (_, passed) => {
    const broken = sides.filter(({ isLeast }, index) => isLeast === index >= passed);
    const slopes = broken.map(({ isLeast, slope }) => (isLeast ? -slope : slope));
    return [
      slopes.reduce((sum, slope) => sum + slope, 0),
      slopes.reduce((sum, slope, index) => sum - slope * (broken[index]?.bound ?? 0), 0),
    ];
  });
}
