import { meals } from '../../meal.ts';
import type { Board } from '../board.ts';
import { WEIGHTS } from '../weights.ts';

/** Sums of money are integers. */
const PARTS = 1e9;

/** What courses cost as money, and that they are unusual, or are served in a week near by. */
export class Money {
  readonly #mealOf: Int32Array;
  /** By meal of the day and course, yuan per head and day. */
  readonly #costs: readonly Float64Array[];
  readonly #unusual: Float64Array;
  readonly #budget: number;
  /** What a menu of average dishes costs. */
  readonly #usual: number;
  #sum = 0;
  #unusualSum = 0;

  constructor(board: Board) {
    const { mealOf, courses, mealWeights, rules, places } = board;
    this.#mealOf = mealOf;
    this.#costs = mealWeights.map((weight) =>
      Float64Array.from(courses, ({ cost }) => Math.round(cost * weight * PARTS)),
    );
    const all = Math.max(1, places.length);
    const again = new Set(board.near.map(({ dish }) => dish));
    this.#unusual = Float64Array.from(courses, ({ isUnusual, daysApart }, course) => {
      const isAgain = daysApart > 1 && again.has(board.dishOf[course] ?? 0);
      return ((isUnusual ? WEIGHTS.unusual : 0) + (isAgain ? WEIGHTS.again : 0)) / all;
    });
    this.#budget = rules.budget === undefined ? Number.POSITIVE_INFINITY : Number(rules.budget) * PARTS;
    this.#usual = usualCost(board) * PARTS || 1;
  }

  change(place: number, from: number, to: number): number {
    const costs = this.#costs[(this.#mealOf[place] ?? 0) % meals.length];
    const more = (costs?.[to] ?? 0) - (costs?.[from] ?? 0);
    const unusual = (this.#unusual[to] ?? 0) - (this.#unusual[from] ?? 0);
    const beyond = this.#beyond(this.#sum + more) - this.#beyond(this.#sum);
    return (more / this.#usual) * WEIGHTS.money + beyond + unusual;
  }

  #beyond(sum: number): number {
    return (Math.max(0, sum - this.#budget) / this.#usual) * WEIGHTS.budget;
  }

  set(place: number, from: number, to: number): void {
    const costs = this.#costs[(this.#mealOf[place] ?? 0) % meals.length];
    this.#sum += (costs?.[to] ?? 0) - (costs?.[from] ?? 0);
    this.#unusualSum += (this.#unusual[to] ?? 0) - (this.#unusual[from] ?? 0);
  }

  total(): number {
    return (this.#sum / this.#usual) * WEIGHTS.money + this.#beyond(this.#sum) + this.#unusualSum;
  }
}

/** Yuan per head and day of a menu that has the mean course in each place that needs one. */
export function usualCost({ places, optionsOf, courses, mealWeights }: Board): number {
  const means = new Map(
    [...new Set(optionsOf)].map((options) => {
      return [options, options.reduce((sum, course) => sum + (courses[course]?.cost ?? 0), 0) / options.length];
    }),
  );
  return places.reduce((sum, { isRequired, meal }, place) => {
    const options = optionsOf[place];
    if (!isRequired || !options || options.length === 0) return sum;
    return sum + (means.get(options) ?? 0) * (mealWeights[meals.indexOf(meal)] ?? 0);
  }, 0);
}
