import type { Model } from '../model.ts';
import type { Term } from '../search/penalty.ts';
import type { Rule } from './rule.ts';

/** Dishes of commonly used foods are preferred, and such as no week near by serves. `unmet` says nothing of it. */
export const preference = {
  weights: {
    /** All dishes have nothing that is commonly used. */
    unusual: 0.05,
    /** All dishes are of a week near by, and not for every day: with less all weeks of a cycle are alike. */
    again: 0.25,
  },
  cost: (model) => new Preference(model),
} satisfies Rule;

class Preference implements Term {
  /** By course. */
  readonly #costs: Float64Array;
  #sum = 0;

  constructor({ courses, dishOf, near, slots }: Model) {
    const all = Math.max(1, slots.length);
    const again = new Set(near.map(({ dish }) => dish));
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
