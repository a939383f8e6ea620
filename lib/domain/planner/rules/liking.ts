import { USUAL_LIKING } from '../candidates.ts';
import type { Model } from '../model.ts';
import type { Term } from '../search/penalty.ts';
import { tuned } from '../search/tuned.ts';
import { findAverageCost, listMeanCosts } from './cost.ts';
import type { Rule } from './rule.ts';

/** Prefers dishes that are liked. `unmet` does not report it. */
export const likingRule = {
  weights: {
    /** A step of liking, as a fraction of the budget of its slot; without a budget, of its mean cost. It was chosen, not measured. */
    step: tuned(0.1, [0, 1]),
  },
  createCostTerm: (model) => new LikingTerm(model),
} satisfies Rule;

/** Lists by slot the weight of a step of liking. */
export function listLikingWeights(model: Model): Float64Array {
  const { budget, liking } = model.rules;
  const average = findAverageCost(model);
  const scale = budget && average > 0 ? Number(budget.max) / average : 1;
  const step = liking * likingRule.weights.step * scale;
  return Float64Array.from(listMeanCosts(model), (cost) =>
    average > 0 ? (cost / average) * step : step / model.slots.length,
  );
}

/** The cost of dishes that are liked less than usual. Dishes that are liked more have a cost below 0. */
class LikingTerm implements Term {
  /** By candidate, the steps by which it is liked less than usual. */
  readonly #steps: Float64Array;
  /** By slot, the cost of a step. */
  readonly #weights: Float64Array;
  #sum = 0;

  constructor(model: Model) {
    this.#steps = Float64Array.from(model.candidates, ({ liking }) => USUAL_LIKING - liking);
    this.#weights = listLikingWeights(model);
  }

  delta(slot: number, from: number, to: number): number {
    return ((this.#steps[to] ?? 0) - (this.#steps[from] ?? 0)) * (this.#weights[slot] ?? 0);
  }

  apply(slot: number, from: number, to: number): void {
    this.#sum += this.delta(slot, from, to);
  }

  total(): number {
    return this.#sum;
  }
}
