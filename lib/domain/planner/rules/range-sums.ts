import { meals } from '../../meal.ts';
import { eatersByMeal } from '../eaters.ts';
import type { Model } from '../model.ts';
import { WORK_OF } from '../search/parameters.ts';
import type { Penalty, Replacement } from '../search/penalty.ts';
import type { WorkBudget } from '../search/work.ts';
import { RANGE_WEIGHTS, type Side } from './bounds.ts';
import { PiecewiseLinear } from './piecewise-linear.ts';
import type { PenaltyContext } from './rule.ts';

/** Sums are integers of this unit, so that taking away gives exactly what was there before. */
const UNITS_PER_BOUND = 1e7;

/**
 * The sums of nutrients and food categories on each day and on all days, and the penalty of sums that are out of range. The
 * sums are numbered by span and measure: `span * measureCount + measure`. See `Span`.
 */
export class RangeSums implements Penalty {
  readonly #work: WorkBudget;
  /** How many measures there are. */
  readonly #measureCount: number;
  readonly #days: number;
  readonly #eatersCount: number;
  readonly #dayOf: Int32Array;
  readonly #mealOf: Int32Array;
  /** By meal of the day, the eaters who take it. */
  readonly #takers: readonly (readonly number[])[];
  /** By course and measure, in units. */
  readonly #amounts: Float64Array;
  /** By sum, what it costs at full weight. */
  readonly #costs: PiecewiseLinear;
  /** By sum, the part of its weight that counts at the beginning of a round, and the part that counts now. */
  readonly #initialWeightParts: Float64Array;
  readonly #weightParts: Float64Array;
  /** The sums, in units, and the penalty of each. */
  readonly #sums: Float64Array;
  readonly #penalties: Float64Array;
  /** By span, the penalties of all its sums. */
  readonly #spanPenalties: Float64Array;

  constructor(model: Model, { work, initialParts }: PenaltyContext) {
    const { measures, spans, courses, eaters, days } = model;
    this.#work = work;
    this.#measureCount = measures.length;
    this.#days = days;
    this.#eatersCount = eaters.length;
    this.#dayOf = model.dayOf;
    this.#mealOf = model.mealOf;
    this.#takers = eatersByMeal(eaters);
    const scales = findScales(model);
    this.#amounts = new Float64Array(courses.length * measures.length);
    for (const [course, { amounts }] of courses.entries()) {
      for (const [index, amount] of amounts.entries()) {
        this.#amounts[course * measures.length + index] = Math.round(amount * (scales[index] ?? 1));
      }
    }
    const size = spans.length * measures.length;
    this.#costs = new PiecewiseLinear(listSides(model, scales));
    this.#initialWeightParts = initialParts ?? new Float64Array(size).fill(1);
    this.#weightParts = new Float64Array(size).fill(1);
    this.#sums = new Float64Array(size);
    this.#penalties = new Float64Array(size);
    this.#spanPenalties = new Float64Array(spans.length);
    this.#updatePenalties();
  }

  costAt(slot: number): number {
    const takers = this.#takersAt(slot);
    let present = 0;
    for (let index = 0; index < takers.length; index += 1) {
      const week = this.#weekSpan(takers[index] ?? 0);
      present += (this.#spanPenalties[week] ?? 0) + (this.#spanPenalties[this.#daySpan(week, slot)] ?? 0);
    }
    return present;
  }

  #takersAt(slot: number): readonly number[] {
    return this.#takers[(this.#mealOf[slot] ?? 0) % meals.length] ?? [];
  }

  /** The span of all days of the eaters. Their spans of single days come before it. */
  #weekSpan(eaters: number): number {
    return eaters * (this.#days + 1) + this.#days;
  }

