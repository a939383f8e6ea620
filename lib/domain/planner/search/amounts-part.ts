import { meals } from '../../menu/menu.ts';
import type { Board } from '../board.ts';
import { takersOf } from '../eaters.ts';
import type { Side } from '../ranges.ts';

/** Sums are integers, so that taking away gives exactly what was there before: parts of a bound. */
const PARTS = 1e7;

/** The mean of the week is kept so far within what is judged as in range, in parts of it: hardly too little is too little. */
const MARGIN = 0.002;

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
  /** By span, all that its measures cost. */
  readonly #present: Float64Array;
  readonly #least: Float64Array;
  readonly #most: Float64Array;
  /** By span and measure, where its sides begin among all, those of least amounts first. */
  readonly #starts: Int32Array;
  readonly #bounds: Float64Array;
  readonly #slopes: Float64Array;

  constructor(board: Board) {
    const { measures, spans, courses, eaters, days } = board;
    this.#width = measures.length;
    this.#days = days;
    this.#eaters = eaters.length;
    this.#dayOf = board.dayOf;
    this.#mealOf = board.mealOf;
    this.#takers = takersOf(eaters);
    const scales = measures.map(
      (measure) =>
        PARTS /
        largest(
          spans.flatMap(({ sides }) => sides),
          measure,
        ),
    );
    this.#amounts = Float64Array.from(
      courses.flatMap(({ amounts }) => amounts.map((amount, index) => Math.round(amount * (scales[index] ?? 1)))),
    );
    const size = spans.length * measures.length;
    this.#sums = new Float64Array(size);
    this.#costs = new Float64Array(size);
    this.#present = new Float64Array(spans.length);
    this.#first = new Float64Array(size).fill(1);
    this.#parts = new Float64Array(size).fill(1);
    this.#least = new Float64Array(size);
    this.#most = new Float64Array(size);
    this.#starts = new Int32Array(size + 1);
    const lists = listSides(board, scales);
    for (const [at, sides] of lists.entries()) {
      this.#starts[at + 1] = (this.#starts[at] ?? 0) + sides.length;
      this.#least[at] = Math.max(...sides.filter(({ isLeast }) => isLeast).map(({ bound }) => bound));
      this.#most[at] = Math.min(...sides.filter(({ isLeast }) => !isLeast).map(({ bound }) => bound));
    }
    const sorted = lists.flat();
    this.#bounds = Float64Array.from(sorted, ({ bound }) => bound);
    this.#slopes = Float64Array.from(sorted, ({ isLeast, slope }) => (isLeast ? -slope : slope));
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
    let change = 0;
    let added = 0;
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
      if (added > limit) return added;
    }
    return change;
  }

  #costOf(at: number, sum: number): number {
    const end = this.#starts[at + 1] ?? 0;
    let cost = 0;
    for (let side = this.#starts[at] ?? 0; side < end; side += 1) {
      const beyond = (sum - (this.#bounds[side] ?? 0)) * (this.#slopes[side] ?? 0);
      if (beyond > 0) cost += beyond;
    }
    return cost * (this.#parts[at] ?? 1);
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

function largest(sides: readonly Side[], measure: string): number {
  const bounds = sides.filter((side) => side.measure === measure).map(({ bound }) => bound);
  return Math.max(...bounds) || 1;
}

/** By span and measure, its sides with scaled bounds. */
function listSides({ spans, measures }: Board, scales: readonly number[]): Side[][] {
  return spans.flatMap(({ day, sides }) =>
    measures.map((measure, index) => {
      const mine = sides.filter((side) => side.measure === measure);
      return mine.map((side) => scaled(side, scales[index] ?? 1, day === undefined ? MARGIN : 0));
    }),
  );
}

function scaled(side: Side, scale: number, margin: number): Side {
  const nearer = side.isJudged ? (side.isLeast ? 1 + margin : 1 - margin) : 1;
  return { ...side, bound: side.bound * scale * nearer, slope: side.slope / scale };
}
