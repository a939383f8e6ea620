import { meals } from '../../meal.ts';
import type { Board } from '../board.ts';
import { WEIGHTS } from '../weights.ts';

/** What it costs that lunches have too few dishes of dark vegetables. */
export class Dark {
  /** How many times it counts. */
  weight = 1;
  readonly #least: number;
  /** By place, the day of its lunch; other places have none. */
  readonly #lunchOf: Int32Array;
  readonly #isDark: Uint8Array;
  readonly #served: Int32Array;
  readonly #isLunch: Uint8Array;
  #lacking = 0;

  constructor({ days, rules, courses, dayOf, mealOf }: Board) {
    const lunch = meals.indexOf('lunch');
    this.#least = rules.darkAtLunch;
    this.#lunchOf = Int32Array.from(mealOf, (meal, place) =>
      meal % meals.length === lunch ? (dayOf[place] ?? 0) : -1,
    );
    this.#isDark = Uint8Array.from(courses, ({ isDark }) => Number(isDark));
    this.#served = new Int32Array(days);
    this.#isLunch = new Uint8Array(days);
    for (const day of this.#lunchOf) if (day >= 0) this.#isLunch[day] = 1;
    this.#lacking = this.#isLunch.reduce((sum, one) => sum + one * this.#least, 0);
  }

  /** What is lacking now: the most that a change can save. */
  get present(): number {
    return this.#lacking * WEIGHTS.dark * this.weight;
  }

  change(place: number, from: number, to: number): number {
    return this.#moreLacking(place, from, to) * WEIGHTS.dark * this.weight;
  }

  #moreLacking(place: number, from: number, to: number): number {
    const day = this.#lunchOf[place] ?? -1;
    const more = (this.#isDark[to] ?? 0) - (this.#isDark[from] ?? 0);
    if (day < 0 || more === 0) return 0;
    const served = this.#served[day] ?? 0;
    return Math.max(0, this.#least - served - more) - Math.max(0, this.#least - served);
  }

  set(place: number, from: number, to: number): void {
    const day = this.#lunchOf[place] ?? -1;
    if (day < 0) return;
    this.#lacking += this.#moreLacking(place, from, to);
    this.#served[day] = (this.#served[day] ?? 0) + (this.#isDark[to] ?? 0) - (this.#isDark[from] ?? 0);
  }

  total(): number {
    const lacking = this.#served.map((served, day) => (this.#isLunch[day] ?? 0) * Math.max(0, this.#least - served));
    return lacking.reduce((sum, one) => sum + one, 0) * WEIGHTS.dark * this.weight;
  }
}
