import { mealNames, meals } from '../../meal.ts';
import type { MenuItem } from '../../menu/menu.ts';
import { dayAfter } from '../../values/calendar.ts';
import { exactNumber } from '../../values/decimal.ts';
import type { Unmet } from '../answer.ts';
import { EMPTY, type Model } from '../model.ts';
import { findInSameWeek, MAX_DAYS_NEAR } from '../near.ts';
import type { PlanProblem } from '../problem.ts';
import type { Penalty } from '../search/penalty.ts';
import { tuned } from '../search/tuned.ts';
import { daysApart, mostServings } from '../traits.ts';
import { type AtMeal, inLanguage, timesEn } from './phrases.ts';
import type { Rule } from './rule.ts';

/** No dish comes again too soon, or too often in a week. Hard. */
export const repeats = {
  /** A serving that comes too soon or too often. */
  weights: { serving: tuned(1000, [1, 1e6]) },
  penalty: (model) => new RepeatedServings(model),
  growth: 'repeats',
  unmet: ({ problem, items }) => [
    [...items.flatMap((item) => judgeRepeat(item, problem, items)), ...judgeOften(problem, items)],
  ],
} satisfies Rule;

/** Counts the servings that are too many, and the pairs of servings that are too near to each other. */
class RepeatedServings implements Penalty {
  readonly #days: number;
  readonly #dayOf: Int32Array;
  readonly #dishOf: Int32Array;
  /** By course, in how many days in a row and how often in the week its dish may come. */
  readonly #apart: Int32Array;
  readonly #most: Float64Array;
  /** How many days there are, with the days near by. */
  readonly #width: number;
  /** By dish, how often it is served on days near by, and how often on those of the menu's week. */
  readonly #near: Int32Array;
  readonly #inWeek: Int32Array;
  /** By dish and day, how often it is served, days near by included. */
  readonly #onDay: Int32Array;
  /** By dish, how often the menu serves it. */
  readonly #times: Int32Array;
  #weight: number = repeats.weights.serving;
  #broken = 0;

  constructor({ days, dayOf, courses, dishOf, nearDishes }: Model) {
    const dishes = Math.max(...dishOf) + 1;
    this.#days = days;
    this.#dayOf = dayOf;
    this.#dishOf = dishOf;
    this.#apart = Int32Array.from(courses, (course) => course.daysApart);
    this.#most = Float64Array.from(courses, ({ maxServings }) => maxServings);
    this.#width = days + 2 * MAX_DAYS_NEAR;
    this.#near = new Int32Array(dishes);
    this.#inWeek = new Int32Array(dishes);
    this.#onDay = new Int32Array(dishes * this.#width);
    this.#times = new Int32Array(dishes);
    for (const { dish, day, isInWeek } of nearDishes) {
      if (isInWeek) this.#inWeek[dish] = (this.#inWeek[dish] ?? 0) + 1;
      if (day < -MAX_DAYS_NEAR || day >= days + MAX_DAYS_NEAR) continue;
      this.#near[dish] = (this.#near[dish] ?? 0) + 1;
      this.#onDay[this.#at(dish, day)] = (this.#onDay[this.#at(dish, day)] ?? 0) + 1;
    }
  }

