import { mealShare } from '../../analysis/days.ts';
import { MIN_KIND_GRAMS } from '../../analysis/kinds.ts';
import { meals } from '../../meal.ts';
import { exactNumber } from '../../values/output.ts';
import { type Ratio, sumRatios, ZERO } from '../../values/ratio.ts';
import { type AnalysedGroup, listAnalysedGroups, type PlannedMenu, type Unmet } from '../answer.ts';
import type { Cohort } from '../cohorts.ts';
import type { Model } from '../model.ts';
import type { Penalty } from '../search/penalty.ts';
import { tuned } from '../search/tuned.ts';
import type { WorkCounter } from '../search/work.ts';
import { withBestCase } from './best-case.ts';
import { describePeriod, inLanguage } from './phrases.ts';
import type { Rule } from './rule.ts';

/** There are enough kinds of food on each day, and in a week. */
export const foodKindsRule = {
  /**
   * The penalty for a missing kind. `day`: for a kind that is missing on every served day; on one of n days it is 1/n. `week`: for a
   * kind that is missing in the week. The exact numbers matter little: 30 bench weeks (see `tuned.ts`) lack as many kinds with a
   * third of them as with three times as much, and the cost falls by 0.1 % at most.
   */
  weights: { day: tuned(0.15, [0, 10]), week: tuned(0.03, [0, 10]) },
  createPenalty: (model, { work }) => new MissingKindsPenalty(model, work),
  isSlow: true,
  listUnmet: (menu) => listAnalysedGroups(menu).map((analysedGroup) => judgeKinds(analysedGroup, menu)),
} satisfies Rule;

/** Masses are sums of whole micrograms, so that adding and taking away leaves no rounding error. */
const MICROGRAMS_PER_GRAM = 1e6;
/** In a menu of fewer days the kinds of a week are not counted. */
export const MIN_DAYS_FOR_WEEK_KINDS = 5;

/** The number of kinds that meals require, rounded up: their share of a whole day, times what a whole day or week requires. */
const countRequiredKinds = (mealShare: Ratio, requiredOfAllMeals: number) =>
  Number(mealShare.times(requiredOfAllMeals).toFixedUp(0));

/** The kinds of food that a cohort gets, by number. A kind counts on a day if the cohort gets enough grams of it. */
class CohortKinds {
  readonly #kindCount: number;
  /** The minimum mass on a day with which a kind counts. */
  readonly #minMicrograms: number;
  /** By day and kind, at `dayIndex * kindCount + kind`, the mass that the cohort gets. */
  readonly #micrograms: Float64Array;
  /** By kind, the number of days on which it counts. */
  readonly #dayCountByKind: Int32Array;
  /** By day, the number of kinds that count on it. */
  readonly #countByDay: Int32Array;
  /** By day, the number of kinds that are required. */
  readonly #requiredByDay: readonly number[];
  /** The number of kinds that count on any day of the week. */
  #countOfWeek = 0;
  readonly #requiredOfWeek: number;
  /** The fraction of the whole penalty that this cohort can cause. */
  readonly #penaltyFraction: number;
  readonly #servedDayCount: number;

  constructor({ mealShareByDay, servedDayCount, groups }: Cohort, kindCount: number, { rules, cohorts }: Model) {
    // The group that eats least has the fewest kinds.
    this.#minMicrograms =
      (Number(MIN_KIND_GRAMS) / Math.min(...groups.map(({ factor }) => Number(factor)))) * MICROGRAMS_PER_GRAM;
    this.#kindCount = kindCount;
    this.#micrograms = new Float64Array(kindCount * mealShareByDay.length);
    this.#dayCountByKind = new Int32Array(kindCount);
    this.#countByDay = new Int32Array(mealShareByDay.length);
    this.#requiredByDay = mealShareByDay.map((share) => countRequiredKinds(share, rules.kindsPerDay));
    const meanShare = sumRatios(mealShareByDay).per(servedDayCount);
    this.#requiredOfWeek =
      servedDayCount < MIN_DAYS_FOR_WEEK_KINDS ? 0 : countRequiredKinds(meanShare, rules.kindsPerWeek);
    this.#penaltyFraction = 1 / cohorts.length;
    this.#servedDayCount = servedDayCount;
  }

