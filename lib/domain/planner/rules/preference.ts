import { DAYS_OF_WEEK } from '../../values/calendar.ts';
import { USUAL_LIKING } from '../candidates.ts';
import type { Model } from '../model.ts';
import { UNLIMITED } from '../repetition-limits.ts';
import type { Term } from '../search/penalty.ts';
import { tuned } from '../search/tuned.ts';
import { calculateAverageCost, listAverageCostBySlot } from './cost.ts';
import type { Rule } from './rule.ts';

/**
 * Prefers dishes with commonly used foods, and dishes that the weeks before and after do not serve. With each week of distance a
 * serving counts half as much. `unmet` does not report that dishes are not preferred.
 */
export const preferenceRule = {
  weights: {
    /** The cost if no dish has commonly used foods: 5 % of that of a menu of average dishes. It was chosen, not measured. */
    uncommon: tuned(0.05, [0, 1]),
    /** The cost if all dishes come once in an adjacent week. A full-board cycle (library, ages 3 to 5): with 0.25 it has 218 different dishes, with 1 it has 232. */
    repeatedWeek: tuned(1, [0, 10]),
  },
  createCostTerm: (model) => createLinearTerm(listServingValues(model), new Float64Array(model.slots.length).fill(1)),
} satisfies Rule;

/** Prefers dishes that are liked. `unmet` does not report dishes that are not. */
export const likingRule = {
  weights: {
    /**
     * Added to the objective for a dish that is liked a point (of 0 to 5) less than usual, as a fraction of its slot's part of the budget. Without a
     * budget it is a fraction of the mean cost of the slot's options. For a dish that is liked more than usual it is below 0. The
     * number was chosen, not measured.
     */
    point: tuned(0.1, [0, 1]),
  },
  createCostTerm: (model) => {
    const pointsBelowUsualByCandidate = Float64Array.from(model.candidates, ({ liking }) => USUAL_LIKING - liking);
    return createLinearTerm(pointsBelowUsualByCandidate, listLikingWeights(model));
  },
} satisfies Rule;

/** Makes a term to which each serving adds the value of its candidate, times the weight of its slot. */
function createLinearTerm(valueByCandidate: Float64Array, weightBySlot: Float64Array): Term {
  let presentSum = 0;
  const delta = (slot: number, from: number, to: number) =>
    ((valueByCandidate[to] ?? 0) - (valueByCandidate[from] ?? 0)) * (weightBySlot[slot] ?? 0);
  const apply = (slot: number, from: number, to: number) => {
    presentSum += delta(slot, from, to);
  };
  return { delta, apply, total: () => presentSum };
}

/** Lists by candidate what a serving of it adds to the objective: 0 for a preferred dish. */
function listServingValues({ candidates, dishByCandidate, adjacentServings, slots, dayCount }: Model): Float64Array {
  const { uncommon, repeatedWeek } = preferenceRule.weights;
  // By dish, the weight of its adjacent servings: each has 1 in the weeks beside the menu, and half as much with each further week.
  const nearnessByDish = new Float64Array(Math.max(...dishByCandidate) + 1);
  for (const { dishNumber: dish, dayIndex } of adjacentServings) {
    const weeksAway = Math.ceil((dayIndex < 0 ? -dayIndex : dayIndex - dayCount + 1) / DAYS_OF_WEEK);
    nearnessByDish[dish] = (nearnessByDish[dish] ?? 0) + 2 ** (1 - weeksAway);
  }
  return Float64Array.from(candidates, ({ isUncommon, maxPerWeek }, candidate) => {
    // A dish without a maximum may come in all weeks.
    const nearness = maxPerWeek < UNLIMITED ? (nearnessByDish[dishByCandidate[candidate] ?? 0] ?? 0) : 0;
    return ((isUncommon ? uncommon : 0) + nearness * repeatedWeek) / Math.max(1, slots.length);
  });
}

/** Lists by slot the weight of a point of liking, in the unit of the objective: the cost of a menu of average dishes. */
export function listLikingWeights(model: Model): Float64Array {
  const { budget, liking: likingFactor } = model.rules;
  const averageYuan = calculateAverageCost(model);
  // A menu of average dishes may cost far more or less than the budget. A point is a fraction of the budget.
  const budgetPerAverage = budget && averageYuan > 0 ? Number(budget.max) / averageYuan : 1;
  // The setting is 1, or 0 to turn the rule off.
  const pointWeight = likingFactor * likingRule.weights.point * budgetPerAverage;
  // Without prices there is no average cost, and all slots count the same.
  return Float64Array.from(listAverageCostBySlot(model), (yuan) =>
    averageYuan > 0 ? (yuan / averageYuan) * pointWeight : pointWeight / model.slots.length,
  );
}
