import { MAX_NAMED } from '../../analysis/findings.ts';
import { mealNames, meals } from '../../meal.ts';
import type { MenuItem } from '../../menu/menu.ts';
import { addDays } from '../../values/calendar.ts';
import { exactNumber } from '../../values/decimal.ts';
import { listServingsOfSameWeek, MAX_ADJACENT_DAYS } from '../adjacent-servings.ts';
import type { Unmet } from '../answer.ts';
import { EMPTY, type Model } from '../model.ts';
import type { AdjacentServing, PlanProblem } from '../problem.ts';
import type { Penalty } from '../search/penalty.ts';
import { tuned } from '../search/tuned.ts';
import { findFrequency, findMinDaysApart } from '../traits.ts';
import { type DayMeal, inLanguage, listEn, listZh, timesEn } from './phrases.ts';
import type { Rule } from './rule.ts';

/** A hard rule: no dish is served again too soon, or too often in a week or in four weeks. */
export const repetitionRule = {
  weights: {
    /** The penalty for a serving that comes too soon, or above the maximum. */
    serving: tuned(8000, [1, 1e6]),
    /**
     * The fraction of that penalty for a serving above the usual number, which may be exceeded where there are too few dishes. Library,
     * twenty weeks: with a sixth of this three dishes came more than twice in four weeks, and one twice in a week, to meet ranges.
     */
    unusual: tuned(0.0375, [0, 1]),
  },
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
  /** By candidate, the usual number of its dish's servings in the menu, and the maximum. */
  readonly #usualServings: Float64Array;
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
    const servingsOfCycle = new Int32Array(dishCount);
    this.#allDayCount = dayCount + 2 * MAX_ADJACENT_DAYS;
    this.#servings = new Int32Array(dishCount);
    this.#adjacentServings = new Int32Array(dishCount);
    this.#servingsOfSameWeek = new Int32Array(dishCount);
    this.#servingsOnDay = new Int32Array(dishCount * this.#allDayCount);
    for (const { dish, day, isOfSameWeek } of adjacentServings) {
      if (isOfSameWeek) increase(this.#servingsOfSameWeek, dish, 1);
      if (day >= -DAYS_BEFORE_IN_CYCLE) increase(servingsOfCycle, dish, 1);
      if (day < -MAX_ADJACENT_DAYS || day >= dayCount + MAX_ADJACENT_DAYS) continue;
      increase(this.#adjacentServings, dish, 1);
      increase(this.#servingsOnDay, this.#dayIndex(dish, day), 1);
    }
    const findRemaining = (max: number, counts: Int32Array, candidate: number) =>
      Math.max(0, max - (counts[dishByCandidate[candidate] ?? 0] ?? 0));
    this.#maxServings = Float64Array.from(candidates, ({ max }, candidate) =>
      findRemaining(max, this.#servingsOfSameWeek, candidate),
    );
    this.#usualServings = Float64Array.from(candidates, ({ usual, perCycle }, candidate) => {
      const remainingInWeek = findRemaining(usual, this.#servingsOfSameWeek, candidate);
      return Math.min(remainingInWeek, findRemaining(perCycle, servingsOfCycle, candidate));
    });
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

  /** Counts the violations of a serving on the day. `ownCount` is 1 if the present counts include the serving itself, else 0. */
  #violationsOfServing(candidate: number, day: number, ownCount: 0 | 1): number {
    const dish = this.#dishByCandidate[candidate] ?? 0;
    const otherServings = (this.#servings[dish] ?? 0) - ownCount;
    const isUnusual = otherServings >= (this.#usualServings[candidate] ?? 0);
    const isTooMuch = otherServings >= (this.#maxServings[candidate] ?? 0);
    const excessOfUsual = isUnusual ? repetitionRule.weights.unusual : 0;
    const excess = isTooMuch ? 1 : excessOfUsual;
    const minDaysApart = this.#minDaysApart[candidate] ?? 0;
    if (otherServings + (this.#adjacentServings[dish] ?? 0) === 0 || minDaysApart === 0) return excess;
    let nearServings = -ownCount;
    const last = this.#dayIndex(dish, day + minDaysApart - 1);
    for (let index = this.#dayIndex(dish, day - minDaysApart + 1); index <= last; index += 1) {
      nearServings += this.#servingsOnDay[index] ?? 0;
    }
    return excess + nearServings;
  }

  apply(slot: number, from: number, to: number): void {
    this.#violations += this.#violationDelta(slot, from, to);
    this.#addServing(slot, from, -1);
    this.#addServing(slot, to, 1);
  }

  #addServing(slot: number, candidate: number, change: 1 | -1): void {
    if (candidate === EMPTY) return;
    const dish = this.#dishByCandidate[candidate] ?? 0;
    increase(this.#servings, dish, change);
    increase(this.#servingsOnDay, this.#dayIndex(dish, this.#dayBySlot[slot] ?? 0), change);
  }

  total(): number {
    let violations = 0;
    const countedDishes = new Set<number>();
    for (const [candidate, dish] of this.#dishByCandidate.entries()) {
      if (candidate === EMPTY || countedDishes.has(dish)) continue;
      countedDishes.add(dish);
      const servings = this.#servings[dish] ?? 0;
      const max = this.#maxServings[candidate] ?? 0;
      const unusual = Math.max(0, Math.min(servings, max) - (this.#usualServings[candidate] ?? 0));
      violations += Math.max(0, servings - max) + unusual * repetitionRule.weights.unusual;
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

/** The days before the menu that are in the same four weeks as its first week. */
const DAYS_BEFORE_IN_CYCLE = 21;

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
    perDish: (names: readonly string[], count: number, max: number) =>
      `${count} 道菜品一周超过 ${max} 次：${listZh(names, count)}`,
    perCycle: (names: readonly string[], count: number, max: number) =>
      `${count} 道菜品四周内超过 ${max} 次：${listZh(names, count)}`,
  },
  en: {
    tooSoon: ({ day, meal }: DayMeal, dish: string, days: number, other: OtherDay) =>
      `"${dish}" comes again within ${days} days for ${meal} on day ${day} (it ${otherDayEn(day, other)})`,
    tooOften: (dish: string, mark: string, servings: number, max: number) =>
      `"${dish}" (${mark}) comes ${timesEn(servings)}, more than ${timesEn(max)}`,
    perDish: (names: readonly string[], count: number, max: number) =>
      `Dishes that come more than ${timesEn(max)} in the week: ${listEn(names, count)}`,
    perCycle: (names: readonly string[], count: number, max: number) =>
      `Dishes that come more than ${timesEn(max)} in four weeks: ${listEn(names, count)}`,
  },
};

/** Reports an item that comes too soon after or before another serving. `by` is the number of days that are missing between them. */
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

/** Reports each dish with more servings than its maximum, and then together the dishes with more than the usual number. */
function judgeFrequency(problem: PlanProblem, items: readonly MenuItem[]): Unmet[] {
  const { adjacentServings = [] } = problem;
  const phrases = inLanguage(problem, texts);
  const servingsOfSameWeek = listServingsOfSameWeek(problem);
  const servingsOfCycle = adjacentServings.filter(({ day }) => day > -DAYS_BEFORE_IN_CYCLE);
  const served = [...Map.groupBy(items, ({ dish }) => dish)].flatMap(([id, { length }]) => {
    const dish = problem.dishes.get(id);
    if (!dish) return [];
    const count = (adjacent: readonly AdjacentServing[]) =>
      length + adjacent.filter((serving) => serving.dish === id).length;
    const inWeek = count(servingsOfSameWeek);
    return [{ id, dish, inWeek, inCycle: count(servingsOfCycle), ...findFrequency(dish, problem) }];
  });
  const tooOften = served.flatMap(({ id, dish, inWeek, max }): Unmet[] => {
    if (inWeek <= max) return [];
    const text = phrases.tooOften(dish.name, dish.mark, inWeek, max);
    return [{ rule: 'perWeek', text, dish: id, by: exactNumber(String(inWeek - max)) }];
  });
  const { perDish, perCycle } = problem.rules;
  const report = (rule: 'perDish' | 'perCycle', max: number, dishes: typeof served): Unmet[] => {
    const text = phrases[rule](
      dishes.slice(0, MAX_NAMED).map(({ dish }) => dish.name),
      dishes.length,
      max,
    );
    return dishes.length === 0 ? [] : [{ rule, text, by: exactNumber(String(dishes.length)) }];
  };
  const withinMax = served.filter(({ inWeek, max }) => inWeek <= max);
  const unusualInWeek = withinMax.filter(({ inWeek, usual }) => inWeek > usual);
  const unusualInCycle = withinMax.filter(({ inCycle, perCycle: usualInCycle }) => inCycle > usualInCycle);
  return [...tooOften, ...report('perDish', perDish, unusualInWeek), ...report('perCycle', perCycle, unusualInCycle)];
}
