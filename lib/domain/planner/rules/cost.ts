import { MOST_NAMED } from '../../analysis/findings.ts';
import { kitchenName } from '../../ingredient/ingredient.ts';
import { meals } from '../../meal.ts';
import { exactNumber } from '../../values/decimal.ts';
import { type Ratio, ratio } from '../../values/ratio.ts';
import type { Planned, Unmet } from '../answer.ts';
import { costOf } from '../cost.ts';
import type { Model } from '../model.ts';
import type { Term } from '../search/penalty.ts';
import { inLanguage } from './phrases.ts';
import { withReach } from './reach.ts';
import type { Rule } from './rule.ts';

/** A menu costs little, and no more than its budget. */
export const cost = {
  weights: {
    /** What a menu of average dishes costs. */
    money: 1,
    /** The budget is passed by as much. In parts of the budget itself, one of 1 yuan cost a week its calcium: the standard comes first. */
    budget: 40,
  },
  cost: (model) => new Money(model),
  unmet: (planned) => [judgeCost(planned)],
} satisfies Rule;

/** Sums of money are integers, so that a move that is taken back leaves nothing behind. */
const PARTS = 1e9;

class Money implements Term {
  readonly #mealOf: Int32Array;
  /** By meal of the day and course, yuan per head and day. */
  readonly #costs: readonly Float64Array[];
  readonly #budget: number;
  readonly #average: number;
  #sum = 0;

  constructor(model: Model) {
    const { mealOf, courses, mealWeights, rules } = model;
    this.#mealOf = mealOf;
    this.#costs = mealWeights.map((weight) =>
      Float64Array.from(courses, ({ cost: yuan }) => Math.round(yuan * weight * PARTS)),
    );
    this.#budget = rules.budget === undefined ? Number.POSITIVE_INFINITY : Number(rules.budget) * PARTS;
    this.#average = averageCost(model) * PARTS || 1;
  }

  delta(slot: number, from: number, to: number): number {
    const more = this.#more(slot, from, to);
    const beyond = this.#beyond(this.#sum + more) - this.#beyond(this.#sum);
    return (more / this.#average) * cost.weights.money + beyond;
  }

  #more(slot: number, from: number, to: number): number {
    const costs = this.#costs[(this.#mealOf[slot] ?? 0) % meals.length];
    return (costs?.[to] ?? 0) - (costs?.[from] ?? 0);
  }

  #beyond(sum: number): number {
    return (Math.max(0, sum - this.#budget) / this.#average) * cost.weights.budget;
  }

  apply(slot: number, from: number, to: number): void {
    this.#sum += this.#more(slot, from, to);
  }

  total(): number {
    return (this.#sum / this.#average) * cost.weights.money + this.#beyond(this.#sum);
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

/** Where a budget was asked for: whether it is passed, foods without a price estimated, and which foods these are. */
function judgeCost(planned: Planned): Unmet[] {
  const { problem, served } = planned;
  if (problem.rules.budget === undefined) return [];
  const { estimated, missing } = costOf(served, problem);
  const named = missing.slice(0, MOST_NAMED).map((code) => kitchenName(problem.foods.get(code), code));
  const text = inLanguage(problem, texts).unpriced(named, missing.length);
  const unpriced: Unmet = { rule: 'price', text, by: exactNumber(String(missing.length)) };
  return [...(missing.length > 0 ? [unpriced] : []), ...judgeBudget(problem.rules.budget, estimated, planned)];
}

function judgeBudget(budget: string, found: Ratio, { problem, reach }: Planned): Unmet[] {
  if (!found.isAbove(budget)) return [];
  const say = inLanguage(problem, texts);
  const [value, bound] = [found.toFixed(2), ratio(budget).toFixed(2)];
  const reached = { value, bound, unit: say.yuan, isShort: false, reach: reach.ofCost(), digits: 2 };
  const text = withReach(say.budget(value, bound), reached, problem);
  return [{ rule: 'budget', text, by: exactNumber(found.minus(budget).toFixed(2)) }];
}
