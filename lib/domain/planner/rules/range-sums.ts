import { meals } from '../../meal.ts';
import { takersOf } from '../eaters.ts';
import type { Model } from '../model.ts';
import { WORK_OF } from '../search/parameters.ts';
import type { Move, Penalty } from '../search/penalty.ts';
import type { WorkBudget } from '../search/work.ts';
import { RANGE_WEIGHTS, type Side } from './bounds.ts';
import type { PenaltyContext } from './rule.ts';

/** Sums are integers, so that taking away gives exactly what was there before: parts of a bound. */
const PARTS = 1e7;

/**
 * The sums of nutrients and categories, on each day and on all days, and the penalty of those that are out of range: a
 * piecewise linear function of the sum. See `Span`.
 */
export class RangeSums implements Penalty {
  /** By span and measure, the part of its weight that counts at first, and now. */
  readonly #first: Float64Array;
  readonly #parts: Float64Array;
  readonly #work: WorkBudget;
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
  readonly #penalties: Float64Array;
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

  constructor(model: Model, { work, rangeParts }: PenaltyContext) {
    const { measures, spans, courses, eaters, days } = model;
    this.#work = work;
    this.#width = measures.length;
    this.#days = days;
    this.#eaters = eaters.length;
    this.#dayOf = model.dayOf;
    this.#mealOf = model.mealOf;
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
    this.#penalties = new Float64Array(size);
    this.#present = new Float64Array(spans.length);
    this.#first = rangeParts ?? new Float64Array(size).fill(1);
    this.#parts = new Float64Array(size).fill(1);
    const lists = listSides(model, scales);
    this.#least = Float64Array.from(lists, (sides) => Math.max(...boundsOf(sides, true)));
    this.#most = Float64Array.from(lists, (sides) => Math.min(...boundsOf(sides, false)));
    this.#starts = new Int32Array(size + 1);
    for (const [at, { length }] of lists.entries()) this.#starts[at + 1] = (this.#starts[at] ?? 0) + length;
    this.#passed = this.#starts.slice(0, size);
    this.#bounds = Float64Array.from(lists.flat(), ({ bound }) => bound);
    const lines = lists.flatMap(linesOf);
    this.#slopes = Float64Array.from(lines, ([slope]) => slope);
    this.#rests = Float64Array.from(lines, ([, rest]) => rest);
    for (let at = 0; at < size; at += 1) this.#penalties[at] = this.#penaltyOf(at, 0);
    for (const span of spans.keys()) this.#sumUp(span);
  }

  /** What bounds penalty where the slot matters: the most that a delta there can save. */
  present(slot: number): number {
    const takers = this.#takersAt(slot);
    let present = 0;
    for (let index = 0; index < takers.length; index += 1) {
      const week = this.#weekOf(takers[index] ?? 0);
      present += (this.#present[week] ?? 0) + (this.#present[this.#dayBefore(week, slot)] ?? 0);
    }
    return present;
  }

  #takersAt(slot: number): readonly number[] {
    return this.#takers[(this.#mealOf[slot] ?? 0) % meals.length] ?? [];
  }

  /** The span of all days of some eaters: theirs of the days come before it. */
  #weekOf(eaters: number): number {
    return eaters * (this.#days + 1) + this.#days;
  }

