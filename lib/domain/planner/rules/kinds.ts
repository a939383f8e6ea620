import { mealShare } from '../../analysis/days.ts';
import type { Level } from '../../analysis/shape.ts';
import { meals } from '../../meal.ts';
import type { MenuGroup } from '../../menu/menu.ts';
import { exactNumber } from '../../values/decimal.ts';
import { type Ratio, sumOf, ZERO } from '../../values/ratio.ts';
import type { Planned, Unmet } from '../answer.ts';
import type { Eaters } from '../eaters.ts';
import type { Model } from '../model.ts';
import type { Penalty } from '../search/penalty.ts';
import { tuned } from '../search/tuned.ts';
import type { WorkBudget } from '../search/work.ts';
import { inLanguage, type When, whenEn, whenZh } from './phrases.ts';
import { MIN_GRAMS, withReach } from './reach.ts';
import type { Rule } from './rule.ts';

/** There are enough kinds of food on each day, and in a week. */
export const kinds = {
  /**
   * A kind that is missing: on every day, and in the week. Weeks: with a third or three times of it no more and no fewer
   * kinds are missing, and plans cost 0.1 % less at most.
   */
  weights: { day: tuned(0.15, [0, 10]), week: tuned(0.03, [0, 10]) },
  penalty: (model, { work }) => new MissingKinds(model, work),
  isSlow: true,
  unmet: (planned) =>
    planned.problem.content.groups.map((group, index) => {
      const level = planned.analysis.levels[index];
      return level ? judgeKinds(level, group, planned) : [];
    }),
} satisfies Rule;

/** Sums of grams are integers of this unit, so that what is added and taken away again leaves nothing behind. */
const UNITS_PER_GRAM = 1e6;
/** In a menu of fewer days the kinds of a week are not counted. */
export const MIN_DAYS_OF_WEEK = 5;

/** How many kinds of food the same eaters get. A kind is a food of which they get enough grams on a day. */
class EatenKinds {
  /** How many foods there are. */
  readonly #foods: number;
  /** The least grams of a kind, in units. */
  readonly #least: number;
  /** By day and food, its grams in units. */
  readonly #grams: Float64Array;
  /** By food, on how many days it is a kind. */
  readonly #onDays: Int32Array;
  /** How many kinds there are, by day and in the week; and how many there must be. */
  readonly #ofDay: Int32Array;
  #ofWeek = 0;
  readonly #requiredOfDay: readonly number[];
  readonly #requiredOfWeek: number;
  readonly #weight: number;

  constructor({ shares, groups }: Eaters, foods: number, { rules, eaters }: Model) {
    // The group that eats least has the fewest kinds.
    this.#least = (MIN_GRAMS / Math.min(...groups.map(({ factor }) => Number(factor)))) * UNITS_PER_GRAM;
    this.#foods = foods;
    this.#grams = new Float64Array(foods * shares.length);
    this.#onDays = new Int32Array(foods);
    this.#ofDay = new Int32Array(shares.length);
    this.#requiredOfDay = shares.map((share) => Math.ceil(rules.kindsPerDay * share));
    // On a day off nothing can be eaten.
    const served = shares.filter((share) => share > 0);
    const mean = served.reduce((sum, share) => sum + share, 0) / served.length;
    this.#requiredOfWeek = served.length < MIN_DAYS_OF_WEEK ? 0 : Math.ceil(rules.kindsPerWeek * mean);
    this.#weight = 1 / eaters.length;
  }

