import type { Model } from '../model.ts';
import type { Term } from '../search/penalty.ts';
import { tuned } from '../search/tuned.ts';
import type { Rule } from './rule.ts';

/** Dishes of commonly used foods are preferred, and dishes that no week near by serves. `unmet` does not report it. */
export const preference = {
  weights: {
    /** Every dish has nothing that is commonly used. A choice: 5 % of the money. */
    unusual: tuned(0.05, [0, 1]),
    /** Every dish is one that a week near by serves, and none is for every day. With less all weeks of a cycle are alike. */
    again: tuned(0.25, [0, 1]),
  },
  cost: (model) => new Preference(model),
} satisfies Rule;

class Preference implements Term {
  /** By course. */
  readonly #costs: Float64Array;
  #sum = 0;

  constructor({ courses, dishOf, nearDishes, slots }: Model) {
    const all = Math.max(1, slots.length);
    const again = new Set(nearDishes.map(({ dish }) => dish));
    this.#costs = Float64Array.from(courses, ({ isUnusual, daysApart }, course) => {
      const isAgain = daysApart > 1 && again.has(dishOf[course] ?? 0);
      return ((isUnusual ? preference.weights.unusual : 0) + (isAgain ? preference.weights.again : 0)) / all;
    });
  }

  delta(_slot: number, from: number, to: number): number {
    return (this.#costs[to] ?? 0) - (this.#costs[from] ?? 0);
  }

  apply(slot: number, from: number, to: number): void {
    this.#sum += this.delta(slot, from, to);
  }

  total(): number {
    return this.#sum;
  }
}
