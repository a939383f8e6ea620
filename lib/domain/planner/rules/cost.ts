import { MAX_NAMED } from '../../analysis/findings.ts';
import { kitchenName } from '../../ingredient/food.ts';
import { exactNumber } from '../../values/output.ts';
import { type Ratio, ratio } from '../../values/ratio.ts';
import type { PlannedMenu, Unmet } from '../answer.ts';
import { cached } from '../cached.ts';
import { toMenuCost } from '../menu-cost.ts';
import { EMPTY, type Model } from '../model.ts';
import type { Term } from '../search/penalty.ts';
import { tuned } from '../search/tuned.ts';
import { withBestCase } from './best-case.ts';
import { inLanguage, joinNames } from './phrases.ts';
import type { Rule } from './rule.ts';

/** A menu costs little, and no more than its budget. Below the minimum of the budget nothing is gained. */
export const costRule = {
  weights: {
    /** A menu of average dishes costs 1: this is the unit of all weights. */
    money: 1,
    /**
     * The penalty for exceeding the budget by the cost of a menu of average dishes. It does not depend on the budget: otherwise a
     * budget of 1 yuan would count more than the standard, and a week would lack calcium.
     */
    budget: tuned(40, [1, 1000]),
  },
  createCostTerm: (model) => new CostTerm(model),
  listUnmet: (menu) => [judgeCost(menu)],
} satisfies Rule;

/** Sums of money are whole billionths of a yuan, so that adding and taking away leaves no rounding error. */
const BILLIONTHS_PER_YUAN = 1e9;

class CostTerm implements Term {
  readonly #mealIndexBySlot: Int32Array;
  /** By index of the meal in `meals` and by candidate, its cost per head and day, in billionths of a yuan. */
  readonly #costByCandidateByMeal: readonly Float64Array[];
  /** The bounds of the budget, in billionths of a yuan as all costs of this class. Without a budget they are 0 and infinity. */
  readonly #minBudget: number;
  readonly #maxBudget: number;
  /** The cost of a menu of average dishes: the unit of the objective. */
  readonly #averageCost: number;
  /** The cost of the present plan. */
  #presentCost = 0;

  constructor(model: Model) {
    const { mealIndexBySlot, candidates, costWeightByMeal, rules } = model;
    this.#mealIndexBySlot = mealIndexBySlot;
    this.#costByCandidateByMeal = costWeightByMeal.map((weight) =>
      Float64Array.from(candidates, ({ yuan }) => Math.round(yuan * weight * BILLIONTHS_PER_YUAN)),
    );
    const { min = 0, max = Number.POSITIVE_INFINITY } = rules.budget ?? {};
    this.#minBudget = Number(min) * BILLIONTHS_PER_YUAN;
    this.#maxBudget = Number(max) * BILLIONTHS_PER_YUAN;
    // Without prices all costs are 0, and 0 / 0 would make NaN of the objective.
    this.#averageCost = calculateAverageCost(model) * BILLIONTHS_PER_YUAN || 1;
  }

  delta(slot: number, from: number, to: number): number {
    const newCost = this.#presentCost + this.#costChange(slot, from, to);
    return this.#toObjectiveValue(newCost) - this.#toObjectiveValue(this.#presentCost);
  }

  #costChange(slot: number, from: number, to: number): number {
    const costByCandidate = this.#costByCandidateByMeal[this.#mealIndexBySlot[slot] ?? 0];
    return (costByCandidate?.[to] ?? 0) - (costByCandidate?.[from] ?? 0);
  }

  #toObjectiveValue(cost: number): number {
    const { money, budget } = costRule.weights;
    return (Math.max(this.#minBudget, cost) * money + Math.max(0, cost - this.#maxBudget) * budget) / this.#averageCost;
  }

  apply(slot: number, from: number, to: number): void {
    this.#presentCost += this.#costChange(slot, from, to);
  }

  total(): number {
    return this.#toObjectiveValue(this.#presentCost);
  }
}

