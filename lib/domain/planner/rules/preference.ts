import type { Model } from '../model.ts';
import type { Term } from '../search/penalty.ts';
import { tuned } from '../search/tuned.ts';
import { UNLIMITED } from '../traits.ts';
import type { Rule } from './rule.ts';

/**
 * Prefers dishes with commonly used foods, and dishes that the weeks before and after do not serve. With each week of distance a
 * serving counts half as much. `unmet` does not report it.
 */
export const preferenceRule = {
  weights: {
    /** The cost of a plan whose dishes all lack commonly used foods: 5 % of the money. It was chosen, not measured. */
    uncommon: tuned(0.05, [0, 1]),
    /** The cost of a plan whose dishes all come once in an adjacent week. With less, all weeks of a cycle are alike. */
    repeatedWeek: tuned(0.25, [0, 1]),
  },
  createCostTerm: (model) => new PreferenceTerm(model),
} satisfies Rule;

const DAYS_OF_WEEK = 7;

/** The cost of servings that are not preferred. */
class PreferenceTerm implements Term {
  /** By candidate, the cost of one serving. */
  readonly #costs: Float64Array;
  #sum = 0;

  constructor({ candidates, dishByCandidate, adjacentServings, slots, dayCount }: Model) {
    const { uncommon, repeatedWeek } = preferenceRule.weights;
    const slotCount = Math.max(1, slots.length);
    const servings = new Float64Array(Math.max(...dishByCandidate) + 1);
    for (const { dish, day } of adjacentServings) {
      const weeksAway = Math.ceil((day < 0 ? -day : day - dayCount + 1) / DAYS_OF_WEEK);
      servings[dish] = (servings[dish] ?? 0) + 2 ** (1 - weeksAway);
    }
    this.#costs = Float64Array.from(candidates, ({ isUncommon, max }, candidate) => {
      // A dish without a limit may come in all weeks.
      const repeated = max < UNLIMITED ? (servings[dishByCandidate[candidate] ?? 0] ?? 0) : 0;
      return ((isUncommon ? uncommon : 0) + repeated * repeatedWeek) / slotCount;
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
