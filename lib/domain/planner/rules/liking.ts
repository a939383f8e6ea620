import { USUAL_LIKING } from '../candidates.ts';
import type { Model } from '../model.ts';
import { tuned } from '../search/tuned.ts';
import { findAverageCost, listAverageCostBySlot } from './cost.ts';
import { LinearTerm } from './linear-term.ts';
import type { Rule } from './rule.ts';

/** Prefers dishes that are liked. `unmet` does not report it. */
export const likingRule = {
  weights: {
    /**
     * The cost of a dish that is liked a step (of 0 to 5) less than usual, as a fraction of its slot's part of the budget. Without a
     * budget it is a fraction of the mean cost of the slot's options. A dish that is liked more than usual has a cost below 0. The
     * number was chosen, not measured.
     */
    step: tuned(0.1, [0, 1]),
  },
  createCostTerm: (model) => {
    const stepsBelowUsualByCandidate = Float64Array.from(model.candidates, ({ liking }) => USUAL_LIKING - liking);
    return new LinearTerm(stepsBelowUsualByCandidate, listLikingWeights(model));
  },
} satisfies Rule;

/** Lists by slot the weight of a step of liking, in the unit of the objective: the cost of a menu of average dishes. */
export function listLikingWeights(model: Model): Float64Array {
  const { budget, liking } = model.rules;
  const averageCost = findAverageCost(model);
  // A menu of average dishes may cost far more or less than the budget. A step is a fraction of the budget.
  const scale = budget && averageCost > 0 ? Number(budget.max) / averageCost : 1;
  const stepWeight = liking * likingRule.weights.step * scale;
  // Without prices there is no average cost, and all slots count the same.
  return Float64Array.from(listAverageCostBySlot(model), (cost) =>
    averageCost > 0 ? (cost / averageCost) * stepWeight : stepWeight / model.slots.length,
  );
}
