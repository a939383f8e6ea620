import { meals } from '../menu.ts';
import { type Board, NOTHING } from './board.ts';
import { WEIGHTS } from './weights.ts';

/** What empty places and meals cost, and dishes that come too soon or too often. */
export class Repeats {
  readonly #days: number;
  readonly #repeatDays: number;
  readonly #dayOf: Int32Array;
  readonly #mealOf: Int32Array;
  readonly #isRequired: Uint8Array;
  readonly #dishOf: Int32Array;
  readonly #isDaily: Uint8Array;
  readonly #most: Float64Array;
  /** By dish and day, and by dish, how often it is served; by meal of the menu, how many dishes it has. */
  readonly #onDay: Int32Array;
  readonly #times: Int32Array;
  readonly #inMeal: Int32Array;
  readonly #isServed: Uint8Array;
  /** What one repetition costs. */
  weight: number = WEIGHTS.repeat;
  #empty = 0;

  constructor({ days, rules, dayOf, mealOf, isRequired, courses, dishOf, places }: Board) {
    const dishes = Math.max(...dishOf) + 1;
    this.#days = days;
    this.#repeatDays = rules.repeatDays;
    this.#dayOf = dayOf;
    this.#mealOf = mealOf;
    this.#isRequired = isRequired;
    this.#dishOf = dishOf;
    this.#isDaily = Uint8Array.from(courses, (course) => Number(course.isDaily));
    this.#most = Float64Array.from(courses, ({ most }) => most);
    this.#onDay = new Int32Array(dishes * days);
    this.#times = new Int32Array(dishes);
    this.#inMeal = new Int32Array(days * meals.length);
    this.#isServed = new Uint8Array(days * meals.length);
    for (const place of places.keys()) this.#isServed[mealOf[place] ?? 0] = 1;
    this.#empty = isRequired.reduce((sum, one) => sum + one, 0);
  }

  change(place: number, from: number, to: number): number {
    let change = 0;
    if (from === NOTHING || to === NOTHING) change += this.#changeOfTemplate(place, from, to);
    const [a, b] = [this.#dishOf[from] ?? 0, this.#dishOf[to] ?? 0];
    if (a === b) return change;
    const day = this.#dayOf[place] ?? 0;
    if (from !== NOTHING) change -= this.#worth(from, a, day, 1);
    if (to !== NOTHING) change += this.#worth(to, b, day, 0);
    return change;
  }

  #changeOfTemplate(place: number, from: number, to: number): number {
    const filled = Number(to !== NOTHING) - Number(from !== NOTHING);
    const others = (this.#inMeal[this.#mealOf[place] ?? 0] ?? 0) - Number(from !== NOTHING);
    return -filled * WEIGHTS.template * ((this.#isRequired[place] ?? 0) + Number(others === 0));
  }

  /** What one serving of the dish costs, beside those that are there already but for `own`. */
  #worth(course: number, dish: number, day: number, own: number): number {
    const times = (this.#times[dish] ?? 0) - own;
    const worth = times >= (this.#most[course] ?? 0) ? this.weight : 0;
    if (times === 0 || this.#isDaily[course] === 1) return worth;
    const [first, last] = [
      Math.max(0, day - this.#repeatDays + 1),
      Math.min(this.#days - 1, day + this.#repeatDays - 1),
    ];
    let near = first > last ? 0 : -own;
    for (let other = first; other <= last; other += 1) near += this.#onDay[dish * this.#days + other] ?? 0;
    return worth + near * this.weight;
  }

  set(place: number, from: number, to: number): void {
    this.#count(place, from, -1);
    this.#count(place, to, 1);
  }

  #count(place: number, course: number, more: number): void {
    if (course === NOTHING) return;
    const [dish, day, meal] = [this.#dishOf[course] ?? 0, this.#dayOf[place] ?? 0, this.#mealOf[place] ?? 0];
    const before = this.#times[dish] ?? 0;
    this.#times[dish] = before + more;
    this.#onDay[dish * this.#days + day] = (this.#onDay[dish * this.#days + day] ?? 0) + more;
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
      repeats += Math.max(0, (this.#times[dish] ?? 0) - (this.#most[course] ?? 0));
      if (this.#isDaily[course] === 0) repeats += this.#pairsOf(dish);
    }
    return WEIGHTS.template * (this.#empty + emptyMeals) + this.weight * repeats;
  }

  /** Pairs of servings that are too near to each other. */
  #pairsOf(dish: number): number {
    let pairs = 0;
    for (let day = 0; day < this.#days; day += 1) {
      const here = this.#onDay[dish * this.#days + day] ?? 0;
      if (this.#repeatDays > 0) pairs += (here * (here - 1)) / 2;
      const end = Math.min(this.#days, day + this.#repeatDays);
      for (let other = day + 1; other < end; other += 1) pairs += here * (this.#onDay[dish * this.#days + other] ?? 0);
    }
    return pairs;
  }
}
