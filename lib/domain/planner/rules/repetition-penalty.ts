import { EMPTY, type Model } from '../model.ts';
import type { Penalty } from '../search/penalty.ts';
import { tuned } from '../search/tuned.ts';

export const REPETITION_WEIGHTS = {
  /**
   * The penalty for a serving that comes too soon, or above the maximum. It is less than that of an empty slot, see `templateRule`,
   * and more than a dish can cost by exceeding ranges, see `MAX_EXCESS_PENALTY_OF_DISH`.
   */
  serving: tuned(8000, [1, 1e6]),
  /**
   * The penalty for a serving above the usual number, as a fraction of `serving`: that number may be exceeded where there are too few
   * dishes. Twenty weeks of the library's dishes: with a sixth of this fraction three dishes came more than twice in four weeks, and
   * one twice in a week, to meet ranges.
   */
  unusualFraction: tuned(0.0375, [0, 1]),
};

/** The maximum distance in days at which a serving can be too near to one of the menu: `repeatDays` is 7 at most, and days 7 apart may repeat. */
const MAX_ADJACENT_DAYS = 6;

/** The penalty for servings of a dish that are too many, and for pairs of them that are too near: each is a violation. */
export class RepetitionPenalty implements Penalty {
  readonly #model: Model;
  readonly #minDaysApartByDish: Int32Array;
  /** By dish, the usual number of its servings in the menu: what adjacent servings leave of the usual numbers. */
  readonly #usualCountByDish: Float64Array;
  /** By dish, the maximum number of its servings in the menu: what adjacent servings leave of the maximum in a week. */
  readonly #maxCountByDish: Float64Array;
  /** By dish, the number of its servings in the menu. */
  readonly #countByDish: Int32Array;
  /** By dish, the number of its servings on up to `MAX_ADJACENT_DAYS` days before the menu and after it. */
  readonly #adjacentCountByDish: Int32Array;
  /** By dish and day, the number of its servings, those on adjacent days included; at `#indexOf(dish, dayIndex)`. */
  readonly #countByDishAndDay: Int32Array;
  #weight: number = REPETITION_WEIGHTS.serving;
  /** The number of violations; one that is only unusual counts `REPETITION_WEIGHTS.unusualFraction`. */
  #violationCount = 0;

