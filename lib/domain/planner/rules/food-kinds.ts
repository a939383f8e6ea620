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
import { inLanguage, periodEn, periodZh } from './phrases.ts';
import type { Rule } from './rule.ts';

/** There are enough kinds of food on each day, and in a week. */
export const foodKindsRule = {
  /**
   * The penalty for a missing kind: `day` if it is missing on every day that is served, `week` if it is missing in the week. In 30 bench weeks (see
   * `tuned.ts`) a third of these weights and three times as much leave as many kinds missing. The cost falls by 0.1 % at most.
   */
  weights: { day: tuned(0.15, [0, 10]), week: tuned(0.03, [0, 10]) },
  createPenalty: (model, { work }) => new MissingKindsPenalty(model, work),
  isSlow: true,
  listUnmet: (menu) => listAnalysedGroups(menu).map((analysedGroup) => judgeKinds(analysedGroup, menu)),
} satisfies Rule;

/** Masses are sums of whole micrograms, so that adding and taking away leaves no rounding error. */
const MICROGRAMS_PER_GRAM = 1e6;
/** In a menu of fewer days the kinds of a week are not counted. */
export const MIN_DAYS_OF_WEEK = 5;

/** The kinds of food that a cohort gets. A kind counts on a day if the cohort gets enough grams of it. */
class CohortKinds {
  readonly #kindCount: number;
  /** The minimum mass on a day with which a kind counts. */
  readonly #minMicrograms: number;
  /** By day and kind, at `day * kindCount + kind`, the mass that the cohort gets. */
  readonly #micrograms: Float64Array;
  /** By kind, the number of days on which it counts. */
  readonly #dayCountByKind: Int32Array;
  /** The number of kinds that count on each day and in the week, and how many are required. */
  readonly #countByDay: Int32Array;
  readonly #requiredByDay: readonly number[];
  #countOfWeek = 0;
  readonly #requiredOfWeek: number;
  /** The fraction of the whole penalty that this cohort can cause. */
  readonly #penaltyFraction: number;
  readonly #servedDayCount: number;

  constructor({ shareByDay, servedDayCount, groups }: Cohort, kindCount: number, { rules, cohorts }: Model) {
    // The group that eats least has the fewest kinds.
    this.#minMicrograms =
      (Number(MIN_KIND_GRAMS) / Math.min(...groups.map(({ factor }) => Number(factor)))) * MICROGRAMS_PER_GRAM;
    this.#kindCount = kindCount;
    this.#micrograms = new Float64Array(kindCount * shareByDay.length);
    this.#dayCountByKind = new Int32Array(kindCount);
    this.#countByDay = new Int32Array(shareByDay.length);
    this.#requiredByDay = shareByDay.map((share) => Number(share.times(rules.kindsPerDay).toFixedUp(0)));
    const minOfWeek = sumRatios(shareByDay).per(servedDayCount).times(rules.kindsPerWeek);
    this.#requiredOfWeek = servedDayCount < MIN_DAYS_OF_WEEK ? 0 : Number(minOfWeek.toFixedUp(0));
    this.#penaltyFraction = 1 / cohorts.length;
    this.#servedDayCount = servedDayCount;
  }