  #at(dish: number, day: number): number {
    return dish * this.#width + day + MAX_DAYS_NEAR;
  }

  scale(part: number): void {
    this.#weight = part * repeats.weights.serving;
  }

  costAt(): number {
    return this.#broken * this.#weight;
  }

  delta(slot: number, from: number, to: number): number {
    return this.#moreBroken(slot, from, to) * this.#weight;
  }

  #moreBroken(slot: number, from: number, to: number): number {
    const [a, b] = [this.#dishOf[from] ?? 0, this.#dishOf[to] ?? 0];
    if (a === b) return 0;
    const day = this.#dayOf[slot] ?? 0;
    const less = from === EMPTY ? 0 : this.#countFor(from, a, day, 1);
    return to === EMPTY ? -less : this.#countFor(to, b, day, 0) - less;
  }

  /** How many repeats one serving of the dish makes with the others; `own` of the servings now are this one itself. */
  #countFor(course: number, dish: number, day: number, own: number): number {
    const times = (this.#times[dish] ?? 0) - own;
    const excess = Number(times + (this.#inWeek[dish] ?? 0) >= (this.#most[course] ?? 0));
    const apart = this.#apart[course] ?? 0;
    if (times + (this.#near[dish] ?? 0) === 0 || apart === 0) return excess;
    let near = -own;
    const last = this.#at(dish, day + apart - 1);
    for (let at = this.#at(dish, day - apart + 1); at <= last; at += 1) near += this.#onDay[at] ?? 0;
    return excess + near;
  }

  apply(slot: number, from: number, to: number): void {
    this.#broken += this.#moreBroken(slot, from, to);
    this.#count(slot, from, -1);
    this.#count(slot, to, 1);
  }

  #count(slot: number, course: number, more: number): void {
    if (course === EMPTY) return;
    const [dish, day] = [this.#dishOf[course] ?? 0, this.#dayOf[slot] ?? 0];
    this.#times[dish] = (this.#times[dish] ?? 0) + more;
    this.#onDay[this.#at(dish, day)] = (this.#onDay[this.#at(dish, day)] ?? 0) + more;
  }

  total(): number {
    let broken = 0;
    const seen = new Set<number>();
    for (const [course, dish] of this.#dishOf.entries()) {
      if (course === EMPTY || seen.has(dish)) continue;
      seen.add(dish);
      const left = Math.max(0, (this.#most[course] ?? 0) - (this.#inWeek[dish] ?? 0));
      broken += Math.max(0, (this.#times[dish] ?? 0) - left);
      broken += this.#countPairs(dish, this.#apart[course] ?? 0);
    }
    return this.#weight * broken;
  }

  /** Pairs of servings that are too near to each other, of which at least one is the menu's. */
  #countPairs(dish: number, apart: number): number {
    if (apart === 0) return 0;
    let pairs = 0;
    for (let day = 0; day < this.#days; day += 1) {
      const here = this.#onDay[this.#at(dish, day)] ?? 0;
      if (here === 0) continue;
      pairs += (here * (here - 1)) / 2;
      // Two days of the menu are paired from the earlier one, so that each pair counts once.
      for (let other = day - apart + 1; other < day + apart; other += 1) {
        if (other < 0 || other > day) pairs += here * (this.#onDay[this.#at(dish, other)] ?? 0);
      }
    }
    return pairs;
  }
}

/** Another day on which a dish is served: of the menu by its number, otherwise by its date. */
type OtherDay = number | string;
const otherZh = (day: number, other: OtherDay) =>
  other === day ? '当天' : typeof other === 'number' ? `第 ${other} 天` : other;
const otherEn = (day: number, other: OtherDay) =>
  other === day ? 'was on the same day' : typeof other === 'number' ? `was on day ${other}` : `is on ${other}`;

const texts = {
  zh: {
    tooSoon: ({ day, meal }: AtMeal, dish: string, days: number, other: OtherDay) =>
      `第 ${day} 天${mealNames[meal]}“${dish}” ${days} 天内重复（${otherZh(day, other)}已有）`,
    tooOften: (dish: string, mark: string, times: number, most: number) =>
      `“${dish}”（${mark}）共 ${times} 次，超过 ${most} 次`,
  },
  en: {
    tooSoon: ({ day, meal }: AtMeal, dish: string, days: number, other: OtherDay) =>
      `"${dish}" comes again within ${days} days for ${meal} on day ${day} (it ${otherEn(day, other)})`,
    tooOften: (dish: string, mark: string, times: number, most: number) =>
      `"${dish}" (${mark}) comes ${timesEn(times)}, more than ${timesEn(most)}`,
  },
};

/** A dish is too soon by the days that are missing since it was last served. */
function judgeRepeat({ day, meal, dish: id }: MenuItem, problem: PlanProblem, items: readonly MenuItem[]): Unmet[] {
  const dish = problem.dishes.get(id);
  if (!dish) return [];
  const apart = daysApart(dish, problem);
  const before = items.filter((one) => one.dish === id && isBefore(one, { day, meal }));
  const near = (problem.near ?? []).filter((one) => one.dish === id);
  const distances = [...before, ...near].map((one) => one.day - day).filter((days) => Math.abs(days) < apart);
  if (distances.length === 0) return [];
  const closest = distances.reduce((one, other) => (Math.abs(other) < Math.abs(one) ? other : one));
  const text = inLanguage(problem, texts).tooSoon({ day, meal }, dish.name, apart, dayOrDate(day + closest, problem));
  return [{ rule: 'repeat', text, day, meal, dish: id, by: exactNumber(String(apart - Math.abs(closest))) }];
}

function dayOrDate(day: number, { content: { start, days } }: PlanProblem): OtherDay {
  return day >= 1 && day <= days ? day : dayAfter(start, day - 1);
}

function isBefore(a: AtMeal, b: AtMeal): boolean {
  return a.day === b.day ? meals.indexOf(a.meal) < meals.indexOf(b.meal) : a.day < b.day;
}

function judgeOften(problem: PlanProblem, items: readonly MenuItem[]): Unmet[] {
  const inWeek = findInSameWeek(problem);
  return [...Map.groupBy(items, ({ dish }) => dish)].flatMap(([id, servings]): Unmet[] => {
    const dish = problem.dishes.get(id);
    const most = dish ? mostServings(dish, problem) : 0;
    const times = servings.length + inWeek.filter((one) => one.dish === id).length;
    if (!dish || times <= most) return [];
    const text = inLanguage(problem, texts).tooOften(dish.name, dish.mark, times, most);
    return [{ rule: 'perWeek', text, dish: id, by: exactNumber(String(times - most)) }];
  });
}