  constructor(model: Model) {
    const { dayCount, candidates, dishByCandidate, adjacentServings } = model;
    const dishCount = Math.max(...dishByCandidate) + 1;
    this.#model = model;
    this.#countByDish = new Int32Array(dishCount);
    this.#adjacentCountByDish = new Int32Array(dishCount);
    this.#countByDishAndDay = new Int32Array(dishCount * (dayCount + 2 * MAX_ADJACENT_DAYS));
    this.#minDaysApartByDish = new Int32Array(dishCount);
    this.#usualCountByDish = new Float64Array(dishCount);
    this.#maxCountByDish = new Float64Array(dishCount);
    for (const { dishNumber: dish, dayIndex } of adjacentServings) {
      if (dayIndex < -MAX_ADJACENT_DAYS || dayIndex >= dayCount + MAX_ADJACENT_DAYS) continue;
      addAt(this.#adjacentCountByDish, dish, 1);
      addAt(this.#countByDishAndDay, this.#indexOf(dish, dayIndex), 1);
    }
    const adjacentByDish = Map.groupBy(adjacentServings, ({ dishNumber }) => dishNumber);
    for (const [candidate, limits] of candidates.entries()) {
      const dish = dishByCandidate[candidate] ?? 0;
      const servings = adjacentByDish.get(dish) ?? [];
      const weekCount = servings.filter(({ isInCalendarWeek }) => isInCalendarWeek).length;
      const fourWeekCount = servings.filter(({ isInFourWeeks }) => isInFourWeeks).length;
      const usualCount = Math.min(limits.usualPerWeek - weekCount, limits.usualInFourWeeks - fourWeekCount);
      this.#minDaysApartByDish[dish] = limits.minDaysApart;
      this.#usualCountByDish[dish] = Math.max(0, usualCount);
      this.#maxCountByDish[dish] = Math.max(0, limits.maxPerWeek - weekCount);
    }
  }

  #indexOf(dish: number, dayIndex: number): number {
    return dish * (this.#model.dayCount + 2 * MAX_ADJACENT_DAYS) + dayIndex + MAX_ADJACENT_DAYS;
  }

  scale(fraction: number): void {
    this.#weight = fraction * REPETITION_WEIGHTS.serving;
  }

  savingBound(): number {
    return this.#violationCount * this.#weight;
  }

  delta(slot: number, from: number, to: number): number {
    return this.#violationDelta(slot, from, to) * this.#weight;
  }

  #violationDelta(slot: number, from: number, to: number): number {
    const removedDish = this.#model.dishByCandidate[from] ?? 0;
    const addedDish = this.#model.dishByCandidate[to] ?? 0;
    if (removedDish === addedDish) return 0;
    const dayIndex = this.#model.dayIndexBySlot[slot] ?? 0;
    const removed = from === EMPTY ? 0 : this.#countViolations(removedDish, dayIndex, 1);
    const added = to === EMPTY ? 0 : this.#countViolations(addedDish, dayIndex, 0);
    return added - removed;
  }

  /** Counts the violations of a serving on the day. `ownCount` is 1 where the present counts include the serving itself, else 0. */
  #countViolations(dish: number, dayIndex: number, ownCount: 0 | 1): number {
    const otherCount = (this.#countByDish[dish] ?? 0) - ownCount;
    const isUnusual = otherCount >= (this.#usualCountByDish[dish] ?? 0);
    const isTooMuch = otherCount >= (this.#maxCountByDish[dish] ?? 0);
    const excessOfUsual = isUnusual ? REPETITION_WEIGHTS.unusualFraction : 0;
    const excess = isTooMuch ? 1 : excessOfUsual;
    const minDaysApart = this.#minDaysApartByDish[dish] ?? 0;
    if (otherCount + (this.#adjacentCountByDish[dish] ?? 0) === 0 || minDaysApart === 0) return excess;
    let nearCount = -ownCount;
    const lastIndex = this.#indexOf(dish, dayIndex + minDaysApart - 1);
    for (let index = this.#indexOf(dish, dayIndex - minDaysApart + 1); index <= lastIndex; index += 1) {
      nearCount += this.#countByDishAndDay[index] ?? 0;
    }
    return excess + nearCount;
  }

  apply(slot: number, from: number, to: number): void {
    this.#violationCount += this.#violationDelta(slot, from, to);
    this.#count(slot, from, -1);
    this.#count(slot, to, 1);
  }

  /** Counts a serving of the candidate if `change` is 1, and no longer counts it if that is -1. */
  #count(slot: number, candidate: number, change: 1 | -1): void {
    if (candidate === EMPTY) return;
    const dish = this.#model.dishByCandidate[candidate] ?? 0;
    addAt(this.#countByDish, dish, change);
    addAt(this.#countByDishAndDay, this.#indexOf(dish, this.#model.dayIndexBySlot[slot] ?? 0), change);
  }

  total(): number {
    let violationCount = 0;
    for (const [dish, count] of this.#countByDish.entries()) {
      const max = this.#maxCountByDish[dish] ?? 0;
      const unusualCount = Math.max(0, Math.min(count, max) - (this.#usualCountByDish[dish] ?? 0));
      violationCount += Math.max(0, count - max) + unusualCount * REPETITION_WEIGHTS.unusualFraction;
      violationCount += this.#countNearPairs(dish, this.#minDaysApartByDish[dish] ?? 0);
    }
    return this.#weight * violationCount;
  }

  /** Counts the pairs of servings that are too near to each other, of which at least one is the menu's. */
  #countNearPairs(dish: number, minDaysApart: number): number {
    if (minDaysApart === 0) return 0;
    let pairCount = 0;
    for (let dayIndex = 0; dayIndex < this.#model.dayCount; dayIndex += 1) {
      const count = this.#countByDishAndDay[this.#indexOf(dish, dayIndex)] ?? 0;
      if (count === 0) continue;
      pairCount += (count * (count - 1)) / 2;
      // Two days of the menu are paired from the earlier one, so that each pair counts once.
      for (let other = dayIndex - minDaysApart + 1; other < dayIndex + minDaysApart; other += 1) {
        if (other < 0 || other > dayIndex)
          pairCount += count * (this.#countByDishAndDay[this.#indexOf(dish, other)] ?? 0);
      }
    }
    return pairCount;
  }
}

function addAt(counts: Int32Array, index: number, change: 1 | -1): void {
  counts[index] = (counts[index] ?? 0) + change;
}
