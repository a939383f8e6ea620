import { meals } from '../menu.ts';
import type { Board } from './board.ts';
import type { Side } from './ranges.ts';

/** Sums are integers, so that taking away gives exactly what was there before: parts of a bound. */
const PARTS = 1e7;

/** What nutrients and categories of each day and of all days cost, see `Span`. */
export class Amounts {
  /** How many times all of it counts. */
  weight = 1;
  readonly #width: number;
  readonly #days: number;
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
    this.#dayOf = board.dayOf;
    this.#mealOf = board.mealOf;
    this.#takers = meals.map((meal) => eaters.flatMap((one, index) => (one.meals.includes(meal) ? [index] : [])));
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
    this.#least = new Float64Array(size).fill(Number.NEGATIVE_INFINITY);
    this.#most = new Float64Array(size).fill(Number.POSITIVE_INFINITY);
    this.#starts = new Int32Array(size + 1);
    const sorted: Side[] = [];
    for (const [span, { sides }] of spans.entries()) {
      for (const [index, measure] of measures.entries()) {
        const [at, scale] = [span * measures.length + index, scales[index] ?? 1];
        const mine = sides.filter((side) => side.measure === measure).map((side) => scaled(side, scale));
        sorted.push(...mine);
        this.#starts[at + 1] = sorted.length;
        this.#least[at] = Math.max(...mine.filter(({ isLeast }) => isLeast).map(({ bound }) => bound));
        this.#most[at] = Math.min(...mine.filter(({ isLeast }) => !isLeast).map(({ bound }) => bound));
      }
    }
    this.#bounds = Float64Array.from(sorted, ({ bound }) => bound);
    this.#slopes = Float64Array.from(sorted, ({ isLeast, slope }) => (isLeast ? -slope : slope));
    for (let at = 0; at < size; at += 1) this.#costs[at] = this.#costOf(at, 0);
    for (const span of spans.keys()) this.#sumUp(span);
  }

  /** What another course at the place costs more; where that is more than `most`, some number that is more, too. */
  change(place: number, from: number, to: number, most: number): number {
    const day = this.#dayOf[place] ?? 0;
    const takers = this.#takers[(this.#mealOf[place] ?? 0) % meals.length] ?? [];
    // What is there now is the most that can be saved.
    let limit = most / this.weight;
    for (const eaters of takers) {
      const first = eaters * (this.#days + 1);
      limit += (this.#present[first + this.#days] ?? 0) + (this.#present[first + day] ?? 0);
    }
    let change = 0;
    for (const eaters of takers) {
      const first = eaters * (this.#days + 1);
      for (let span = first + this.#days; ; span = first + day) {
        change += this.#changeIn(span, from, to, limit - change);
        if (change > limit) return Number.POSITIVE_INFINITY;
        if (span === first + day) break;
      }
    }
    return change * this.weight;
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
    return cost;
  }

  /** Puts another course there. */
  set(place: number, from: number, to: number): void {
    const day = this.#dayOf[place] ?? 0;
    for (const eaters of this.#takers[(this.#mealOf[place] ?? 0) % meals.length] ?? []) {
      const first = eaters * (this.#days + 1);
      for (const span of [first + this.#days, first + day]) this.#setIn(span, from, to);
    }
  }

  #setIn(span: number, from: number, to: number): void {
    for (let index = 0; index < this.#width; index += 1) {
      const at = span * this.#width + index;
      const more = (this.#amounts[to * this.#width + index] ?? 0) - (this.#amounts[from * this.#width + index] ?? 0);
      if (more === 0) continue;
      this.#sums[at] = (this.#sums[at] ?? 0) + more;
      this.#costs[at] = this.#costOf(at, this.#sums[at] ?? 0);
    }
    this.#sumUp(span);
  }

  #sumUp(span: number): void {
    let present = 0;
    for (let at = span * this.#width; at < (span + 1) * this.#width; at += 1) present += this.#costs[at] ?? 0;
    this.#present[span] = present;
  }

  total(): number {
    return this.#costs.reduce((sum, cost) => sum + cost, 0) * this.weight;
  }
}

function largest(sides: readonly Side[], measure: string): number {
  const bounds = sides.filter((side) => side.measure === measure).map(({ bound }) => bound);
  return Math.max(...bounds) || 1;
}

function scaled(side: Side, scale: number): Side {
  return { ...side, bound: side.bound * scale, slope: side.slope / scale };
}
