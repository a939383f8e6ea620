import { mealNames, meals } from '../../meal.ts';
import type { MenuItem } from '../../menu/menu.ts';
import { addDays } from '../../values/calendar.ts';
import { exactNumber } from '../../values/decimal.ts';
import { listServingsOfSameWeek, MAX_ADJACENT_DAYS } from '../adjacent-servings.ts';
import type { Unmet } from '../answer.ts';
import { EMPTY, type Model } from '../model.ts';
import type { PlanProblem } from '../problem.ts';
import type { Penalty } from '../search/penalty.ts';
import { tuned } from '../search/tuned.ts';
import { findMaxServings, findMinDaysApart } from '../traits.ts';
import { type DayMeal, inLanguage, timesEn } from './phrases.ts';
import type { Rule } from './rule.ts';

/** A hard rule: no dish is served again too soon, or too often in a week. */
export const repetitionRule = {
  /** What a serving costs that comes too soon or too often. */
  weights: { serving: tuned(1000, [1, 1e6]) },
  createPenalty: (model) => new RepetitionPenalty(model),
  schedule: 'repeats',
  listUnmet: ({ problem, largestGroupItems }) => [
    [
      ...largestGroupItems.flatMap((item) => judgeInterval(item, problem, largestGroupItems)),
      ...judgeFrequency(problem, largestGroupItems),
    ],
  ],
} satisfies Rule;

/** Counts the servings that are too many, and the pairs of servings of a dish that are too near to each other. */
class RepetitionPenalty implements Penalty {
  readonly #dayCount: number;
  readonly #dayBySlot: Int32Array;
  readonly #dishByCandidate: Int32Array;
  readonly #minDaysApart: Int32Array;
  readonly #maxServings: Float64Array;
  /** The number of days of the menu and of the adjacent weeks. */
  readonly #allDayCount: number;
  /** By dish, the number of its servings in the menu. */
  readonly #servings: Int32Array;
  /** By dish, the number of its servings on adjacent days, and in the week of the menu outside of it. */
  readonly #adjacentServings: Int32Array;
  readonly #servingsOfSameWeek: Int32Array;
  /** By dish and day, the number of its servings, those on adjacent days included. */
  readonly #servingsOnDay: Int32Array;
  #weight: number = repetitionRule.weights.serving;
  #violations = 0;

