import type { Board } from '../board.ts';
import { WEIGHTS } from '../weights.ts';

/** Something that is not to come too often: its name by course, how often in a day and in all, and what once more costs. */
interface Bound {
  readonly names: readonly (string | undefined)[];
  readonly perDay: number;
  readonly inAll: number;
  readonly weight: number;
}

const NAMELESS = -1;

/** Counts the names of courses by day and in all. */
class Counts {
  readonly #days: number;
  readonly #perDay: number;
  readonly #inAll: number;
  readonly #weight: number;
  /** By course, the number of its name. */
  readonly #nameOf: Int32Array;
  readonly #onDay: Int32Array;
  readonly #all: Int32Array;
  /** How often a bound is passed. */
  #passed = 0;

  constructor(days: number, { names, perDay, inAll, weight }: Bound) {
    const told = [...new Set(names.filter((name) => name !== undefined))];
    const numbers = new Map(told.map((name, index) => [name, index]));
    this.#days = days;
    this.#perDay = perDay;
    this.#inAll = inAll;
    this.#weight = weight;
    this.#nameOf = Int32Array.from(names, (name) => numbers.get(name ?? '') ?? NAMELESS);
    this.#onDay = new Int32Array(told.length * days);
    this.#all = new Int32Array(told.length);
  }

  /** What is passed now. */
  get present(): number {
    return this.#passed * this.#weight;
  }

  change(day: number, from: number, to: number): number {
    return this.#more(day, from, to) * this.#weight;
  }

  #more(day: number, from: number, to: number): number {
    const [gone, added] = [this.#nameOf[from] ?? NAMELESS, this.#nameOf[to] ?? NAMELESS];
    if (gone === added) return 0;
    let change = 0;
    if (gone !== NAMELESS) change -= this.#beyond(gone, day, 0);
    if (added !== NAMELESS) change += this.#beyond(added, day, 1);
    return change;
  }

  /** Of the last serving, or of `more` ones, how many bounds it passes. */
  #beyond(name: number, day: number, more: number): number {
    const isInAll = (this.#all[name] ?? 0) + more > this.#inAll;
    return Number(isInAll) + Number((this.#onDay[name * this.#days + day] ?? 0) + more > this.#perDay);
  }

  set(day: number, from: number, to: number): void {
    this.#passed += this.#more(day, from, to);
    this.#count(day, from, -1);
    this.#count(day, to, 1);
  }

  #count(day: number, course: number, more: number): void {
    const name = this.#nameOf[course] ?? NAMELESS;
    if (name === NAMELESS) return;
    const at = name * this.#days + day;
    this.#onDay[at] = (this.#onDay[at] ?? 0) + more;
    this.#all[name] = (this.#all[name] ?? 0) + more;
  }

  total(): number {
    const beyond = (counts: Int32Array, most: number) =>
      counts.reduce((sum, count) => sum + Math.max(0, count - most), 0);
    return (beyond(this.#onDay, this.#perDay) + beyond(this.#all, this.#inAll)) * this.#weight;
  }
}

/** What it costs that main ingredients, ways of cooking and fried dishes come too often. */
export class Sameness {
  /** How many times all of it counts. */
  weight = 1;
  readonly #dayOf: Int32Array;
  readonly #mains: Counts;
  readonly #methods: Counts;
  readonly #fried: Counts;

  constructor({ days, rules, courses, dayOf }: Board) {
    const any = Number.MAX_SAFE_INTEGER;
    this.#dayOf = dayOf;
    this.#mains = new Counts(days, {
      names: courses.map(({ main }) => main),
      perDay: rules.mainPerDay,
      inAll: rules.mainPerWeek,
      weight: WEIGHTS.main,
    });
    this.#methods = new Counts(days, {
      names: courses.map(({ method }) => method || undefined),
      perDay: rules.methodPerDay,
      inAll: any,
      weight: WEIGHTS.method,
    });
    this.#fried = new Counts(days, {
      names: courses.map(({ isFried }) => (isFried ? 'fried' : undefined)),
      perDay: any,
      inAll: rules.friedPerWeek,
      weight: WEIGHTS.fried,
    });
  }

  /** What is broken now: the most that a change can save. */
  get present(): number {
    return (this.#mains.present + this.#methods.present + this.#fried.present) * this.weight;
  }

  change(place: number, from: number, to: number): number {
    const day = this.#dayOf[place] ?? 0;
    const change = this.#mains.change(day, from, to) + this.#methods.change(day, from, to);
    return (change + this.#fried.change(day, from, to)) * this.weight;
  }

  set(place: number, from: number, to: number): void {
    const day = this.#dayOf[place] ?? 0;
    for (const counts of [this.#mains, this.#methods, this.#fried]) {
      counts.set(day, from, to);
    }
  }

  total(): number {
    return (this.#mains.total() + this.#methods.total() + this.#fried.total()) * this.weight;
  }
}