/**
 * Calculates the yuan per head and day of a menu of average dishes: each slot that must be filled costs the average of its options, or
 * its locked dish. If no slot must be filled, or these cost nothing, all slots count. This happens for the first dish of a menu:
 * `listAlternatives` then has a single slot, which is optional.
 */
export function calculateAverageCost(model: Model): number {
  const costBySlot = listAverageCostBySlot(model);
  const { isRequiredBySlot, lockedCandidateBySlot } = model;
  const sumOf = (isCounted: (slot: number) => boolean) =>
    costBySlot.reduce((sum, cost, slot) => sum + (isCounted(slot) ? cost : 0), 0);
  return sumOf((slot) => isRequiredBySlot[slot] === 1 || lockedCandidateBySlot[slot] !== EMPTY) || sumOf(() => true);
}

/** Lists by slot the average cost of its options, or the cost of its locked dish, in yuan per head and day. */
export function listAverageCostBySlot(model: Model): number[] {
  const { optionsBySlot, lockedCandidateBySlot, mealIndexBySlot, candidates, costWeightByMeal } = model;
  const averageYuanOf = cached((options: Int32Array) => {
    const sum = options.reduce((yuan, candidate) => yuan + (candidates[candidate]?.yuan ?? 0), 0);
    return sum / Math.max(1, options.length);
  });
  return optionsBySlot.map((options, slot) => {
    const lockedYuan = candidates[lockedCandidateBySlot[slot] ?? EMPTY]?.yuan ?? 0;
    // A locked slot has no options, and a free slot no locked dish, so one of the two is 0.
    return (averageYuanOf(options) + lockedYuan) * (costWeightByMeal[mealIndexBySlot[slot] ?? 0] ?? 0);
  });
}

const texts = {
  zh: {
    yuan: '元',
    budget: (value: string, budget: string) => `每人每日 ${value} 元，超过预算 ${budget} 元`,
    unpriced: (names: readonly string[], count: number) =>
      `${count} 种食材没有价格，按同类最高价估算：${joinNames.zh(names, count)}`,
  },
  en: {
    yuan: 'yuan',
    budget: (value: string, budget: string) =>
      `The menu costs ${value} yuan per head and day, more than the budget of ${budget} yuan`,
    unpriced: (names: readonly string[], count: number) =>
      `Foods without a price, counted at the highest price of their category: ${joinNames.en(names, count)}`,
  },
};

/** Reports the foods without a price, which count at their estimates, and a cost above the budget. Without a budget it reports nothing. */
function judgeCost({ problem, bestCase, items }: PlannedMenu): Unmet[] {
  const { foods, rules } = problem;
  if (rules.budget === undefined) return [];
  const phrases = inLanguage(problem, texts);
  const { estimatedCost, unpricedCodes } = toMenuCost(items, problem);
  const unmet: Unmet[] = [];
  if (unpricedCodes.length > 0) {
    const names = unpricedCodes.slice(0, MAX_NAMED).map((code) => kitchenName(foods.get(code), code));
    const text = phrases.unpriced(names, unpricedCodes.length);
    unmet.push({ rule: 'price', text, by: exactNumber(String(unpricedCodes.length)) });
  }
  const budget = ratio(rules.budget.max);
  if (estimatedCost.isAbove(budget)) {
    const excess = estimatedCost.minus(budget);
    // An excess of less than half a fen is rounded up: otherwise the cost would look as if it kept the budget.
    const toFen = (yuan: Ratio) => (excess.isBelow('0.005') ? yuan.toFixedUp(2) : yuan.toFixed(2));
    const [value, bound] = [toFen(estimatedCost), budget.toFixed(2)];
    const figure = { value, bound, unit: phrases.yuan, isShort: false, bestValue: bestCase.minCost(), digits: 2 };
    const missed = withBestCase(phrases.budget(value, bound), figure, problem);
    unmet.push({ rule: 'budget', ...missed, by: exactNumber(toFen(excess)) });
  }
  return unmet;
}
