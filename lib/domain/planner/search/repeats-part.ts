import { meals } from '../../meal.ts';
import { type Board, NOTHING } from '../board.ts';
import { MOST_DAYS_NEAR } from '../near.ts';
import { WEIGHTS } from '../weights.ts';

/** What empty places and meals cost, and dishes that come too soon or too often. */
export class Repeats {
  readonly #days: number;
  readonly #dayOf: Int32Array;
  readonly #mealOf: Int32Array;
  readonly #isRequired: Uint8Array;
  readonly #dishOf: Int32Array;
  readonly #apart: Int32Array;
  readonly #most: Float64Array;
  /** By dish, how many days there are with those near by; and on how many of these it is served near by. */
  readonly #width: number;
  readonly #near: Int32Array;
  /** By dish, how often it is served near by in the menu's week. */
  readonly #inWeek: Int32Array;
  /** By dish and day, and by dish, how often it is served; by meal of the menu, how many dishes it has. */
  readonly #onDay: Int32Array;
  readonly #times: Int32Array;
  readonly #inMeal: Int32Array;
  readonly #isServed: Uint8Array;
  /** What one repetition costs. */
  weight: number = WEIGHTS.repeat;
  /** Places and meals that are empty, and repetitions. */
  #lacking: number;
  #broken = 0;
  #empty = 0;

  constructor({ days, dayOf, mealOf, isRequired, courses, dishOf, places, near }: Board) {
    const dishes = Math.max(...dishOf) + 1;
    this.#days = days;
    this.#dayOf = dayOf;
    this.#mealOf = mealOf;
    this.#isRequired = isRequired;
    this.#dishOf = dishOf;
    this.#apart = Int32Array.from(courses, ({ daysApart }) => daysApart);
    this.#most = Float64Array.from(courses, ({ most }) => most);
    this.#width = days + 2 * MOST_DAYS_NEAR;
    this.#near = new Int32Array(dishes);
    this.#inWeek = new Int32Array(dishes);
    this.#onDay = new Int32Array(dishes * this.#width);
    this.#times = new Int32Array(dishes);
    this.#inMeal = new Int32Array(days * meals.length);
    this.#isServed = new Uint8Array(days * meals.length);
    for (const place of places.keys()) this.#isServed[mealOf[place] ?? 0] = 1;
    for (const { dish, day, isInWeek } of near) {
      if (isInWeek) this.#inWeek[dish] = (this.#inWeek[dish] ?? 0) + 1;
      if (day < -MOST_DAYS_NEAR || day >= days + MOST_DAYS_NEAR) continue;
      this.#near[dish] = (this.#near[dish] ?? 0) + 1;
      this.#onDay[this.#at(dish, day)] = (this.#onDay[this.#at(dish, day)] ?? 0) + 1;
    }
    this.#empty = isRequired.reduce((sum, one) => sum + one, 0);
    this.#lacking = this.#empty + this.#isServed.reduce((sum, one) => sum + one, 0);
  }

  #at(dish: number, day: number): number {
    return dish * this.#width + day + MOST_DAYS_NEAR;
  }

  /** What is broken now: the most that a change can save. */
  get present(): number {
    return this.#lacking * WEIGHTS.template + this.#broken * this.weight;
  }

  change(place: number, from: number, to: number): number {
    return this.#moreLacking(place, from, to) * WEIGHTS.template + this.#moreBroken(place, from, to) * this.weight;
  }

  #moreBroken(place: number, from: number, to: number): number {
    const [a, b] = [this.#dishOf[from] ?? 0, this.#dishOf[to] ?? 0];
    if (a === b) return 0;
    const day = this.#dayOf[place] ?? 0;
    const less = from === NOTHING ? 0 : this.#countFor(from, a, day, 1);
    return to === NOTHING ? -less : this.#countFor(to, b, day, 0) - less;
  }

  #moreLacking(place: number, from: number, to: number): number {
    const filled = Number(to !== NOTHING) - Number(from !== NOTHING);
    if (filled === 0) return 0;
    const others = (this.#inMeal[this.#mealOf[place] ?? 0] ?? 0) - Number(from !== NOTHING);
    return -filled * ((this.#isRequired[place] ?? 0) + Number(others === 0));
  }

  /** How many repetitions one serving of the dish makes, beside those that are there already but for `own`. */
  #countFor(course: number, dish: number, day: number, own: number): number {
    const times = (this.#times[dish] ?? 0) - own;
    const beyond = Number(times + (this.#inWeek[dish] ?? 0) >= (this.#most[course] ?? 0));
    const apart = this.#apart[course] ?? 0;
    if (times + (this.#near[dish] ?? 0) === 0 || apart === 0) return beyond;
    let near = -own;
    const last = this.#at(dish, day + apart - 1);
    for (let at = this.#at(dish, day - apart + 1); at <= last; at += 1) near += this.#onDay[at] ?? 0;
    return beyond + near;
  }

  set(place: number, from: number, to: number): void {
    this.#lacking += this.#moreLacking(place, from, to);
    this.#broken += this.#moreBroken(place, from, to);
    this.#count(place, from, -1);
    this.#count(place, to, 1);
  }

  #count(place: number, course: number, more: number): void {
    if (course === NOTHING) return;
    const [dish, day, meal] = [this.#dishOf[course] ?? 0, this.#dayOf[place] ?? 0, this.#mealOf[place] ?? 0];
    const before = this.#times[dish] ?? 0;
    this.#times[dish] = before + more;
    this.#onDay[this.#at(dish, day)] = (this.#onDay[this.#at(dish, day)] ?? 0) + more;
    this.#inMeal[meal] = (this.#inMeal[meal] ?? 0) + more;
    this.#empty -= more * (this.#isRequired[place] ?? 0);
  }

  /** Of the courses that stand at the places. */
  total(): number {
    const emptyMeals = this.#isServed.reduce(
      (sum, one, meal) => sum + Number(one === 1 && this.#inMeal[meal] === 0),
      0,
    );
    let repeats = 0;
    const seen = new Set<number>();
    for (const [course, dish] of this.#dishOf.entries()) {
      if (course === NOTHING || seen.has(dish)) continue;
      seen.add(dish);
      const left = Math.max(0, (this.#most[course] ?? 0) - (this.#inWeek[dish] ?? 0));
      repeats += Math.max(0, (this.#times[dish] ?? 0) - left);
      repeats += this.#pairsOf(dish, this.#apart[course] ?? 0);
    }
    return WEIGHTS.template * (this.#empty + emptyMeals) + this.weight * repeats;
  }

  /** Pairs of servings that are too near to each other, of which at least one is the menu's. */
  #pairsOf(dish: number, apart: number): number {
    if (apart === 0) return 0;
    let pairs = 0;
    for (let day = 0; day < this.#days; day += 1) {
      const here = this.#onDay[this.#at(dish, day)] ?? 0;
      if (here === 0) continue;
      pairs += (here * (here - 1)) / 2;
      // Of the menu's own days those that follow, lest a pair be counted twice.
      for (let other = day - apart + 1; other < day + apart; other += 1) {
        if (other < 0 || other > day) pairs += here * (this.#onDay[this.#at(dish, other)] ?? 0);
      }
    }
    return pairs;
  }
}
