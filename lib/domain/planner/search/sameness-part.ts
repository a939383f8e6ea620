import { meals } from '../../meal.ts';
import type { Board } from '../board.ts';
import { WEIGHTS } from '../weights.ts';

/** Something that may not come more often than that in a meal, on a day, or in all. */
interface Bound {
  /** By course, what is counted of it. */
  readonly names: readonly (readonly string[])[];
  /** By place, in which meal, day or all it is counted, and how many of these there are. */
  readonly spanOf: Int32Array;
  readonly spans: number;
  readonly most: number;
  /** What once more costs. */
  readonly weight: number;
}

/** Counts the names of courses by the spans of a bound. */
class Counts {
  readonly #spanOf: Int32Array;
  readonly #spans: number;
  readonly #most: number;
  readonly #weight: number;
  /** By course, the numbers of its names. */
  readonly #namesOf: readonly (readonly number[])[];
  readonly #times: Int32Array;
  /** How often the bound is passed. */
  #passed = 0;

  constructor({ names, spanOf, spans, most, weight }: Bound) {
    const told = [...new Set(names.flat())];
    const numbers = new Map(told.map((name, index) => [name, index]));
    this.#spanOf = spanOf;
    this.#spans = spans;
    this.#most = most;
    this.#weight = weight;
    this.#namesOf = names.map((some) => some.map((name) => numbers.get(name) ?? 0));
    this.#times = new Int32Array(told.length * spans);
  }

  /** What is passed now. */
  get present(): number {
    return this.#passed * this.#weight;
  }

  change(place: number, from: number, to: number): number {
    return this.#more(place, from, to) * this.#weight;
  }

  #more(place: number, from: number, to: number): number {
    const [gone, added] = [this.#namesOf[from] ?? [], this.#namesOf[to] ?? []];
    const span = this.#spanOf[place] ?? 0;
    let change = 0;
    for (const name of gone) {
      if (!added.includes(name) && (this.#times[name * this.#spans + span] ?? 0) > this.#most) change -= 1;
    }
    for (const name of added) {
      if (!gone.includes(name) && (this.#times[name * this.#spans + span] ?? 0) >= this.#most) change += 1;
    }
    return change;
  }

  set(place: number, from: number, to: number): void {
    this.#passed += this.#more(place, from, to);
    this.#count(place, from, -1);
    this.#count(place, to, 1);
  }

  #count(place: number, course: number, more: number): void {
    for (const name of this.#namesOf[course] ?? []) {
      const at = name * this.#spans + (this.#spanOf[place] ?? 0);
      this.#times[at] = (this.#times[at] ?? 0) + more;
    }
  }

  total(): number {
    return this.#times.reduce((sum, times) => sum + Math.max(0, times - this.#most), 0) * this.#weight;
  }
}

/** What it costs that main ingredients, ways of cooking and fried dishes come too often. */
export class Sameness {
  /** How many times all of it counts. */
  weight = 1;
  readonly #counts: readonly Counts[];

  constructor({ days, rules, courses, dayOf, mealOf }: Board) {
    const perMeal = { spanOf: mealOf, spans: days * meals.length };
    const perDay = { spanOf: dayOf, spans: days };
    const inAll = { spanOf: new Int32Array(dayOf.length), spans: 1 };
    const mains = courses.map(({ main }) => (main === undefined ? [] : [main]));
    const methods = courses.map(({ method }) => (method === '' ? [] : [method]));
    const fried = courses.map(({ isFried }) => (isFried ? ['fried'] : []));
    const { main, mainOfMeal, method, fried: ofFried } = WEIGHTS;
    this.#counts = [
      new Counts({
        names: courses.map((course) => course.mains),
        ...perMeal,
        most: rules.mainPerMeal,
        weight: mainOfMeal,
      }),
      new Counts({ names: mains, ...perDay, most: rules.mainPerDay, weight: main }),
      new Counts({ names: mains, ...inAll, most: rules.mainPerWeek, weight: main }),
      new Counts({ names: methods, ...perMeal, most: rules.methodPerMeal, weight: method }),
      new Counts({ names: methods, ...perDay, most: rules.methodPerDay, weight: method }),
      new Counts({ names: fried, ...inAll, most: rules.friedPerWeek, weight: ofFried }),
    ];
  }

  /** What is broken now: the most that a change can save. */
  get present(): number {
    return this.#counts.reduce((sum, counts) => sum + counts.present, 0) * this.weight;
  }

  change(place: number, from: number, to: number): number {
    let change = 0;
    for (const counts of this.#counts) change += counts.change(place, from, to);
    return change * this.weight;
  }

  set(place: number, from: number, to: number): void {
    for (const counts of this.#counts) counts.set(place, from, to);
  }

  total(): number {
    return this.#counts.reduce((sum, counts) => sum + counts.total(), 0) * this.weight;
  }
}