  /** Adds grams of a food to a day. */
  add(day: number, food: number, grams: number): void {
    const at = day * this.#foods + food;
    const before = this.#grams[at] ?? 0;
    this.#grams[at] = before + grams;
    const more = Number(before + grams >= this.#least) - Number(before >= this.#least);
    if (more === 0) return;
    this.#ofDay[day] = (this.#ofDay[day] ?? 0) + more;
    const days = this.#onDays[food] ?? 0;
    this.#onDays[food] = days + more;
    this.#ofWeek += Number(days + more > 0) - Number(days > 0);
  }

  /** Whether the day and the week have enough kinds without so many of them. */
  hasEnoughWithout(day: number, fewer: number): boolean {
    return (
      (this.#ofDay[day] ?? 0) - fewer >= (this.#requiredOfDay[day] ?? 0) && this.#ofWeek - fewer >= this.#requiredOfWeek
    );
  }

  costOfDay(day: number): number {
    const lacking = (this.#requiredOfDay[day] ?? 0) - (this.#ofDay[day] ?? 0);
    return lacking > 0 ? (lacking * kinds.weights.day * this.#weight) / this.#requiredOfDay.length : 0;
  }

  costOfWeek(): number {
    const lacking = this.#requiredOfWeek - this.#ofWeek;
    return lacking > 0 ? lacking * kinds.weights.week * this.#weight : 0;
  }

  total(): number {
    return this.#requiredOfDay.reduce((sum, _, day) => sum + this.costOfDay(day), this.costOfWeek());
  }
}

/** The penalty of the kinds that are missing. */
class MissingKinds implements Penalty {
  readonly #work: WorkBudget;
  readonly #dayOf: Int32Array;
  readonly #mealOf: Int32Array;
  /** By meal of the day, the eaters who take it. */
  readonly #takers: readonly (readonly EatenKinds[])[];
  readonly #all: readonly EatenKinds[];
  /** By course, the numbers of its foods, and their grams in units. */
  readonly #foods: readonly Int32Array[];
  readonly #grams: readonly Float64Array[];

  constructor(model: Model, work: WorkBudget) {
    const { courses, eaters } = model;
    const numbers = new Map(
      [...new Set(courses.flatMap((course) => [...course.kinds.keys()]))].map((code, at) => [code, at]),
    );
    this.#work = work;
    this.#dayOf = model.dayOf;
    this.#mealOf = model.mealOf;
    this.#all = eaters.map((one) => new EatenKinds(one, numbers.size, model));
    this.#takers = meals.map((meal) => this.#all.filter((_, index) => eaters[index]?.meals.includes(meal)));
    this.#foods = courses.map((course) => Int32Array.from(course.kinds.keys(), (code) => numbers.get(code) ?? 0));
    this.#grams = courses.map((course) =>
      Float64Array.from(course.kinds.values(), (grams) => Math.round(grams * UNITS_PER_GRAM)),
    );
  }

  costAt(slot: number): number {
    const takers = this.#takers[(this.#mealOf[slot] ?? 0) % meals.length] ?? [];
    const day = this.#dayOf[slot] ?? 0;
    let present = 0;
    for (let index = 0; index < takers.length; index += 1) {
      const eaten = takers[index];
      if (eaten) present += eaten.costOfDay(day) + eaten.costOfWeek();
    }
    return present;
  }

  /** Makes the move and takes it back, but for eaters who have enough kinds whatever it is. */
  delta(slot: number, from: number, to: number): number {
    const takers = this.#takers[(this.#mealOf[slot] ?? 0) % meals.length] ?? [];
    const day = this.#dayOf[slot] ?? 0;
    let delta = 0;
    const fewer = this.#foods[from]?.length ?? 0;
    for (const eaten of takers) {
      if (eaten.hasEnoughWithout(day, fewer)) continue;
      delta -= eaten.costOfDay(day) + eaten.costOfWeek();
      this.#add(eaten, day, from, -1);
      this.#add(eaten, day, to, 1);
      delta += eaten.costOfDay(day) + eaten.costOfWeek();
      this.#add(eaten, day, to, -1);
      this.#add(eaten, day, from, 1);
    }
    return delta;
  }

  #add(eaten: EatenKinds, day: number, course: number, times: number): void {
    const [foods, grams] = [this.#foods[course], this.#grams[course]];
    if (!foods || !grams) return;
    this.#work.spent += 2 * foods.length;
    for (let index = 0; index < foods.length; index += 1) {
      eaten.add(day, foods[index] ?? 0, (grams[index] ?? 0) * times);
    }
  }

  apply(slot: number, from: number, to: number): void {
    const day = this.#dayOf[slot] ?? 0;
    for (const eaten of this.#takers[(this.#mealOf[slot] ?? 0) % meals.length] ?? []) {
      this.#add(eaten, day, from, -1);
      this.#add(eaten, day, to, 1);
    }
  }

  total(): number {
    return this.#all.reduce((sum, eaten) => sum + eaten.total(), 0);
  }
}

const texts = {
  zh: {
    unit: '种',
    kinds: (group: string, when: When, found: number, least: string) =>
      `${group}${whenZh(when)}食物 ${found} 种，少于 ${least} 种`,
  },
  en: {
    unit: 'of them',
    kinds: (group: string, when: When, found: number, least: string) =>
      `Kinds of food for "${group}" ${whenEn(when)}: ${found}, fewer than ${least}`,
  },
};

/** Compares kinds with the part of the rule's that the meals are of a whole day. */
function judgeKinds({ days, week }: Level, group: MenuGroup, { problem, reach }: Planned): Unmet[] {
  const { rules, shares } = problem;
  const say = inLanguage(problem, texts);
  const judge = (found: number, whole: number, share: Ratio, day?: number): Unmet[] => {
    const bound = share.times(whole).toFixedUp(0);
    const by = Number(bound) - found;
    if (by <= 0) return [];
    const { name, level, factor, meals: taken } = group;
    const figure = { value: String(found), bound, unit: say.unit, isShort: true, digits: 0 };
    const reached = { ...figure, reach: reach.ofKinds(factor, { meals: taken, day }) };
    const text = withReach(say.kinds(name, day ?? 'all', found, bound), reached, problem);
    const where = { level, group: name, ...(day === undefined ? {} : { day }) };
    return [{ rule: 'kinds', text, ...where, by: exactNumber(String(by)) }];
  };
  const ofDays = days.map((one) => mealShare(one.meals, shares));
  const perDay = days.flatMap((one, index) => judge(one.kinds, rules.kindsPerDay, ofDays[index] ?? ZERO, one.day));
  if (days.length < MIN_DAYS_OF_WEEK) return perDay;
  return [...judge(week.kinds, rules.kindsPerWeek, sumOf(ofDays).per(days.length)), ...perDay];
}
