import { MAX_NAMED } from '../../analysis/findings.ts';
import { kitchenName } from '../../ingredient/ingredient.ts';
import { meals } from '../../meal.ts';
import { exactNumber } from '../../values/decimal.ts';
import { type Ratio, ratio } from '../../values/ratio.ts';
import type { Planned, Unmet } from '../answer.ts';
import { sumCost } from '../cost.ts';
import type { Model } from '../model.ts';
import type { Term } from '../search/penalty.ts';
import { tuned } from '../search/tuned.ts';
import { inLanguage } from './phrases.ts';
import { withReach } from './reach.ts';
import type { Rule } from './rule.ts';

/** A menu costs little, and no more than its budget. */
export const cost = {
  weights: {
    /** What a menu of average dishes costs. It is the unit of all weights. */
    money: 1,
    /**
     * The budget is exceeded by what a menu of average dishes costs. The weight is no multiple of the budget: a budget of
     * 1 yuan would then cost a week its calcium, while the standard comes first.
     */
    budget: tuned(40, [1, 1000]),
  },
  cost: (model) => new CostTerm(model),
  unmet: (planned) => [judgeCost(planned)],
} satisfies Rule;

/** Sums of money are integers of this unit, so that a move that is taken back leaves nothing behind. */
const UNITS_PER_YUAN = 1e9;

/** What the menu costs, and the penalty of exceeding the budget. */
class CostTerm implements Term {
  readonly #mealOf: Int32Array;
  /** By meal of the day and course, what it adds to the cost of a head and day, in units. */
  readonly #costs: readonly Float64Array[];
  readonly #budget: number;
  /** What a menu of average dishes costs. */
  readonly #average: number;
  #sum = 0;

  constructor(model: Model) {
    const { mealOf, courses, mealWeights, rules } = model;
    this.#mealOf = mealOf;
    this.#costs = mealWeights.map((weight) =>
      Float64Array.from(courses, ({ cost: yuan }) => Math.round(yuan * weight * UNITS_PER_YUAN)),
    );
    this.#budget = rules.budget === undefined ? Number.POSITIVE_INFINITY : Number(rules.budget) * UNITS_PER_YUAN;
    this.#average = averageCost(model) * UNITS_PER_YUAN || 1;
  }

  delta(slot: number, from: number, to: number): number {
    const change = this.#change(slot, from, to);
    const overrun = this.#overrun(this.#sum + change) - this.#overrun(this.#sum);
    return (change / this.#average) * cost.weights.money + overrun;
  }

  #change(slot: number, from: number, to: number): number {
    const costs = this.#costs[(this.#mealOf[slot] ?? 0) % meals.length];
    return (costs?.[to] ?? 0) - (costs?.[from] ?? 0);
  }

  /** The penalty of a sum that exceeds the budget. */
  #overrun(sum: number): number {
    return (Math.max(0, sum - this.#budget) / this.#average) * cost.weights.budget;
  }

  apply(slot: number, from: number, to: number): void {
    this.#sum += this.#change(slot, from, to);
  }

  total(): number {
    return (this.#sum / this.#average) * cost.weights.money + this.#overrun(this.#sum);
  }
}

/** Yuan per head and day of a menu that has the mean course in each slot that needs one. */
export function averageCost({ slots, optionsOf, courses, mealWeights }: Model): number {
  const means = new Map(
    [...new Set(optionsOf)].map((options) => {
      return [options, options.reduce((sum, course) => sum + (courses[course]?.cost ?? 0), 0) / options.length];
    }),
  );
  return slots.reduce((sum, { isRequired, meal }, slot) => {
    const options = optionsOf[slot];
    if (!isRequired || !options || options.length === 0) return sum;
    return sum + (means.get(options) ?? 0) * (mealWeights[meals.indexOf(meal)] ?? 0);
  }, 0);
}

const texts = {
  zh: {
    yuan: '元',
    budget: (value: string, budget: string) => `每人每日 ${value} 元，超过预算 ${budget} 元`,
    unpriced: (names: readonly string[], count: number) =>
      `${count} 种食材没有价格，按同类最高价估算：${names.join('、')}${count > names.length ? '等' : ''}`,
  },
  en: {
    yuan: 'yuan',
    budget: (value: string, budget: string) =>
      `A head costs ${value} yuan a day, more than the budget of ${budget} yuan`,
    unpriced: (names: readonly string[], count: number) =>
      `Foods without a price, counted at the highest of their class: ${names.join(', ')}${count > names.length ? ` and ${count - names.length} more` : ''}`,
  },
};

/** With a budget: whether the menu exceeds it, with an estimate for foods without a price, and which foods these are. */
function judgeCost(planned: Planned): Unmet[] {
  const { problem, served } = planned;
  if (problem.rules.budget === undefined) return [];
  const { estimated, missing } = sumCost(served, problem);
  const named = missing.slice(0, MAX_NAMED).map((code) => kitchenName(problem.foods.get(code), code));
  const text = inLanguage(problem, texts).unpriced(named, missing.length);
  const unpriced: Unmet = { rule: 'price', text, by: exactNumber(String(missing.length)) };
  return [...(missing.length > 0 ? [unpriced] : []), ...judgeBudget(problem.rules.budget, estimated, planned)];
}

function judgeBudget(budget: string, costPerHead: Ratio, { problem, reach }: Planned): Unmet[] {
  if (!costPerHead.isAbove(budget)) return [];
  const phrases = inLanguage(problem, texts);
  const [value, bound] = [costPerHead.toFixed(2), ratio(budget).toFixed(2)];
  const reached = { value, bound, unit: phrases.yuan, isShort: false, reach: reach.ofCost(), digits: 2 };
  const text = withReach(phrases.budget(value, bound), reached, problem);
  return [{ rule: 'budget', text, by: exactNumber(costPerHead.minus(budget).toFixed(2)) }];
}