  /** The span of the slot's day, of the eaters whose week this is. */
  #daySpan(week: number, slot: number): number {
    return week - this.#days + (this.#dayOf[slot] ?? 0);
  }

  delta(slot: number, from: number, to: number, room: number): number {
    const takers = this.#takersAt(slot);
    let delta = 0;
    for (let index = 0; index < takers.length; index += 1) {
      const week = this.#weekSpan(takers[index] ?? 0);
      delta += this.#spanDelta(week, from, to, room - delta);
      if (delta <= room) delta += this.#spanDelta(this.#daySpan(week, slot), from, to, room - delta);
      if (delta > room) return Number.POSITIVE_INFINITY;
    }
    return delta;
  }

  /** A swap changes nothing in the week of eaters who take both meals. */
  swapDelta({ slot, from, to }: Replacement, other: number, limit: number): number {
    const [takers, otherTakers] = [this.#takersAt(slot), this.#takersAt(other)];
    const room = limit + this.costAt(slot) + this.costAt(other);
    let delta = 0;
    for (let eaters = 0; eaters < this.#eatersCount; eaters += 1) {
      const week = this.#weekSpan(eaters);
      const [day, otherDay] = [this.#daySpan(week, slot), this.#daySpan(week, other)];
      const [takesSlot, takesOther] = [takers.includes(eaters), otherTakers.includes(eaters)];
      if (takesSlot && takesOther && day === otherDay) continue;
      if (takesSlot) delta += this.#spanDelta(day, from, to, room - delta);
      if (takesOther && delta <= room) delta += this.#spanDelta(otherDay, to, from, room - delta);
      if (takesSlot !== takesOther && delta <= room) {
        delta += takesSlot
          ? this.#spanDelta(week, from, to, room - delta)
          : this.#spanDelta(week, to, from, room - delta);
      }
      if (delta > room) return Number.POSITIVE_INFINITY;
    }
    return delta;
  }

  /** The delta within one span. `room` includes all that can be saved: new penalties that alone exceed it are returned. */
  #spanDelta(span: number, from: number, to: number, room: number): number {
    const [measureCount, amounts, sums, penalties] = [this.#measureCount, this.#amounts, this.#sums, this.#penalties];
    const { lowestFree, highestFree } = this.#costs;
    let [at, fromAt, toAt] = [span * measureCount, from * measureCount, to * measureCount];
    let delta = 0;
    let added = 0;
    let outside = 0;
    for (const end = at + measureCount; at < end; at += 1, fromAt += 1, toAt += 1) {
      const change = (amounts[toAt] ?? 0) - (amounts[fromAt] ?? 0);
      if (change === 0) continue;
      const sum = (sums[at] ?? 0) + change;
      const before = penalties[at] ?? 0;
      if (sum >= (lowestFree[at] ?? 0) && sum <= (highestFree[at] ?? 0)) {
        delta -= before;
        continue;
      }
      const penalty = this.#penaltyOf(at, sum);
      delta += penalty - before;
      added += penalty;
      outside += 1;
      if (added > room) {
        this.#work.spent += at - span * measureCount + outside * WORK_OF.penalty;
        return added;
      }
    }
    this.#work.spent += measureCount + outside * WORK_OF.penalty;
    return delta;
  }

  #penaltyOf(at: number, sum: number): number {
    return this.#costs.evaluate(at, sum) * (this.#weightParts[at] ?? 1);
  }

  apply(slot: number, from: number, to: number): void {
    for (const eaters of this.#takersAt(slot)) {
      const week = this.#weekSpan(eaters);
      this.#applyInSpan(week, from, to);
      this.#applyInSpan(this.#daySpan(week, slot), from, to);
    }
  }

  #applyInSpan(span: number, from: number, to: number): void {
    const [measureCount, amounts, sums, penalties] = [this.#measureCount, this.#amounts, this.#sums, this.#penalties];
    const { lowestFree, highestFree } = this.#costs;
    let [at, fromAt, toAt] = [span * measureCount, from * measureCount, to * measureCount];
    let present = 0;
    this.#work.spent += measureCount * WORK_OF.penalty;
    for (const end = at + measureCount; at < end; at += 1, fromAt += 1, toAt += 1) {
      const sum = (sums[at] ?? 0) + (amounts[toAt] ?? 0) - (amounts[fromAt] ?? 0);
      sums[at] = sum;
      const penalty = sum >= (lowestFree[at] ?? 0) && sum <= (highestFree[at] ?? 0) ? 0 : this.#penaltyOf(at, sum);
      penalties[at] = penalty;
      present += penalty;
    }
    this.#spanPenalties[span] = present;
  }

  /** Each range counts for so many times its initial part, but for no more than its weight. */
  scale(times: number): void {
    this.#work.spent += this.#weightParts.length * WORK_OF.penalty;
    for (let at = 0; at < this.#weightParts.length; at += 1) {
      this.#weightParts[at] = Math.min(1, (this.#initialWeightParts[at] ?? 1) * times);
    }
    this.#updatePenalties();
  }

  /** Evaluates the penalties of all sums anew. */
  #updatePenalties(): void {
    for (let span = 0, at = 0; span < this.#spanPenalties.length; span += 1) {
      let present = 0;
      for (const end = at + this.#measureCount; at < end; at += 1) {
        const penalty = this.#penaltyOf(at, this.#sums[at] ?? 0);
        this.#penalties[at] = penalty;
        present += penalty;
      }
      this.#spanPenalties[span] = present;
    }
  }

  total(): number {
    return this.#penalties.reduce((sum, penalty) => sum + penalty, 0);
  }
}

/** By measure, how many units one of it has: its greatest bound has `UNITS_PER_BOUND`. */
function findScales({ spans, measures }: Model): number[] {
  const greatest = new Map<string, number>();
  for (const { measure, bound } of spans.flatMap(({ sides }) => sides)) {
    greatest.set(measure, Math.max(greatest.get(measure) ?? 0, bound));
  }
  return measures.map((measure) => UNITS_PER_BOUND / (greatest.get(measure) || 1));
}

/** By span and measure, its sides with bounds in units, which ascend. */
function listSides({ spans, measures }: Model, scales: readonly number[]): Side[][] {
  return spans.flatMap(({ day, sides }) => {
    const byMeasure = Map.groupBy(sides, ({ measure }) => measure);
    const margin = day === undefined ? RANGE_WEIGHTS.margin : 0;
    return measures.map((measure, index) => {
      const found = byMeasure.get(measure) ?? [];
      return found.map((side) => toUnits(side, scales[index] ?? 1, margin)).sort((a, b) => a.bound - b.bound);
    });
  });
}

/** A bound that is judged is moved inwards by the margin. */
function toUnits(side: Side, scale: number, margin: number): Side {
  const inwards = side.isJudged ? (side.isMinimum ? 1 + margin : 1 - margin) : 1;
  return { ...side, bound: side.bound * scale * inwards, slope: side.slope / scale };
}
