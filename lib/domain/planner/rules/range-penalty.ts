import { meals } from '../../meal.ts';
import { EMPTY, type Model } from '../model.ts';
import { WORK_UNITS } from '../search/parameters.ts';
import type { Penalty, Replacement } from '../search/penalty.ts';
import type { WorkCounter } from '../search/work.ts';
import { PiecewiseLinearFunctions, type ScaledBound } from './piecewise-linear.ts';
import type { PenaltyContext } from './rule.ts';
import { JUDGED_BOUND_MARGIN, type SoftBound } from './soft-bounds.ts';

/** Sums are integers, so that adding and taking away leaves no rounding error. The greatest bound of a measure is this many units. */
const UNITS_PER_BOUND = 1e7;

/** The penalty for amounts out of range. Each intake has a sum of each measure, with the number `intake * measureCount + measure`. */
export class RangePenalty implements Penalty {
  readonly #model: Model;
  readonly #work: WorkCounter;
  readonly #measureCount: number;
  /** By index of the meal in `meals`, the numbers of the cohorts that take it. */
  readonly #cohortsByMeal: readonly (readonly number[])[];
  /** By candidate and measure, at `candidate * measureCount + measure`, the amount in units. */
  readonly #amounts: Float64Array;
  /** By sum, its penalty at full weight. */
  readonly #penaltyFunctions: PiecewiseLinearFunctions;
  /** By sum, the fraction of its weight that counts at the beginning of a round. */
  readonly #initialFractionBySum: Float64Array;
  /** By sum, the fraction of its weight that counts now. */
  readonly #fractionBySum: Float64Array;
  /** The sums, in units. */
  readonly #sums: Float64Array;
  /** By sum, its present penalty. */
  readonly #penaltyBySum: Float64Array;
  /** By intake, the total penalty of its sums. */
  readonly #penaltyByIntake: Float64Array;

