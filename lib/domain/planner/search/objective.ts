import { EMPTY, type Model } from '../model.ts';
import { RANGE_WEIGHTS } from '../rules/bounds.ts';
import { Limits } from '../rules/limits.ts';
import { RULES } from '../rules/rules.ts';
import { type Growth, WORK_OF } from './parameters.ts';
import type { Penalty, Replacement, Term } from './penalty.ts';
import { WorkBudget } from './work.ts';

/**
 * The objective that the search minimises, with the present plan: what the dishes cost, and a penalty for each rule that
 * is broken. The unit is what a menu of average dishes costs.
 */
export class Objective {
  readonly work: WorkBudget;
  /** By slot, its course. */
  readonly #plan: Int32Array;
  readonly #dishOf: Int32Array;
  /** By slot, all slots of its meal. */
  readonly #mealSlots: readonly Int32Array[];
  readonly #costs: readonly Term[];
  /** The penalties in the order in which a move is evaluated: first those whose delta is found quickly. */
  readonly #quick: readonly Penalty[];
  readonly #slow: readonly Penalty[];
  /** All terms. */
  readonly #terms: readonly Term[];
  /** The penalties that make a swap to find its delta, and the terms that find it without. */
  readonly #trial: readonly Penalty[];
  readonly #others: readonly Term[];
  readonly #growing: readonly (readonly [Growth, Penalty])[];
  /** What the quick penalties cost now. */
  #quickPresent = 0;
  /** By slow penalty, the most that this one and those after it can save: scratch memory of `delta`. */
  readonly #savable: Float64Array;

