import { shareOf } from '../../analysis/days.ts';
import type { Level } from '../../analysis/shape.ts';
import { meals } from '../../meal.ts';
import type { MenuGroup } from '../../menu/menu.ts';
import { exactNumber } from '../../values/decimal.ts';
import { type Ratio, sumOf, ZERO } from '../../values/ratio.ts';
import type { Planned, Unmet } from '../answer.ts';
import type { Eaters } from '../eaters.ts';
import type { Model } from '../model.ts';
import type { Penalty } from '../search/penalty.ts';
import type { WorkBudget } from '../search/work.ts';
import { inLanguage, type When, whenEn, whenZh } from './phrases.ts';
import { LEAST_GRAMS, withReach } from './reach.ts';
import type { Rule } from './rule.ts';

/** There are enough kinds of food on each day, and in a week. */
export const kinds = {
  /** A kind is missing on a day, all days together; in the week. */
  weights: { day: 0.15, week: 0.03 },
  penalty: (model, { work }) => new MissingKinds(model, work),
  isSlow: true,
  unmet: (planned) =>
    planned.problem.content.groups.map((group, index) => {
      const level = planned.analysis.levels[index];
      return level ? judgeKinds(level, group, planned) : [];
    }),
} satisfies Rule;

/** Sums of grams are integers. */
const PARTS = 1e6;
/** A menu of fewer days needs no kinds of a week. */
export const LEAST_DAYS_OF_WEEK = 5;

/** How many kinds of food some eat. */
class EatenKinds {
  readonly #codes: number;
  readonly #least: number;
  /** By day and food, grams; by food, on how many days it is a kind. */
  readonly #grams: Float64Array;
  readonly #onDays: Int32Array;
  readonly #ofDay: Int32Array;
  #ofWeek = 0;
  readonly #need: readonly number[];
  readonly #needOfWeek: number;
  readonly #weight: number;

  constructor({ shares, groups }: Eaters, codes: number, { rules, eaters }: Model) {
    // Who eats least of all has the fewest kinds.
    this.#least = (LEAST_GRAMS / Math.min(...groups.map(({ factor }) => Number(factor)))) * PARTS;
    this.#codes = codes;
    this.#grams = new Float64Array(codes * shares.length);
    this.#onDays = new Int32Array(codes);
    this.#ofDay = new Int32Array(shares.length);
    this.#need = shares.map((share) => Math.ceil(rules.kindsPerDay * share));
    // On a day off nothing can be eaten.
    const served = shares.filter((share) => share > 0);
    const mean = served.reduce((sum, share) => sum + share, 0) / served.length;
    this.#needOfWeek = served.length < LEAST_DAYS_OF_WEEK ? 0 : Math.ceil(rules.kindsPerWeek * mean);
    this.#weight = 1 / eaters.length;
  }

  /** Adds grams of a food on a day; how many kinds the day and the week have more by that is what `total` tells. */
  add(day: number, code: number, grams: number): void {
    const at = day * this.#codes + code;
    const before = this.#grams[at] ?? 0;
    this.#grams[at] = before + grams;
    const more = Number(before + grams >= this.#least) - Number(before >= this.#least);
    if (more === 0) return;
    this.#ofDay[day] = (this.#ofDay[day] ?? 0) + more;
    const days = this.#onDays[code] ?? 0;
    this.#onDays[code] = days + more;
    this.#ofWeek += Number(days + more > 0) - Number(days > 0);
  }

  /** Whether there are enough kinds without so many. */
  canSpare(day: number, fewer: number): boolean {
    return (this.#ofDay[day] ?? 0) - fewer >= (this.#need[day] ?? 0) && this.#ofWeek - fewer >= this.#needOfWeek;
  }

  costOfDay(day: number): number {
    const lacking = (this.#need[day] ?? 0) - (this.#ofDay[day] ?? 0);
    return lacking > 0 ? (lacking * kinds.weights.day * this.#weight) / this.#need.length : 0;
  }

  costOfWeek(): number {
    const lacking = this.#needOfWeek - this.#ofWeek;
    return lacking > 0 ? lacking * kinds.weights.week * this.#weight : 0;
  }

  total(): number {
    return this.#need.reduce((sum, _, day) => sum + this.costOfDay(day), this.costOfWeek());
  }
}

class MissingKinds implements Penalty {
  readonly #work: WorkBudget;
  readonly #dayOf: Int32Array;
  readonly #mealOf: Int32Array;
  readonly #takers: readonly (readonly EatenKinds[])[];
  readonly #all: readonly EatenKinds[];
  /** By course, numbers of its foods and their grams. */
  readonly #codes: readonly Int32Array[];
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
    this.#codes = courses.map((course) => Int32Array.from(course.kinds.keys(), (code) => numbers.get(code) ?? 0));
    this.#grams = courses.map((course) =>
      Float64Array.from(course.kinds.values(), (grams) => Math.round(grams * PARTS)),
    );
  }

  /** What missing kinds cost where the slot matters. */
  present(slot: number): number {
    const takers = this.#takers[(this.#mealOf[slot] ?? 0) % meals.length] ?? [];
    const day = this.#dayOf[slot] ?? 0;
    let present = 0;
    for (let index = 0; index < takers.length; index += 1) {
      const eaten = takers[index];
      if (eaten) present += eaten.costOfDay(day) + eaten.costOfWeek();
    }
    return present;
  }

  /** It is tried, and taken back. */
  delta(slot: number, from: number, to: number): number {
    const takers = this.#takers[(this.#mealOf[slot] ?? 0) % meals.length] ?? [];
    const day = this.#dayOf[slot] ?? 0;
    let delta = 0;
    const fewer = this.#codes[from]?.length ?? 0;
    for (const eaten of takers) {
      if (eaten.canSpare(day, fewer)) continue;
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
    const [codes, grams] = [this.#codes[course], this.#grams[course]];
    if (!codes || !grams) return;
    this.#work.spent += 2 * codes.length;
    for (let index = 0; index < codes.length; index += 1) {
      eaten.add(day, codes[index] ?? 0, (grams[index] ?? 0) * times);
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

/** Against the part of a whole day that the meals are. */
function judgeKinds({ days, week }: Level, group: MenuGroup, { problem, reach }: Planned): Unmet[] {
  const { rules, shares } = problem;
  const say = inLanguage(problem, texts);
  const judge = (found: number, whole: number, share: Ratio, day?: number): Unmet[] => {
    // Kinds are whole.
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
  const ofDays = days.map((one) => shareOf(one.meals, shares));
  const perDay = days.flatMap((one, index) => judge(one.kinds, rules.kindsPerDay, ofDays[index] ?? ZERO, one.day));
  if (days.length < LEAST_DAYS_OF_WEEK) return perDay;
  return [...judge(week.kinds, rules.kindsPerWeek, sumOf(ofDays).per(days.length)), ...perDay];
}
