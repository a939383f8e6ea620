import { EMPTY, type Model } from '../model.ts';
import { RANGE_WEIGHTS } from '../rules/bounds.ts';
import { Limits } from '../rules/limits.ts';
import { RULES } from '../rules/rules.ts';
import { type Growth, WORK_OF } from './parameters.ts';
import type { Penalty, Term } from './penalty.ts';
import { WorkBudget } from './work.ts';

/**
 * The objective that the search minimises, and the plan that it is of: what the dishes cost, and a penalty for each
 * rule that is broken. The unit is what a menu of average dishes costs.
 */
export class Objective {
  readonly work: WorkBudget;
  /** By slot, its course. */
  readonly #plan: Int32Array;
  readonly #dishOf: Int32Array;
  readonly #costs: readonly Term[];
  /** Penalties of the whole plan, and those that depend on the slot and take longer: in the order in which they are looked at. */
  readonly #quick: readonly Penalty[];
  readonly #slow: readonly Penalty[];
  readonly #penalties: readonly Penalty[];
  /** The terms that a swap is tried in, and those that tell beforehand what it changes. */
  readonly #tried: readonly Penalty[];
  readonly #untried: readonly Term[];
  readonly #terms: readonly Term[];
  readonly #growing: readonly (readonly [Growth, Penalty])[];
  /** What the quick ones cost now. */
  #quickPresent = 0;
  /** By slow penalty, the most that this and those after it can save: for `delta`. */
  readonly #savable: Float64Array;
  /** By slot, all slots of its meal. */
  readonly #mealSlots: readonly Int32Array[];

  /** With what is locked, and no more. `rangeParts` is how gently ranges begin, see `Multipliers`. */
  constructor(model: Model, work = new WorkBudget(), rangeParts?: Float64Array) {
    this.work = work;
    this.#dishOf = model.dishOf;
    this.#plan = new Int32Array(model.slots.length);
    const rules = RULES.flat();
    const made = rules.flatMap(({ penalty, isSlow = false, growth }) =>
      penalty ? [{ penalty: penalty(model, { work, rangeParts }), isSlow, growth }] : [],
    );
    const limits = new Limits(rules.flatMap((rule) => rule.limits?.(model) ?? []));
    const ofSpeed = (isSlow: boolean) => made.filter((one) => one.isSlow === isSlow).map(({ penalty }) => penalty);
    this.#costs = rules.flatMap((rule) => rule.cost?.(model) ?? []);
    this.#quick = [...ofSpeed(false), limits];
    this.#slow = ofSpeed(true);
    this.#penalties = [...this.#quick, ...this.#slow];
    this.#tried = this.#penalties.filter(({ swapDelta }) => !swapDelta);
    this.#untried = [...this.#costs, ...this.#slow.filter(({ swapDelta }) => swapDelta)];
    this.#terms = [...this.#quick, ...this.#costs, ...this.#slow];
    this.#growing = [
      ...made.flatMap(({ penalty, growth }) => (growth ? [[growth, penalty] as const] : [])),
      ['variety', limits],
    ];
    this.#savable = new Float64Array(this.#slow.length);
    this.#mealSlots = Array.from(model.mealOf, (meal) =>
      Int32Array.from([...model.mealOf.keys()].filter((slot) => model.mealOf[slot] === meal)),
    );
    this.#updatePresent();
    for (const [slot, course] of model.lockedAt.entries()) this.apply(slot, course);
  }

  at(slot: number): number {
    return this.#plan[slot] ?? EMPTY;
  }

  /** The present plan: by slot, its course. */
  plan(): Int32Array {
    return this.#plan.slice();
  }

  /** Whether no other slot of the same meal has the dish: no meal has a dish twice. */
  isFree(slot: number, course: number): boolean {
    const slots = this.#mealSlots[slot];
    if (!slots || course === EMPTY) return true;
    this.work.spent += slots.length;
    for (let index = 0; index < slots.length; index += 1) {
      const other = slots[index] ?? 0;
      if (other !== slot && this.#dishOf[this.#plan[other] ?? 0] === this.#dishOf[course]) return false;
    }
    return true;
  }

  /** How much the objective grows with another course at the slot; if that is above `limit`, some number above it. */
  delta(slot: number, to: number, limit: number): number {
    const from = this.at(slot);
    this.work.spent += WORK_OF.delta;
    const [costs, quick, slow, savable] = [this.#costs, this.#quick, this.#slow, this.#savable];
    let [present, delta] = [0, 0];
    for (let index = slow.length - 1; index >= 0; index -= 1) {
      present += slow[index]?.present(slot) ?? 0;
      savable[index] = present;
    }
    // What penalties cost now is the most that they can save.
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

  /** Lets two slots swap their courses if the objective grows by no more than `limit`. Tells whether it did. */
  swap(slot: number, other: number, limit: number): boolean {
    const move = { slot, from: this.at(slot), to: this.at(other) };
    const { from, to } = move;
    this.work.spent += 2 * WORK_OF.delta;
    let [present, delta] = [0, 0];
    for (const penalty of this.#slow) if (!penalty.swapDelta) present += penalty.present(slot) + penalty.present(other);
    present += this.#quickPresent;
    for (const term of this.#costs) delta += term.delta(slot, from, to, limit) + term.delta(other, to, from, limit);
    for (const penalty of this.#slow) delta += penalty.swapDelta?.(move, other, limit + present - delta) ?? 0;
    if (delta > limit + present) return false;
    // The others cannot tell beforehand: they make the swap, and take it back if it is not accepted.
    for (const penalty of this.#tried) {
      delta += penalty.delta(slot, from, to, Number.POSITIVE_INFINITY);
      penalty.apply(slot, from, to);
      delta += penalty.delta(other, to, from, Number.POSITIVE_INFINITY);
      penalty.apply(other, to, from);
    }
    const isAccepted = delta <= limit;
    const [first, second] = isAccepted ? [slot, other] : [other, slot];
    for (const term of isAccepted ? this.#untried : this.#tried) {
      term.apply(first, from, to);
      term.apply(second, to, from);
    }
    if (!isAccepted) return false;
    this.#plan[slot] = to;
    this.#plan[other] = from;
    this.#updatePresent();
    return true;
  }

  apply(slot: number, to: number): void {
    const from = this.at(slot);
    if (from === to) return;
    for (const term of this.#terms) term.apply(slot, from, to);
    this.#plan[slot] = to;
    this.#updatePresent();
  }

  #updatePresent(): void {
    this.#quickPresent = this.#quick.reduce((sum, penalty) => sum + penalty.present(0), 0);
  }

  /** Lets growing penalties count for a part of their weight only. */
  scale(parts: Readonly<Record<Growth, number>>): void {
    for (const [growth, penalty] of this.#growing) penalty.scale?.(parts[growth]);
    this.#updatePresent();
  }

  /** Whether rules are broken that count: more than days do that are out of range within the tolerance. */
  isBroken(): boolean {
    return this.#penalties.some((penalty) => penalty.total() > RANGE_WEIGHTS.days.within);
  }

  /** The objective, summed up anew. */
  total(): number {
    return this.#terms.reduce((sum, term) => sum + term.total(), 0);
  }
}