  constructor({ dayCount, dayBySlot, candidates, dishByCandidate, adjacentServings }: Model) {
    const dishCount = Math.max(...dishByCandidate) + 1;
    this.#dayCount = dayCount;
    this.#dayBySlot = dayBySlot;
    this.#dishByCandidate = dishByCandidate;
    this.#minDaysApart = Int32Array.from(candidates, ({ minDaysApart }) => minDaysApart);
    this.#maxServings = Float64Array.from(candidates, ({ maxServings }) => maxServings);
    this.#allDayCount = dayCount + 2 * MAX_ADJACENT_DAYS;
    this.#servings = new Int32Array(dishCount);
    this.#adjacentServings = new Int32Array(dishCount);
    this.#servingsOfSameWeek = new Int32Array(dishCount);
    this.#servingsOnDay = new Int32Array(dishCount * this.#allDayCount);
    for (const { dish, day, isOfSameWeek } of adjacentServings) {
      if (isOfSameWeek) increase(this.#servingsOfSameWeek, dish, 1);
      if (day < -MAX_ADJACENT_DAYS || day >= dayCount + MAX_ADJACENT_DAYS) continue;
      increase(this.#adjacentServings, dish, 1);
      increase(this.#servingsOnDay, this.#dayIndex(dish, day), 1);
    }
  }

  /** The index of a dish and a day in `#servingsOnDay`. */
  #dayIndex(dish: number, day: number): number {
    return dish * this.#allDayCount + day + MAX_ADJACENT_DAYS;
  }

  scale(fraction: number): void {
    this.#weight = fraction * repetitionRule.weights.serving;
  }

  maxSaving(): number {
    return this.#violations * this.#weight;
  }

  delta(slot: number, from: number, to: number): number {
    return this.#violationDelta(slot, from, to) * this.#weight;
  }

  #violationDelta(slot: number, from: number, to: number): number {
    if ((this.#dishByCandidate[from] ?? 0) === (this.#dishByCandidate[to] ?? 0)) return 0;
    const day = this.#dayBySlot[slot] ?? 0;
    const removed = from === EMPTY ? 0 : this.#violationsOfServing(from, day, 1);
    const added = to === EMPTY ? 0 : this.#violationsOfServing(to, day, 0);
    return added - removed;
  }

  /** How many violations a serving on the day causes. `counted` is 1 if the present counts include the serving itself, else 0. */
  #violationsOfServing(candidate: number, day: number, counted: 0 | 1): number {
    const dish = this.#dishByCandidate[candidate] ?? 0;
    const otherServings = (this.#servings[dish] ?? 0) - counted;
    const servingsInWeek = otherServings + (this.#servingsOfSameWeek[dish] ?? 0);
    const excess = Number(servingsInWeek >= (this.#maxServings[candidate] ?? 0));
    const minDaysApart = this.#minDaysApart[candidate] ?? 0;
    if (otherServings + (this.#adjacentServings[dish] ?? 0) === 0 || minDaysApart === 0) return excess;
    let tooNear = -counted;
    const last = this.#dayIndex(dish, day + minDaysApart - 1);
    for (let index = this.#dayIndex(dish, day - minDaysApart + 1); index <= last; index += 1) {
      tooNear += this.#servingsOnDay[index] ?? 0;
    }
    return excess + tooNear;
  }

  apply(slot: number, from: number, to: number): void {
    this.#violations += this.#violationDelta(slot, from, to);
    this.#addServing(slot, from, -1);
    this.#addServing(slot, to, 1);
  }

  #addServing(slot: number, candidate: number, change: 1 | -1): void {
    if (candidate === EMPTY) return;
    const [dish, day] = [this.#dishByCandidate[candidate] ?? 0, this.#dayBySlot[slot] ?? 0];
    increase(this.#servings, dish, change);
    increase(this.#servingsOnDay, this.#dayIndex(dish, day), change);
  }

  total(): number {
    let violations = 0;
    const countedDishes = new Set<number>();
    for (const [candidate, dish] of this.#dishByCandidate.entries()) {
      if (candidate === EMPTY || countedDishes.has(dish)) continue;
      countedDishes.add(dish);
      const maxInMenu = Math.max(0, (this.#maxServings[candidate] ?? 0) - (this.#servingsOfSameWeek[dish] ?? 0));
      violations += Math.max(0, (this.#servings[dish] ?? 0) - maxInMenu);
      violations += this.#countPairs(dish, this.#minDaysApart[candidate] ?? 0);
    }
    return this.#weight * violations;
  }

  /** Counts the pairs of servings that are too near to each other, of which at least one is the menu's. */
  #countPairs(dish: number, minDaysApart: number): number {
    if (minDaysApart === 0) return 0;
    let pairs = 0;
    for (let day = 0; day < this.#dayCount; day += 1) {
      const servings = this.#servingsOnDay[this.#dayIndex(dish, day)] ?? 0;
      if (servings === 0) continue;
      pairs += (servings * (servings - 1)) / 2;
      // Two days of the menu are paired from the earlier one, so that each pair counts once.
      for (let other = day - minDaysApart + 1; other < day + minDaysApart; other += 1) {
        if (other < 0 || other > day) pairs += servings * (this.#servingsOnDay[this.#dayIndex(dish, other)] ?? 0);
      }
    }
    return pairs;
  }
}

function increase(counts: Int32Array, index: number, change: 1 | -1): void {
  counts[index] = (counts[index] ?? 0) + change;
}

/** Another day on which a dish is served: of the menu by its number, otherwise by its date. */
type OtherDay = number | string;
const otherDayZh = (day: number, other: OtherDay) =>
  other === day ? '当天' : typeof other === 'number' ? `第 ${other} 天` : other;
const otherDayEn = (day: number, other: OtherDay) =>
  other === day ? 'was on the same day' : typeof other === 'number' ? `was on day ${other}` : `is on ${other}`;

const texts = {
  zh: {
    tooSoon: ({ day, meal }: DayMeal, dish: string, days: number, other: OtherDay) =>
      `第 ${day} 天${mealNames[meal]}“${dish}” ${days} 天内重复（${otherDayZh(day, other)}已有）`,
    tooOften: (dish: string, mark: string, servings: number, max: number) =>
      `“${dish}”（${mark}）共 ${servings} 次，超过 ${max} 次`,
  },
  en: {
    tooSoon: ({ day, meal }: DayMeal, dish: string, days: number, other: OtherDay) =>
      `"${dish}" comes again within ${days} days for ${meal} on day ${day} (it ${otherDayEn(day, other)})`,
    tooOften: (dish: string, mark: string, servings: number, max: number) =>
      `"${dish}" (${mark}) comes ${timesEn(servings)}, more than ${timesEn(max)}`,
  },
};

/** Reports an item that comes too soon. Its `by` is the number of days that are missing to the nearest other serving of the dish. */
function judgeInterval({ day, meal, dish: id }: MenuItem, problem: PlanProblem, items: readonly MenuItem[]): Unmet[] {
  const dish = problem.dishes.get(id);
  if (!dish) return [];
  const minDaysApart = findMinDaysApart(dish, problem);
  const earlierItems = items.filter((item) => isBefore(item, { day, meal }));
  const distances = [...earlierItems, ...(problem.adjacentServings ?? [])]
    .flatMap((serving) => (serving.dish === id ? [serving.day - day] : []))
    .filter((distance) => Math.abs(distance) < minDaysApart);
  if (distances.length === 0) return [];
  const nearest = distances.reduce((least, distance) => (Math.abs(distance) < Math.abs(least) ? distance : least));
  const otherDay = toOtherDay(day + nearest, problem);
  const text = inLanguage(problem, texts).tooSoon({ day, meal }, dish.name, minDaysApart, otherDay);
  return [{ rule: 'repeat', text, day, meal, dish: id, by: exactNumber(String(minDaysApart - Math.abs(nearest))) }];
}

function toOtherDay(day: number, { content: { start, days } }: PlanProblem): OtherDay {
  return day >= 1 && day <= days ? day : addDays(start, day - 1);
}

function isBefore(a: DayMeal, b: DayMeal): boolean {
  return a.day === b.day ? meals.indexOf(a.meal) < meals.indexOf(b.meal) : a.day < b.day;
}

function judgeFrequency(problem: PlanProblem, items: readonly MenuItem[]): Unmet[] {
  const servingsOfSameWeek = listServingsOfSameWeek(problem);
  return [...Map.groupBy(items, ({ dish }) => dish)].flatMap(([id, { length }]): Unmet[] => {
    const dish = problem.dishes.get(id);
    const max = dish ? findMaxServings(dish, problem) : 0;
    const servings = length + servingsOfSameWeek.filter((serving) => serving.dish === id).length;
    if (!dish || servings <= max) return [];
    const text = inLanguage(problem, texts).tooOften(dish.name, dish.mark, servings, max);
    return [{ rule: 'perWeek', text, dish: id, by: exactNumber(String(servings - max)) }];
  });
}
