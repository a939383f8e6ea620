import { type Board, NOTHING } from '../board.ts';
import type { Fault, Replacement } from './faults.ts';

/** By course, the number of what it has in common with others; 0: nothing. */
type Names = Int32Array;

/** Tells what would come too often. Menus are small: what stands is counted anew each time. */
export class SamenessFaults {
  readonly #board: Board;
  readonly #before: Int32Array;
  /** By course. */
  readonly #mains: Names;
  readonly #methods: Names;
  readonly #fried: Names;

  constructor(board: Board, stand: Int32Array) {
    const { courses } = board;
    this.#board = board;
    this.#before = stand;
    this.#mains = numbered(courses.map(({ main = '' }) => main));
    this.#methods = numbered(courses.map(({ method }) => method));
    this.#fried = numbered(courses.map(({ isFried }) => (isFried ? 'fried' : '')));
  }

  /** What comes too often by this one of the replacements after which `after` stands. */
  of(after: Int32Array, { place, to }: Replacement): Fault[] {
    const course = this.#board.courses[to];
    if (to === NOTHING || !course) return [];
    const { rules } = this.#board;
    const day = this.#board.dayOf[place] ?? 0;
    const isMore = (names: Names, most: number, on?: number) => this.#isMore(names, after, to, most, on);
    const { main, method } = course;
    const faults: Fault[] = [];
    const { dish } = course;
    if (this.#isTwiceInMeal(after, place, to)) faults.push({ rule: 'repeat', dish, isInMeal: true });
    else if (this.#isRepeated(after, to)) faults.push({ rule: 'repeat', dish });
    if (isMore(this.#board.dishOf, course.most)) faults.push({ rule: 'perWeek', dish });
    if (main !== undefined && isMore(this.#mains, rules.mainPerDay, day)) {
      faults.push({ rule: 'main', of: main, day: day + 1 });
    }
    if (main !== undefined && isMore(this.#mains, rules.mainPerWeek)) faults.push({ rule: 'main', of: main });
    if (isMore(this.#methods, rules.methodPerDay, day)) faults.push({ rule: 'method', of: method, day: day + 1 });
    if (isMore(this.#fried, rules.friedPerWeek)) faults.push({ rule: 'fried' });
    return faults;
  }

  #isMore(names: Names, after: Int32Array, to: number, most: number, day?: number): boolean {
    const name = names[to] ?? 0;
    if (name === 0 || most >= after.length) return false;
    const count = this.#count(names, after, name, day);
    return count > most && count > this.#count(names, this.#before, name, day);
  }

  #count(names: Names, stand: Int32Array, name: number, day: number | undefined): number {
    const { dayOf } = this.#board;
    let count = 0;
    for (let place = 0; place < stand.length; place += 1) {
      if (names[stand[place] ?? NOTHING] === name && (day === undefined || dayOf[place] === day)) count += 1;
    }
    return count;
  }

  #isTwiceInMeal(after: Int32Array, place: number, to: number): boolean {
    const { mealOf } = this.#board;
    for (let other = 0; other < after.length; other += 1) {
      if (other !== place && mealOf[other] === mealOf[place] && this.#isDish(after, other, to)) return true;
    }
    return false;
  }

  #isRepeated(after: Int32Array, to: number): boolean {
    const { courses, rules } = this.#board;
    if (courses[to]?.isDaily || rules.repeatDays === 0) return false;
    const repetitions = this.#repetitions(after, to);
    return repetitions > 0 && repetitions > this.#repetitions(this.#before, to);
  }

  /** How many pairs of places with the dish are nearer to each other than it may come again. */
  #repetitions(stand: Int32Array, to: number): number {
    const { dayOf, rules } = this.#board;
    let pairs = 0;
    for (let place = 0; place < stand.length; place += 1) {
      if (!this.#isDish(stand, place, to)) continue;
      for (let other = place + 1; other < stand.length; other += 1) {
        if (!this.#isDish(stand, other, to)) continue;
        pairs += Number(Math.abs((dayOf[place] ?? 0) - (dayOf[other] ?? 0)) < rules.repeatDays);
      }
    }
    return pairs;
  }

  #isDish(stand: Int32Array, place: number, to: number): boolean {
    const { dishOf } = this.#board;
    return dishOf[stand[place] ?? NOTHING] === dishOf[to];
  }
}

function numbered(names: readonly string[]): Names {
  const numbers = new Map(['', ...names].map((name, index) => [name, index]));
  return Int32Array.from(names, (name) => (name === '' ? 0 : (numbers.get(name) ?? 0)));
}
