import { meals } from '../../meal.ts';
import { exactNumber } from '../../values/output.ts';
import type { PlannedMenu, Unmet } from '../answer.ts';
import type { Model } from '../model.ts';
import { type RepetitionLimits, toRepetitionLimits, UNLIMITED } from '../repetition-limits.ts';
import type { Penalty } from '../search/penalty.ts';
import { tuned } from '../search/tuned.ts';
import type { WorkCounter } from '../search/work.ts';
import { inLanguage } from './phrases.ts';
import type { Rule } from './rule.ts';

/** No two lunches share too many of the dishes that `perDish` limits. Not counted: plain rice and buns, 奶类, 饮品, marks of `perWeek`. */
export const sharedDishesRule = {
  /** The penalty for each dish too many that two lunches have in common. It was chosen, not measured: as for a dish too many in a meal. */
  weights: { dish: tuned(300, [0, 1000]) },
  createPenalty: (model, { work }) => new SharedDishesPenalty(model, work),
  schedule: 'repeats',
  listUnmet: (menu) => [judgeLunches(menu)],
} satisfies Rule;

const LUNCH_INDEX = meals.indexOf('lunch');

/** Only dishes that `perDish` limits have a usual number of servings. */
const isCounted = ({ usualPerWeek }: Pick<RepetitionLimits, 'usualPerWeek'>) => usualPerWeek !== UNLIMITED;

class SharedDishesPenalty implements Penalty {
  readonly #model: Model;
  /** By candidate, the number of its dish, or 0 where that is not counted. Number 0 has no servings. */
  readonly #countedDishByCandidate: Int32Array;
  readonly #work: WorkCounter;
  /** By dish, the number of lunches that serve it. */
  readonly #lunchCountByDish: Int32Array;
  /** By dish and day, at `dishNumber * dayCount + dayIndex`, the number of its servings at lunch. */
  readonly #lunchServingsByDishAndDay: Int32Array;
  /** By day and later day, at `dayIndex * dayCount + laterDayIndex`, the number of dishes that their lunches have in common. */
  readonly #sharedCountByDayPair: Int32Array;
  /** The number of shared dishes above the maximum, of all pairs together. */
  #excess = 0;
  #weight: number = sharedDishesRule.weights.dish;