  /** Adds a mass of a kind to a day. A mass below 0 is taken away. */
  add(dayIndex: number, kindNumber: number, micrograms: number): void {
    const index = dayIndex * this.#kindCount + kindNumber;
    const previous = this.#micrograms[index] ?? 0;
    this.#micrograms[index] = previous + micrograms;
    const change = Number(previous + micrograms >= this.#minMicrograms) - Number(previous >= this.#minMicrograms);
    if (change === 0) return;
    this.#countByDay[dayIndex] = (this.#countByDay[dayIndex] ?? 0) + change;
    const dayCount = this.#dayCountByKind[kindNumber] ?? 0;
    this.#dayCountByKind[kindNumber] = dayCount + change;
    this.#countOfWeek += Number(dayCount + change > 0) - Number(dayCount > 0);
  }

  /** Whether the day and the week have enough kinds even if `removedCount` of them go. */
  hasEnoughWithout(dayIndex: number, removedCount: number): boolean {
    return (
      (this.#countByDay[dayIndex] ?? 0) - removedCount >= (this.#requiredByDay[dayIndex] ?? 0) &&
      this.#countOfWeek - removedCount >= this.#requiredOfWeek
    );
  }

  /** The part of the penalty that depends on the day. */
  penaltyOn(dayIndex: number): number {
    return this.#dayPenalty(dayIndex) + this.#weekPenalty();
  }

  #dayPenalty(dayIndex: number): number {
    const missingCount = (this.#requiredByDay[dayIndex] ?? 0) - (this.#countByDay[dayIndex] ?? 0);
    return (Math.max(0, missingCount) * foodKindsRule.weights.day * this.#penaltyFraction) / this.#servedDayCount;
  }

  #weekPenalty(): number {
    const missingCount = this.#requiredOfWeek - this.#countOfWeek;
    return Math.max(0, missingCount) * foodKindsRule.weights.week * this.#penaltyFraction;
  }

  total(): number {
    return this.#requiredByDay.reduce((sum, _, dayIndex) => sum + this.#dayPenalty(dayIndex), this.#weekPenalty());
  }
}

class MissingKindsPenalty implements Penalty {
  readonly #model: Model;
  readonly #work: WorkCounter;
  readonly #cohortKinds: readonly CohortKinds[];
  /** By index of the meal in `meals`, those of the cohorts that take it. */
  readonly #cohortKindsByMeal: readonly (readonly CohortKinds[])[];
  /** By candidate, the masses of its kinds. */
  readonly #kindMassesByCandidate: readonly (readonly { readonly kindNumber: number; readonly micrograms: number }[])[];

  constructor(model: Model, work: WorkCounter) {
    const { candidates, cohorts } = model;
    const kinds = [...new Set(candidates.flatMap(({ gramsByKind }) => [...gramsByKind.keys()]))];
    const numberByKind = new Map(kinds.map((kind, number) => [kind, number]));
    this.#model = model;
    this.#work = work;
    this.#cohortKinds = cohorts.map((cohort) => new CohortKinds(cohort, kinds.length, model));
    this.#cohortKindsByMeal = meals.map((meal) =>
      this.#cohortKinds.filter((_, cohort) => cohorts[cohort]?.meals.includes(meal)),
    );
    this.#kindMassesByCandidate = candidates.map(({ gramsByKind }) =>
      Array.from(gramsByKind, ([kind, grams]) => {
        return { kindNumber: numberByKind.get(kind) ?? 0, micrograms: Math.round(grams * MICROGRAMS_PER_GRAM) };
      }),
    );
  }

  savingBound(slot: number): number {
    const dayIndex = this.#model.dayIndexBySlot[slot] ?? 0;
    let presentPenalty = 0;
    for (const cohortKinds of this.#cohortKindsAt(slot)) presentPenalty += cohortKinds.penaltyOn(dayIndex);
    return presentPenalty;
  }

  /** The kinds of each cohort that takes the meal of the slot. */
  #cohortKindsAt(slot: number): readonly CohortKinds[] {
    return this.#cohortKindsByMeal[this.#model.mealIndexBySlot[slot] ?? 0] ?? [];
  }

