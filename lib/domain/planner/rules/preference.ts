import type { Model } from '../model.ts';
import type { Term } from '../search/penalty.ts';
import { tuned } from '../search/tuned.ts';
import type { Rule } from './rule.ts';

/** Prefers dishes with commonly used foods, and dishes that no week near by serves. `unmet` does not report it. */
export const preference = {
  weights: {
    /** The cost of a plan whose dishes all lack commonly used foods. A choice: 5 % of the money. */
    unusual: tuned(0.05, [0, 1]),
    /** The cost of a plan whose dishes are all served in a week near by, none of them for every day. With less, all weeks of a cycle are alike. */
    servedNearby: tuned(0.25, [0, 1]),
  },
  cost: (model) => new Preference(model),
} satisfies Rule;

class Preference implements Term {
  /** By course, what one serving of it costs. */
  readonly #costs: Float64Array;
  #sum = 0;

  constructor({ courses, dishOf, nearDishes, slots }: Model) {
    const { unusual, servedNearby } = preference.weights;
    const slotCount = Math.max(1, slots.length);
    const dishesNearby = new Set(nearDishes.map(({ dish }) => dish));
    this.#costs = Float64Array.from(courses, ({ isUnusual, daysApart }, course) => {
      const isServedNearby = daysApart > 1 && dishesNearby.has(dishOf[course] ?? 0);
      return ((isUnusual ? unusual : 0) + (isServedNearby ? servedNearby : 0)) / slotCount;
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