  /** The plan at first serves what is locked, and nothing else. `initialParts`: see `PenaltyContext`. */
  constructor(model: Model, work = new WorkBudget(), initialParts?: Float64Array) {
    this.work = work;
    this.#dishOf = model.dishOf;
    this.#plan = new Int32Array(model.slots.length);
    const slotsByMeal = Map.groupBy(model.mealOf.keys(), (slot) => model.mealOf[slot]);
    this.#mealSlots = Array.from(model.mealOf, (meal) => Int32Array.from(slotsByMeal.get(meal) ?? []));
    const rules = RULES.flat();
    const penalties = rules.flatMap(({ penalty, isSlow = false, growth }) =>
      penalty ? [{ penalty: penalty(model, { work, initialParts }), isSlow, growth }] : [],
    );
    const limits = new Limits(rules.flatMap((rule) => rule.limits?.(model) ?? []));
    this.#costs = rules.flatMap((rule) => rule.cost?.(model) ?? []);
    this.#quick = [...penalties.flatMap(({ penalty, isSlow }) => (isSlow ? [] : [penalty])), limits];
    this.#slow = penalties.flatMap(({ penalty, isSlow }) => (isSlow ? [penalty] : []));
    this.#growing = [
      ...penalties.flatMap(({ penalty, growth }) => (growth ? [[growth, penalty] as const] : [])),
      ['variety', limits],
    ];
    this.#savable = new Float64Array(this.#slow.length);
    this.#terms = [...this.#quick, ...this.#costs, ...this.#slow];
    this.#trial = [...this.#quick, ...this.#slow].filter(({ swapDelta }) => !swapDelta);
    this.#others = this.#terms.filter((term) => !this.#trial.some((one) => one === term));
    this.#updatePresent();
    for (const [slot, course] of model.lockedAt.entries()) this.apply(slot, course);
  }

  /** The course of the slot. */
  at(slot: number): number {
    return this.#plan[slot] ?? EMPTY;
  }

  /** The present plan: by slot, its course. */
  plan(): Int32Array {
    return this.#plan.slice();
  }

  /** Whether no other slot of the meal has the dish of the course: no dish is served twice in a meal. */
  isNewInMeal(slot: number, course: number): boolean {
    const slots = this.#mealSlots[slot];
    if (!slots || course === EMPTY) return true;
    this.work.spent += slots.length;
    for (let index = 0; index < slots.length; index += 1) {
      const other = slots[index] ?? 0;
      if (other !== slot && this.#dishOf[this.#plan[other] ?? 0] === this.#dishOf[course]) return false;
    }
    return true;
  }

  /**
   * How much the objective grows with another course in the slot; if that is above `limit`, some number above it. No penalty
   * saves more than it costs now: where even that does not bring the delta down to the limit, the evaluation ends early.
   */
  delta(slot: number, to: number, limit: number): number {
    const from = this.at(slot);
    this.work.spent += WORK_OF.delta;
    const [costs, quick, slow, savable] = [this.#costs, this.#quick, this.#slow, this.#savable];
    let [present, delta] = [0, 0];
    for (let index = slow.length - 1; index >= 0; index -= 1) {
      present += slow[index]?.costAt(slot) ?? 0;
      savable[index] = present;
    }
    for (let index = 0; index < costs.length; index += 1) delta += costs[index]?.delta(slot, from, to, limit) ?? 0;
    if (delta > limit + present + this.#quickPresent) return delta;
    for (let index = 0; index < quick.length; index += 1) delta += quick[index]?.delta(slot, from, to, limit) ?? 0;
    for (let index = 0; index < slow.length; index += 1) {
      const room = limit + (savable[index] ?? 0) - delta;
      if (room < 0) return delta;
      delta += slow[index]?.delta(slot, from, to, room) ?? 0;
    }
    return delta;
  }

  /** Puts another course into the slot. */
  apply(slot: number, to: number): void {
    const from = this.at(slot);
    if (from === to) return;
    for (const term of this.#terms) term.apply(slot, from, to);
    this.#plan[slot] = to;
    this.#updatePresent();
  }

  /** Swaps the courses of two slots if the objective grows by no more than `limit`. Returns whether it did. */
  swap(slot: number, other: number, limit: number): boolean {
    const [from, to] = [this.at(slot), this.at(other)];
    this.work.spent += 2 * WORK_OF.delta;
    const foretold = this.#foretellSwap({ slot, from, to }, other, limit);
    if (foretold === undefined) return false;
    let delta = foretold;
    for (const penalty of this.#trial) {
      delta += penalty.delta(slot, from, to, Number.POSITIVE_INFINITY);
      penalty.apply(slot, from, to);
      delta += penalty.delta(other, to, from, Number.POSITIVE_INFINITY);
      penalty.apply(other, to, from);
    }
    if (delta > limit) {
      applySwap(this.#trial, { slot: other, from, to }, slot);
      return false;
    }
    applySwap(this.#others, { slot, from, to }, other);
    this.#plan[slot] = to;
    this.#plan[other] = from;
    this.#updatePresent();
    return true;
  }

  /** The part of a swap's delta that is found without making it; undefined where the whole is above `limit` for certain. */
  #foretellSwap(replacement: Replacement, other: number, limit: number): number | undefined {
    const { slot, from, to } = replacement;
    let [present, delta] = [0, 0];
    for (const penalty of this.#slow) if (!penalty.swapDelta) present += penalty.costAt(slot) + penalty.costAt(other);
    present += this.#quickPresent;
    for (const term of this.#costs) delta += term.delta(slot, from, to, limit) + term.delta(other, to, from, limit);
    for (const penalty of this.#slow) delta += penalty.swapDelta?.(replacement, other, limit + present - delta) ?? 0;
    return delta > limit + present ? undefined : delta;
  }

  #updatePresent(): void {
    this.#quickPresent = this.#quick.reduce((sum, penalty) => sum + penalty.costAt(0), 0);
  }

  /** From now on growing penalties count for these parts of their weight. */
  scale(parts: Readonly<Record<Growth, number>>): void {
    for (const [growth, penalty] of this.#growing) penalty.scale?.(parts[growth]);
    this.#updatePresent();
  }

  /** Whether a rule is broken. A day that is out of range, but within the tolerance, does not count. */
  isBroken(): boolean {
    return [...this.#quick, ...this.#slow].some((penalty) => penalty.total() > RANGE_WEIGHTS.days.within);
  }

  /** The objective, summed up anew. */
  total(): number {
    return this.#terms.reduce((sum, term) => sum + term.total(), 0);
  }
}

/** One slot gets another course, and the other slot gets the one that it had. */
function applySwap(terms: readonly Term[], { slot, from, to }: Replacement, other: number): void {
  for (const term of terms) {
    term.apply(slot, from, to);
    term.apply(other, to, from);
  }
}
