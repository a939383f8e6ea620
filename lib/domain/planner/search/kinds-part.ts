import { meals } from '../../meal.ts';
import type { Board } from '../board.ts';
import type { Eaters } from '../eaters.ts';
import { WEIGHTS } from '../weights.ts';
import type { Work } from './work.ts';

/** Least grams in a day that make a food one of its kinds. */
export const LEAST_GRAMS = 5;
/** Sums of grams are integers. */
const PARTS = 1e6;
/** A menu of fewer days is not asked for the kinds of a week. */
export const LEAST_DAYS_OF_WEEK = 5;

/** How many kinds of food some eat. */
class Eaten {
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

  constructor({ shares, groups }: Eaters, codes: number, { rules, eaters }: Board) {
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
  canSpare(day: number, kinds: number): boolean {
    return (this.#ofDay[day] ?? 0) - kinds >= (this.#need[day] ?? 0) && this.#ofWeek - kinds >= this.#needOfWeek;
  }

  costOfDay(day: number): number {
    const lacking = (this.#need[day] ?? 0) - (this.#ofDay[day] ?? 0);
    return lacking > 0 ? (lacking * WEIGHTS.kindOfDay * this.#weight) / this.#need.length : 0;
  }

  costOfWeek(): number {
    const lacking = this.#needOfWeek - this.#ofWeek;
    return lacking > 0 ? lacking * WEIGHTS.kindOfWeek * this.#weight : 0;
  }

  total(): number {
    return this.#need.reduce((sum, _, day) => sum + this.costOfDay(day), this.costOfWeek());
  }
}

/** What it costs that kinds of food are missing. */
export class Kinds {
  readonly #work: Work;
  readonly #dayOf: Int32Array;
  readonly #mealOf: Int32Array;
  readonly #takers: readonly (readonly Eaten[])[];
  readonly #all: readonly Eaten[];
  /** By course, numbers of its foods and their grams. */
  readonly #codes: readonly Int32Array[];
  readonly #grams: readonly Float64Array[];

  constructor(board: Board, work: Work) {
    const { courses, eaters } = board;
    const numbers = new Map(
      [...new Set(courses.flatMap(({ kinds }) => [...kinds.keys()]))].map((code, at) => [code, at]),
    );
    this.#work = work;
    this.#dayOf = board.dayOf;
    this.#mealOf = board.mealOf;
    this.#all = eaters.map((one) => new Eaten(one, numbers.size, board));
    this.#takers = meals.map((meal) => this.#all.filter((_, index) => eaters[index]?.meals.includes(meal)));
    this.#codes = courses.map(({ kinds }) => Int32Array.from(kinds.keys(), (code) => numbers.get(code) ?? 0));
    this.#grams = courses.map(({ kinds }) => Float64Array.from(kinds.values(), (grams) => Math.round(grams * PARTS)));
  }

  /** What missing kinds cost where the place matters: the most that a change there can save. */
  present(place: number): number {
    const takers = this.#takers[(this.#mealOf[place] ?? 0) % meals.length] ?? [];
    const day = this.#dayOf[place] ?? 0;
    let present = 0;
    for (let index = 0; index < takers.length; index += 1) {
      const eaten = takers[index];
      if (eaten) present += eaten.costOfDay(day) + eaten.costOfWeek();
    }
    return present;
  }

  /** It is tried, and taken back. */
  change(place: number, from: number, to: number): number {
    const takers = this.#takers[(this.#mealOf[place] ?? 0) % meals.length] ?? [];
    const day = this.#dayOf[place] ?? 0;
    let change = 0;
    const fewer = this.#codes[from]?.length ?? 0;
    for (const eaten of takers) {
      if (eaten.canSpare(day, fewer)) continue;
      change -= eaten.costOfDay(day) + eaten.costOfWeek();
      this.#add(eaten, day, from, -1);
      this.#add(eaten, day, to, 1);
      change += eaten.costOfDay(day) + eaten.costOfWeek();
      this.#add(eaten, day, to, -1);
      this.#add(eaten, day, from, 1);
    }
    return change;
  }

  #add(eaten: Eaten, day: number, course: number, times: number): void {
    const [codes, grams] = [this.#codes[course], this.#grams[course]];
    if (!codes || !grams) return;
    this.#work.spent += 2 * codes.length;
    for (let index = 0; index < codes.length; index += 1) {
      eaten.add(day, codes[index] ?? 0, (grams[index] ?? 0) * times);
    }
  }

  set(place: number, from: number, to: number): void {
    const day = this.#dayOf[place] ?? 0;
    for (const eaten of this.#takers[(this.#mealOf[place] ?? 0) % meals.length] ?? []) {
      this.#add(eaten, day, from, -1);
      this.#add(eaten, day, to, 1);
    }
  }

  total(): number {
    return this.#all.reduce((sum, eaten) => sum + eaten.total(), 0);
  }
}