  /** Adds a mass of a kind to a day. A mass below 0 is taken away. */
  add(day: number, kind: number, micrograms: number): void {
    const index = day * this.#kindCount + kind;
    const previous = this.#micrograms[index] ?? 0;
    this.#micrograms[index] = previous + micrograms;
    const change = Number(previous + micrograms >= this.#minMicrograms) - Number(previous >= this.#minMicrograms);
    if (change === 0) return;
    this.#countByDay[day] = (this.#countByDay[day] ?? 0) + change;
    const dayCount = this.#dayCountByKind[kind] ?? 0;
    this.#dayCountByKind[kind] = dayCount + change;
    this.#countOfWeek += Number(dayCount + change > 0) - Number(dayCount > 0);
  }

  /** Whether the day and the week have enough kinds even if `removedCount` of them go. */
  hasEnoughWithout(day: number, removedCount: number): boolean {
    return (
      (this.#countByDay[day] ?? 0) - removedCount >= (this.#requiredByDay[day] ?? 0) &&
      this.#countOfWeek - removedCount >= this.#requiredOfWeek
    );
  }

  findPenalty(day: number): number {
    return this.#findDayPenalty(day) + this.#findWeekPenalty();
  }

  #findDayPenalty(day: number): number {
    const missingCount = (this.#requiredByDay[day] ?? 0) - (this.#countByDay[day] ?? 0);
    return (Math.max(0, missingCount) * foodKindsRule.weights.day * this.#penaltyFraction) / this.#servedDayCount;
  }

  #findWeekPenalty(): number {
    const missingCount = this.#requiredOfWeek - this.#countOfWeek;
    return Math.max(0, missingCount) * foodKindsRule.weights.week * this.#penaltyFraction;
  }

  total(): number {
    return this.#requiredByDay.reduce((sum, _, day) => sum + this.#findDayPenalty(day), this.#findWeekPenalty());
  }
}

class MissingKindsPenalty implements Penalty {
  readonly #model: Model;
  readonly #work: WorkCounter;
  readonly #kindsByCohort: readonly CohortKinds[];
  /** By index of the meal in `meals`, the kinds of each cohort that takes it. */
  readonly #kindsOfCohortsByMeal: readonly (readonly CohortKinds[])[];
  /** By candidate, the numbers of its kinds, and the mass of each in the same order. */
  readonly #kindsByCandidate: readonly Int32Array[];
  readonly #microgramsByCandidate: readonly Float64Array[];

  constructor(model: Model, work: WorkCounter) {
    const { candidates, cohorts } = model;
    const kinds = [...new Set(candidates.flatMap(({ gramsByKind }) => [...gramsByKind.keys()]))];
    const numberByKind = new Map(kinds.map((kind, number) => [kind, number]));
    this.#model = model;
    this.#work = work;
    this.#kindsByCohort = cohorts.map((cohort) => new CohortKinds(cohort, kinds.length, model));
    this.#kindsOfCohortsByMeal = meals.map((meal) =>
      this.#kindsByCohort.filter((_, cohort) => cohorts[cohort]?.meals.includes(meal)),
    );
    this.#kindsByCandidate = candidates.map(({ gramsByKind }) =>
      Int32Array.from(gramsByKind.keys(), (kind) => numberByKind.get(kind) ?? 0),
    );
    this.#microgramsByCandidate = candidates.map(({ gramsByKind }) =>
      Float64Array.from(gramsByKind.values(), (grams) => Math.round(grams * MICROGRAMS_PER_GRAM)),
    );
  }

  maxSaving(slot: number): number {
    const day = this.#model.dayBySlot[slot] ?? 0;
    let presentPenalty = 0;
    for (const cohortKinds of this.#kindsOfCohortsAt(slot)) presentPenalty += cohortKinds.findPenalty(day);
    return presentPenalty;
  }

  #kindsOfCohortsAt(slot: number): readonly CohortKinds[] {
    return this.#kindsOfCohortsByMeal[this.#model.mealBySlot[slot] ?? 0] ?? [];
  }

  /** Makes the move and takes it back, except for cohorts that have enough kinds after any move. */
  delta(slot: number, from: number, to: number): number {
    const day = this.#model.dayBySlot[slot] ?? 0;
    const removedCount = this.#kindsByCandidate[from]?.length ?? 0;
    let delta = 0;
    for (const cohortKinds of this.#kindsOfCohortsAt(slot)) {
      if (cohortKinds.hasEnoughWithout(day, removedCount)) continue;
      delta -= cohortKinds.findPenalty(day);
      this.#add(cohortKinds, day, from, -1);
      this.#add(cohortKinds, day, to, 1);
      delta += cohortKinds.findPenalty(day);
      this.#add(cohortKinds, day, to, -1);
      this.#add(cohortKinds, day, from, 1);
    }
    return delta;
  }

  /** Adds the kinds of a candidate to a day of the cohort, or takes them away if `sign` is -1. */
  #add(cohortKinds: CohortKinds, day: number, candidate: number, sign: 1 | -1): void {
    const kinds = this.#kindsByCandidate[candidate];
    const micrograms = this.#microgramsByCandidate[candidate];
    if (!kinds || !micrograms) return;
    // Each kind changes its mass and the count of kinds.
    this.#work.spent += 2 * kinds.length;
    for (let index = 0; index < kinds.length; index += 1) {
      cohortKinds.add(day, kinds[index] ?? 0, (micrograms[index] ?? 0) * sign);
    }
  }

  apply(slot: number, from: number, to: number): void {
    const day = this.#model.dayBySlot[slot] ?? 0;
    for (const cohortKinds of this.#kindsOfCohortsAt(slot)) {
      this.#add(cohortKinds, day, from, -1);
      this.#add(cohortKinds, day, to, 1);
    }
  }

  total(): number {
    return this.#kindsByCohort.reduce((sum, cohortKinds) => sum + cohortKinds.total(), 0);
  }
}

const texts = {
  zh: {
    unit: '种',
    tooFew: (groupName: string, { day, count }: KindCount, bound: string) =>
      `${groupName}${periodZh(day ?? 'all')}食物 ${count} 种，少于 ${bound} 种`,
  },
  en: {
    // It follows the number: `at most 9 of them`.
    unit: 'of them',
    tooFew: (groupName: string, { day, count }: KindCount, bound: string) =>
      `Kinds of food for "${groupName}" ${periodEn(day ?? 'all')}: ${count}, fewer than ${bound}`,
  },
};

/** The number of kinds on a day, or in the week, and the minimum for the meals that the group takes. */
interface KindCount {
  readonly day?: number;
  readonly count: number;
  readonly min: Ratio;
}

/** Judges the kinds of food that a group gets. Meals that are a share of a whole day need that share of the kinds. */
function judgeKinds({ group, groupAnalysis }: AnalysedGroup, { problem, bestCase }: PlannedMenu): Unmet[] {
  const { days, week } = groupAnalysis;
  const { rules, shares } = problem;
  const phrases = inLanguage(problem, texts);
  const judge = (kindCount: KindCount): Unmet[] => {
    const { day, count, min } = kindCount;
    const bound = min.toFixedUp(0);
    const missingCount = Number(bound) - count;
    if (missingCount <= 0) return [];
    const { name, level, factor, meals } = group;
    const bestValue = bestCase.countKinds(factor, { meals, day });
    const figure = { value: String(count), bestValue, bound, unit: phrases.unit, isShort: true, digits: 0 };
    const missed = withBestCase(phrases.tooFew(name, kindCount, bound), figure, problem);
    return [{ rule: 'kinds', ...missed, level, group: name, day, by: exactNumber(String(missingCount)) }];
  };
  const dayShares = days.map((day) => mealShare(day.meals, shares));
  const unmetOfDays = days.flatMap(({ kinds, day }, dayIndex) =>
    judge({ day, count: kinds, min: (dayShares[dayIndex] ?? ZERO).times(rules.kindsPerDay) }),
  );
  if (days.length < MIN_DAYS_OF_WEEK) return unmetOfDays;
  const meanShare = sumRatios(dayShares).per(days.length);
  return [...judge({ count: week.kinds, min: meanShare.times(rules.kindsPerWeek) }), ...unmetOfDays];
}