  constructor(model: Model, { work, initialRangeFractions }: PenaltyContext) {
    const { measures, intakes, candidates, cohorts } = model;
    this.#model = model;
    this.#work = work;
    this.#measureCount = measures.length;
    this.#cohortsByMeal = meals.map((meal) =>
      cohorts.flatMap((cohort, cohortNumber) => (cohort.meals.includes(meal) ? [cohortNumber] : [])),
    );
    const unitsPerAmountByMeasure = listUnits(model);
    this.#amounts = new Float64Array(candidates.length * measures.length);
    for (const [candidate, { amounts }] of candidates.entries()) {
      for (const [measure, amount] of amounts.entries()) {
        const unitsPerAmount = unitsPerAmountByMeasure[measure] ?? 1;
        this.#amounts[candidate * measures.length + measure] = Math.round(amount * unitsPerAmount);
      }
    }
    const sumCount = intakes.length * measures.length;
    this.#penaltyFunctions = new PiecewiseLinearFunctions(listBoundsBySum(model, unitsPerAmountByMeasure));
    this.#initialFractionBySum = initialRangeFractions ?? new Float64Array(sumCount).fill(1);
    this.#fractionBySum = new Float64Array(sumCount).fill(1);
    this.#sums = new Float64Array(sumCount);
    this.#penaltyBySum = new Float64Array(sumCount);
    this.#penaltyByIntake = new Float64Array(intakes.length);
    this.#updatePenalties();
  }

  savingBound(slot: number): number {
    let saving = 0;
    for (const cohort of this.#cohortsAtSlot(slot)) {
      const weekIntake = this.#weekIntakeOf(cohort);
      const dayIntake = this.#dayIntakeAt(weekIntake, slot);
      saving += (this.#penaltyByIntake[weekIntake] ?? 0) + (this.#penaltyByIntake[dayIntake] ?? 0);
    }
    return saving;
  }

  #cohortsAtSlot(slot: number): readonly number[] {
    return this.#cohortsByMeal[this.#model.mealIndexBySlot[slot] ?? 0] ?? [];
  }

  /** The number of a cohort's intake of all days. Its intakes of single days come before it. */
  #weekIntakeOf(cohort: number): number {
    return cohort * (this.#model.dayCount + 1) + this.#model.dayCount;
  }

  #dayIntakeAt(weekIntake: number, slot: number): number {
    return weekIntake - this.#model.dayCount + (this.#model.dayIndexBySlot[slot] ?? 0);
  }

  delta(slot: number, from: number, to: number, maxPenalty = Number.POSITIVE_INFINITY): number {
    let delta = 0;
    for (const cohort of this.#cohortsAtSlot(slot)) {
      const weekIntake = this.#weekIntakeOf(cohort);
      const dayIntake = this.#dayIntakeAt(weekIntake, slot);
      delta += this.#intakeDelta(weekIntake, from, to, maxPenalty - delta);
      if (delta <= maxPenalty) delta += this.#intakeDelta(dayIntake, from, to, maxPenalty - delta);
      if (delta > maxPenalty) return Number.POSITIVE_INFINITY;
    }
    return delta;
  }

  /** A swap does not change the week's intake of a cohort that takes both meals. */
  swapDelta({ slot, from, to }: Replacement, otherSlot: number, maxPenalty: number): number {
    const cohortNumbers = this.#cohortsAtSlot(slot);
    const otherCohortNumbers = this.#cohortsAtSlot(otherSlot);
    let delta = 0;
    for (let cohort = 0; cohort < this.#model.cohorts.length; cohort += 1) {
      const weekIntake = this.#weekIntakeOf(cohort);
      const dayIntake = this.#dayIntakeAt(weekIntake, slot);
      const otherDayIntake = this.#dayIntakeAt(weekIntake, otherSlot);
      const takesMeal = cohortNumbers.includes(cohort);
      const takesOther = otherCohortNumbers.includes(cohort);
      if (takesMeal && takesOther && dayIntake === otherDayIntake) continue;
      if (takesMeal) delta += this.#intakeDelta(dayIntake, from, to, maxPenalty - delta);
      if (takesOther && delta <= maxPenalty) delta += this.#intakeDelta(otherDayIntake, to, from, maxPenalty - delta);
      if (takesMeal !== takesOther && delta <= maxPenalty) {
        delta += takesMeal
          ? this.#intakeDelta(weekIntake, from, to, maxPenalty - delta)
          : this.#intakeDelta(weekIntake, to, from, maxPenalty - delta);
      }
      if (delta > maxPenalty) return Number.POSITIVE_INFINITY;
    }
    return delta;
  }

  /**
   * The delta of one intake, or infinity as soon as its new penalties exceed `maxPenalty`. The new penalty of an intake is its old one,
   * which is not below 0, plus its delta: so a caller may subtract the deltas found so far. The loop must find what `#applyToIntake` does.
   */
  #intakeDelta(intake: number, from: number, to: number, maxPenalty: number): number {
    const measureCount = this.#measureCount;
    const amounts = this.#amounts;
    const sums = this.#sums;
    const penalties = this.#penaltyBySum;
    const { minWithoutPenalty, maxWithoutPenalty } = this.#penaltyFunctions;
    let sumIndex = intake * measureCount;
    let fromIndex = from * measureCount;
    let toIndex = to * measureCount;
    let delta = 0;
    let newPenalties = 0;
    let outsideCount = 0;
    for (const end = sumIndex + measureCount; sumIndex < end; sumIndex += 1, fromIndex += 1, toIndex += 1) {
      const change = (amounts[toIndex] ?? 0) - (amounts[fromIndex] ?? 0);
      if (change === 0) continue;
      const sum = (sums[sumIndex] ?? 0) + change;
      const presentPenalty = penalties[sumIndex] ?? 0;
      if (sum >= (minWithoutPenalty[sumIndex] ?? 0) && sum <= (maxWithoutPenalty[sumIndex] ?? 0)) {
        delta -= presentPenalty;
        continue;
      }
      const penalty = this.#evaluate(sumIndex, sum);
      delta += penalty - presentPenalty;
      newPenalties += penalty;
      outsideCount += 1;
      if (newPenalties > maxPenalty) {
        this.#work.spent += sumIndex - intake * measureCount + outsideCount * WORK_UNITS.penalty;
        return Number.POSITIVE_INFINITY;
      }
    }
    this.#work.spent += measureCount + outsideCount * WORK_UNITS.penalty;
    return delta;
  }

  #evaluate(sumIndex: number, sum: number): number {
    return this.#penaltyFunctions.evaluate(sumIndex, sum) * (this.#fractionBySum[sumIndex] ?? 1);
  }

  apply(slot: number, from: number, to: number): void {
    for (const cohort of this.#cohortsAtSlot(slot)) {
      const weekIntake = this.#weekIntakeOf(cohort);
      this.#work.spent += 2 * this.#measureCount * WORK_UNITS.penalty;
      this.#applyToIntake(weekIntake, from, to);
      this.#applyToIntake(this.#dayIntakeAt(weekIntake, slot), from, to);
    }
  }

  #applyToIntake(intake: number, from: number, to: number): void {
    const measureCount = this.#measureCount;
    const amounts = this.#amounts;
    const sums = this.#sums;
    const penalties = this.#penaltyBySum;
    const { minWithoutPenalty, maxWithoutPenalty } = this.#penaltyFunctions;
    let sumIndex = intake * measureCount;
    let fromIndex = from * measureCount;
    let toIndex = to * measureCount;
    let intakePenalty = 0;
    for (const end = sumIndex + measureCount; sumIndex < end; sumIndex += 1, fromIndex += 1, toIndex += 1) {
      const sum = (sums[sumIndex] ?? 0) + (amounts[toIndex] ?? 0) - (amounts[fromIndex] ?? 0);
      const isInRange = sum >= (minWithoutPenalty[sumIndex] ?? 0) && sum <= (maxWithoutPenalty[sumIndex] ?? 0);
      const penalty = isInRange ? 0 : this.#evaluate(sumIndex, sum);
      sums[sumIndex] = sum;
      penalties[sumIndex] = penalty;
      intakePenalty += penalty;
    }
    this.#penaltyByIntake[intake] = intakePenalty;
  }

  /** Here the fraction multiplies the initial fraction of each range, and may be above 1. No range counts for more than its weight. */
  scale(fraction: number): void {
    this.#work.spent += this.#fractionBySum.length * WORK_UNITS.penalty;
    for (let sumIndex = 0; sumIndex < this.#fractionBySum.length; sumIndex += 1) {
      this.#fractionBySum[sumIndex] = Math.min(1, (this.#initialFractionBySum[sumIndex] ?? 1) * fraction);
    }
    this.#updatePenalties();
  }

  #updatePenalties(): void {
    // A change of nothing to nothing evaluates the present sums again.
    for (const intake of this.#penaltyByIntake.keys()) this.#applyToIntake(intake, EMPTY, EMPTY);
  }

  total(): number {
    return this.#penaltyBySum.reduce((sum, penalty) => sum + penalty, 0);
  }
}

