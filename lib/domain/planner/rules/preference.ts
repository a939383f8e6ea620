import { DAYS_OF_WEEK } from '../../values/calendar.ts';
import type { Model } from '../model.ts';
import { UNLIMITED } from '../repetition-limits.ts';
import { tuned } from '../search/tuned.ts';
import { LinearTerm } from './linear-term.ts';
import type { Rule } from './rule.ts';

/**
 * Prefers dishes with commonly used foods, and dishes that the weeks before and after do not serve. With each week of distance a
 * serving counts half as much. `unmet` does not report it.
 */
export const preferenceRule = {
  weights: {
    /** The cost of a plan whose dishes all lack commonly used foods: 5 % of the money. The number was chosen, not measured. */
    uncommon: tuned(0.05, [0, 1]),
    /**
     * The cost of a plan whose dishes all come once in an adjacent week. With 0.25 the library's full board for 3 to 5 years has 218
     * different dishes in four weeks, with 1 it has 232.
     */
    repeatedWeek: tuned(1, [0, 10]),
  },
  createCostTerm: (model) => new LinearTerm(listServingCosts(model), new Float64Array(model.slots.length).fill(1)),
} satisfies Rule;

/** Lists by candidate the cost of a serving. It is 0 for a preferred dish. */
function listServingCosts({ candidates, dishByCandidate, adjacentServings, slots, dayCount }: Model): Float64Array {
  const { uncommon, repeatedWeek } = preferenceRule.weights;
  // By dish, the number of its adjacent servings, each halved with every week of its distance.
  const nearnessByDish = new Float64Array(Math.max(...dishByCandidate) + 1);
  for (const { dish, day } of adjacentServings) {
    const weeksAway = Math.ceil((day < 0 ? -day : day - dayCount + 1) / DAYS_OF_WEEK);
    nearnessByDish[dish] = (nearnessByDish[dish] ?? 0) + 2 ** (1 - weeksAway);
  }
  return Float64Array.from(candidates, ({ isUncommon, maxPerWeek }, candidate) => {
    // A dish without a limit may come in all weeks.
    const nearness = maxPerWeek < UNLIMITED ? (nearnessByDish[dishByCandidate[candidate] ?? 0] ?? 0) : 0;
    return ((isUncommon ? uncommon : 0) + nearness * repeatedWeek) / Math.max(1, slots.length);
  });
}