  constructor(model: Model, work: WorkCounter) {
    const { dayCount, candidates, dishByCandidate } = model;
    this.#model = model;
    this.#work = work;
    this.#countedDishByCandidate = Int32Array.from(candidates, (limits, candidate) =>
      isCounted(limits) ? (dishByCandidate[candidate] ?? 0) : 0,
    );
    this.#lunchCountByDish = new Int32Array(Math.max(...dishByCandidate) + 1);
    this.#lunchServingsByDishAndDay = new Int32Array(this.#lunchCountByDish.length * dayCount);
    this.#sharedCountByDayPair = new Int32Array(dayCount * dayCount);
  }

  scale(fraction: number): void {
    this.#weight = fraction * sharedDishesRule.weights.dish;
  }

  savingBound(): number {
    return this.#excess * this.#weight;
  }

  delta(slot: number, from: number, to: number): number {
    const removedNumber = this.#countedDishByCandidate[from] ?? 0;
    const addedNumber = this.#countedDishByCandidate[to] ?? 0;
    if (this.#model.mealIndexBySlot[slot] !== LUNCH_INDEX || removedNumber === addedNumber) return 0;
    // Most dishes are in no other lunch. A dish that is not counted has number 0, whose count stays 0.
    if ((this.#lunchCountByDish[removedNumber] ?? 0) <= 1 && this.#lunchCountByDish[addedNumber] === 0) return 0;
    // The move is made and taken back: dishes share lunches with each other, so a delta is hard to predict. Each time both dishes are compared on all days.
    this.#work.spent += 4 * this.#model.dayCount;
    const before = this.#excess;
    this.apply(slot, from, to);
    const change = this.#excess - before;
    this.apply(slot, to, from);
    return change * this.#weight;
  }

  apply(slot: number, from: number, to: number): void {
    if (this.#model.mealIndexBySlot[slot] !== LUNCH_INDEX) return;
    this.#count(slot, from, -1);
    this.#count(slot, to, 1);
  }

  /** Counts a serving of the candidate if `change` is 1, and no longer counts it if that is -1. */
  #count(slot: number, candidate: number, change: 1 | -1): void {
    const dishNumber = this.#countedDishByCandidate[candidate] ?? 0;
    if (dishNumber === 0) return;
    const dayIndex = this.#model.dayIndexBySlot[slot] ?? 0;
    const firstIndex = dishNumber * this.#model.dayCount;
    const previousCount = this.#lunchServingsByDishAndDay[firstIndex + dayIndex] ?? 0;
    this.#lunchServingsByDishAndDay[firstIndex + dayIndex] = previousCount + change;
    // A second serving of the dish at the same lunch changes nothing.
    const othersRemain = previousCount - Number(change === -1) > 0;
    if (othersRemain) return;
    this.#lunchCountByDish[dishNumber] = (this.#lunchCountByDish[dishNumber] ?? 0) + change;
    for (let otherDayIndex = 0; otherDayIndex < this.#model.dayCount; otherDayIndex += 1) {
      if (otherDayIndex === dayIndex || this.#lunchServingsByDishAndDay[firstIndex + otherDayIndex] === 0) continue;
      const pairIndex = Math.min(dayIndex, otherDayIndex) * this.#model.dayCount + Math.max(dayIndex, otherDayIndex);
      const previousSharedCount = this.#sharedCountByDayPair[pairIndex] ?? 0;
      this.#sharedCountByDayPair[pairIndex] = previousSharedCount + change;
      this.#excess += this.#excessOf(previousSharedCount + change) - this.#excessOf(previousSharedCount);
    }
  }

  #excessOf(sharedCount: number): number {
    return Math.max(0, sharedCount - this.#model.rules.sharedPerLunch);
  }

  total(): number {
    return this.#weight * this.#sharedCountByDayPair.reduce((sum, shared) => sum + this.#excessOf(shared), 0);
  }
}

type DayPair = readonly [day: number, laterDay: number];

const texts = {
  zh: ([day, laterDay]: DayPair, count: number, max: number) =>
    `第 ${day} 天与第 ${laterDay} 天午餐有 ${count} 道相同的菜品，超过 ${max} 道`,
  en: ([day, laterDay]: DayPair, count: number, max: number) =>
    `Lunch on days ${day} and ${laterDay} has ${count} dishes in common, more than ${max}`,
};

/** Reports each pair of lunches with too many dishes in common, at the day of the later one. */
function judgeLunches({ problem, largestGroupItems }: PlannedMenu): Unmet[] {
  const max = problem.rules.sharedPerLunch;
  const countedItems = largestGroupItems.filter(({ meal, dish: dishId }) => {
    const dish = problem.dishes.get(dishId);
    return meal === 'lunch' && dish && isCounted(toRepetitionLimits(dish, problem));
  });
  const lunches = [...Map.groupBy(countedItems, ({ day }) => day)].map(([day, items]) => {
    return { day, dishIds: new Set(items.map(({ dish }) => dish)) };
  });
  lunches.sort((a, b) => a.day - b.day);
  return lunches.flatMap(({ day, dishIds }, index) =>
    lunches.slice(index + 1).flatMap(({ day: laterDay, dishIds: laterDishIds }): Unmet[] => {
      const count = [...dishIds].filter((dishId) => laterDishIds.has(dishId)).length;
      if (count <= max) return [];
      const text = inLanguage(problem, texts)([day, laterDay], count, max);
      return [{ rule: 'sharedPerLunch', text, day: laterDay, meal: 'lunch', by: exactNumber(String(count - max)) }];
    }),
  );
}