/** Lists by measure the number of units that an amount of 1 has. */
function listUnits({ intakes, measures }: Model): number[] {
  const maxBoundByMeasure = new Map<string, number>();
  for (const { measure, bound } of intakes.flatMap(({ softBounds }) => softBounds)) {
    maxBoundByMeasure.set(measure, Math.max(maxBoundByMeasure.get(measure) ?? 0, bound));
  }
  return measures.map((measure) => UNITS_PER_BOUND / (maxBoundByMeasure.get(measure) || 1));
}

/** Lists by sum its soft bounds in units. */
function listBoundsBySum({ intakes, measures }: Model, unitsPerAmountByMeasure: readonly number[]): ScaledBound[][] {
  return intakes.flatMap(({ dayIndex, softBounds }) => {
    const boundsByMeasure = Map.groupBy(softBounds, ({ measure }) => measure);
    const margin = dayIndex === undefined ? JUDGED_BOUND_MARGIN : 0;
    return measures.map((measure, index) => {
      const unitsPerAmount = unitsPerAmountByMeasure[index] ?? 1;
      return boundsByMeasure.get(measure)?.map((softBound) => toScaledBound(softBound, unitsPerAmount, margin)) ?? [];
    });
  });
}

/** Converts bound and slope to units, see `UNITS_PER_BOUND`. Tightens a judged bound by the margin. */
function toScaledBound(softBound: SoftBound, unitsPerAmount: number, margin: number): ScaledBound {
  const { isMinimum, isJudged, bound, slope } = softBound;
  const tighteningFactor = isMinimum ? 1 + margin : 1 - margin;
  const boundInUnits = bound * unitsPerAmount * (isJudged ? tighteningFactor : 1);
  return { isMinimum, bound: boundInUnits, slope: slope / unitsPerAmount };
}