  /** Makes the move and takes it back, except for cohorts that have enough kinds after any move. */
  delta(slot: number, from: number, to: number): number {
    const dayIndex = this.#model.dayIndexBySlot[slot] ?? 0;
    const removedCount = this.#kindMassesByCandidate[from]?.length ?? 0;
    let delta = 0;
    for (const cohortKinds of this.#cohortKindsAt(slot)) {
      if (cohortKinds.hasEnoughWithout(dayIndex, removedCount)) continue;
      delta -= cohortKinds.penaltyOn(dayIndex);
      this.#add(cohortKinds, dayIndex, from, -1);
      this.#add(cohortKinds, dayIndex, to, 1);
      delta += cohortKinds.penaltyOn(dayIndex);
      this.#add(cohortKinds, dayIndex, to, -1);
      this.#add(cohortKinds, dayIndex, from, 1);
    }
    return delta;
  }

  /** Adds the kinds of a candidate to a day of the cohort, or takes them away if `sign` is -1. */
  #add(cohortKinds: CohortKinds, dayIndex: number, candidate: number, sign: 1 | -1): void {
    const kindMasses = this.#kindMassesByCandidate[candidate] ?? [];
    // Each kind changes its mass and the count of kinds.
    this.#work.spent += 2 * kindMasses.length;
    for (const { kindNumber, micrograms } of kindMasses) cohortKinds.add(dayIndex, kindNumber, micrograms * sign);
  }

  apply(slot: number, from: number, to: number): void {
    const dayIndex = this.#model.dayIndexBySlot[slot] ?? 0;
    for (const cohortKinds of this.#cohortKindsAt(slot)) {
      this.#add(cohortKinds, dayIndex, from, -1);
      this.#add(cohortKinds, dayIndex, to, 1);
    }
  }

  total(): number {
    return this.#cohortKinds.reduce((sum, cohortKinds) => sum + cohortKinds.total(), 0);
  }
}

const texts = {
  zh: {
    unit: '种',
    tooFew: (groupName: string, { day, count, min }: KindFigure) =>
      `${groupName}${describePeriod.zh(day ?? 'week')}食物 ${count} 种，少于 ${min} 种`,
  },
  en: {
    // It follows the number: `at most 9 of them`.
    unit: 'of them',
    tooFew: (groupName: string, { day, count, min }: KindFigure) =>
      `Kinds of food for "${groupName}" ${describePeriod.en(day ?? 'week')}: ${count}, fewer than ${min}`,
  },
};

/** The number of kinds on a day, or without a `day` in the week, and the minimum for the meals that the group takes. */
interface KindFigure {
  readonly day?: number;
  readonly count: number;
  readonly min: number;
}

/** Reports the days, and the week, on which a group gets too few kinds of food. */
function judgeKinds({ group, groupAnalysis }: AnalysedGroup, { problem, bestCase }: PlannedMenu): Unmet[] {
  const { days, week } = groupAnalysis;
  const { rules, shares } = problem;
  const phrases = inLanguage(problem, texts);
  const { name, level, factor } = group;
  const judge = (kindFigure: KindFigure): Unmet[] => {
    const { day, count, min } = kindFigure;
    if (count >= min) return [];
    const bestValue = bestCase.countKinds(factor, { meals: group.meals, day });
    const [value, bound] = [String(count), String(min)];
    const missedFigure = { value, bound, unit: phrases.unit, bestValue, isShort: true, digits: 0 };
    const missed = withBestCase(phrases.tooFew(name, kindFigure), missedFigure, problem);
    return [{ rule: 'kinds', ...missed, level, group: name, day, by: exactNumber(String(min - count)) }];
  };
  const dayShares = days.map((day) => mealShare(day.meals, shares));
  const unmetOfDays = days.flatMap(({ kinds, day }, dayIndex) =>
    judge({ day, count: kinds, min: countRequiredKinds(dayShares[dayIndex] ?? ZERO, rules.kindsPerDay) }),
  );
  // These are the days that serve the group. The search counts those that could, as it has no dishes yet when it begins.
  if (days.length < MIN_DAYS_FOR_WEEK_KINDS) return unmetOfDays;
  const meanShare = sumRatios(dayShares).per(days.length);
  return [...judge({ count: week.kinds, min: countRequiredKinds(meanShare, rules.kindsPerWeek) }), ...unmetOfDays];
}