  #dayBefore(week: number, slot: number): number {
    return week - this.#days + (this.#dayOf[slot] ?? 0);
  }

  /** Where it adds more than `limit`, infinitely much. */
  delta(slot: number, from: number, to: number, limit: number): number {
    const takers = this.#takersAt(slot);
    let delta = 0;
    for (let index = 0; index < takers.length; index += 1) {
      const week = this.#weekOf(takers[index] ?? 0);
      delta += this.#deltaIn(week, from, to, limit - delta);
      if (delta <= limit) delta += this.#deltaIn(this.#dayBefore(week, slot), from, to, limit - delta);
      if (delta > limit) return Number.POSITIVE_INFINITY;
    }
    return delta;
  }

  /** Over the week a swap changes nothing for who eats of both. */
  swapDelta({ slot, from, to }: Move, other: number, most: number): number {
    const [takers, others] = [this.#takersAt(slot), this.#takersAt(other)];
    const limit = most + this.present(slot) + this.present(other);
    let delta = 0;
    for (let eaters = 0; eaters < this.#eaters; eaters += 1) {
      const week = this.#weekOf(eaters);
      const [day, otherDay] = [this.#dayBefore(week, slot), this.#dayBefore(week, other)];
      const [isOne, isOther] = [takers.includes(eaters), others.includes(eaters)];
      if (isOne && isOther && day === otherDay) continue;
      if (isOne) delta += this.#deltaIn(day, from, to, limit - delta);
      if (isOther && delta <= limit) delta += this.#deltaIn(otherDay, to, from, limit - delta);
      if (isOne !== isOther && delta <= limit) {
        delta += isOne ? this.#deltaIn(week, from, to, limit - delta) : this.#deltaIn(week, to, from, limit - delta);
      }
      if (delta > limit) return Number.POSITIVE_INFINITY;
    }
    return delta;
  }

  #deltaIn(span: number, from: number, to: number, limit: number): number {
    const width = this.#width;
    const [amounts, sums, penalties, least, most] = [
      this.#amounts,
      this.#sums,
      this.#penalties,
      this.#least,
      this.#most,
    ];
    let [at, old, now] = [span * width, from * width, to * width];
    const work = this.#work;
    let delta = 0;
    let added = 0;
    let outside = 0;
    for (const end = at + width; at < end; at += 1, old += 1, now += 1) {
      const more = (amounts[now] ?? 0) - (amounts[old] ?? 0);
      if (more === 0) continue;
      const sum = (sums[at] ?? 0) + more;
      const before = penalties[at] ?? 0;
      if (sum >= (least[at] ?? 0) && sum <= (most[at] ?? 0)) {
        delta -= before;
        continue;
      }
      const penalty = this.#penaltyOf(at, sum);
      delta += penalty - before;
      added += penalty;
      outside += 1;
      if (added > limit) {
        work.spent += at - span * width + outside * WORK_OF.penalty;
        return added;
      }
    }
    work.spent += width + outside * WORK_OF.penalty;
    return delta;
  }

  #penaltyOf(at: number, sum: number): number {
    const bounds = this.#bounds;
    const start = this.#starts[at] ?? 0;
    const end = this.#starts[at + 1] ?? 0;
    // Mostly the first bound that is not below the sum is the one it was before, or the one before or after that.
    let passed = this.#passed[at] ?? 0;
    while (passed < end && (bounds[passed] ?? 0) < sum) passed += 1;
    while (passed > start && (bounds[passed - 1] ?? 0) >= sum) passed -= 1;
    this.#passed[at] = passed;
    const line = passed + at;
    return ((this.#slopes[line] ?? 0) * sum + (this.#rests[line] ?? 0)) * (this.#parts[at] ?? 1);
  }

  /** Puts another course there. */
  apply(slot: number, from: number, to: number): void {
    for (const eaters of this.#takersAt(slot)) {
      const week = this.#weekOf(eaters);
      this.#applyIn(week, from, to);
      this.#applyIn(this.#dayBefore(week, slot), from, to);
    }
  }

  #applyIn(span: number, from: number, to: number): void {
    const [amounts, sums, penalties, least, most] = [
      this.#amounts,
      this.#sums,
      this.#penalties,
      this.#least,
      this.#most,
    ];
    let [at, old, now] = [span * this.#width, from * this.#width, to * this.#width];
    let present = 0;
    this.#work.spent += this.#width * WORK_OF.penalty;
    for (const end = at + this.#width; at < end; at += 1, old += 1, now += 1) {
      const sum = (sums[at] ?? 0) + (amounts[now] ?? 0) - (amounts[old] ?? 0);
      sums[at] = sum;
      const penalty = sum >= (least[at] ?? 0) && sum <= (most[at] ?? 0) ? 0 : this.#penaltyOf(at, sum);
      penalties[at] = penalty;
      present += penalty;
    }
    this.#present[span] = present;
  }

  #sumUp(span: number): void {
    let present = 0;
    for (let at = span * this.#width; at < (span + 1) * this.#width; at += 1) present += this.#penalties[at] ?? 0;
    this.#present[span] = present;
  }

  /** Each bound counts for so many times what it counts at first, but for no more than its weight. */
  scale(times: number): void {
    this.#work.spent += this.#parts.length * WORK_OF.penalty;
    for (let at = 0; at < this.#parts.length; at += 1) {
      this.#parts[at] = Math.min(1, (this.#first[at] ?? 1) * times);
      this.#penalties[at] = this.#penaltyOf(at, this.#sums[at] ?? 0);
    }
    for (let span = 0; span < this.#present.length; span += 1) this.#sumUp(span);
  }

  total(): number {
    return this.#penalties.reduce((sum, penalty) => sum + penalty, 0);
  }
}

function greatestBounds(spans: Model['spans']): ReadonlyMap<string, number> {
  const greatest = new Map<string, number>();
  for (const { measure, bound } of spans.flatMap(({ sides }) => sides)) {
    greatest.set(measure, Math.max(greatest.get(measure) ?? 0, bound));
  }
  return greatest;
}

/** By span and measure, its sides with scaled bounds, which ascend. */
function listSides({ spans, measures }: Model, scales: readonly number[]): Side[][] {
  return spans.flatMap(({ day, sides }) => {
    const byMeasure = Map.groupBy(sides, ({ measure }) => measure);
    return measures.map((measure, index) => {
      const mine = byMeasure.get(measure) ?? [];
      const margin = day === undefined ? RANGE_WEIGHTS.margin : 0;
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
