import { EMPTY, type Model } from '../model.ts';
import { TagLimitsPenalty } from '../rules/limits.ts';
import type { Rule } from '../rules/rule.ts';
import { RULES } from '../rules/rules.ts';
import { RANGE_WEIGHTS } from '../rules/soft-bounds.ts';
import { type PenaltySchedule, WORK_UNITS } from './parameters.ts';
import type { Penalty, Replacement, Term } from './penalty.ts';
import { WorkCounter } from './work.ts';

/** What the search minimises, with the present plan: costs and penalties of broken rules. The unit is the cost of a menu of average dishes. */
export class Objective {
  readonly work: WorkCounter;
  /** By slot, its candidate. */
  readonly #plan: Int32Array;
  readonly #dishByCandidate: Int32Array;
  /** By slot, all slots of its meal. */
  readonly #mealSlotsBySlot: readonly Int32Array[];
  readonly #costTerms: readonly Term[];
  /** The penalties whose delta is found quickly. They are evaluated before the slow ones. */
  readonly #quickPenalties: readonly Penalty[];
  readonly #slowPenalties: readonly Penalty[];
  readonly #terms: readonly Term[];
  /** The penalties that find the delta of a swap by making it. */
  readonly #trialPenalties: readonly Penalty[];
  /** All terms but the trial penalties. */
  readonly #termsNotTried: readonly Term[];
  /** The penalties whose weight grows by a schedule. */
  readonly #scheduledPenalties: readonly { readonly penalty: Penalty; readonly schedule: PenaltySchedule }[];
  /** The most that a move can save in the quick penalties. */
  #quickSaving = 0;
  /** A scratch array of `delta`: by slow penalty, the most that a move can save in it and in those after it. */
  readonly #remainingSavings: Float64Array;

  /** At first the plan serves only locked dishes. `initialRangeFractions`: see `PenaltyContext`. */
  constructor(model: Model, work = new WorkCounter(), initialRangeFractions?: Float64Array) {
    this.work = work;
    const { slots, dishByCandidate, dayMealBySlot } = model;
    this.#dishByCandidate = dishByCandidate;
    this.#plan = new Int32Array(slots.length);
    const slotsByDayMeal = Map.groupBy(dayMealBySlot.keys(), (slot) => dayMealBySlot[slot]);
    this.#mealSlotsBySlot = Array.from(dayMealBySlot, (dayMeal) => Int32Array.from(slotsByDayMeal.get(dayMeal) ?? []));
    const rules = RULES.flat();
    const penaltiesOfRules = rules.flatMap(({ createPenalty, isSlow = false, schedule }) =>
      createPenalty ? [{ penalty: createPenalty(model, { work, initialRangeFractions }), isSlow, schedule }] : [],
    );
    const penalties = [...penaltiesOfRules, ...createLimitPenalties(rules, model)];
    this.#costTerms = rules.flatMap((rule) => rule.createCostTerm?.(model) ?? []);
    this.#quickPenalties = penalties.filter(({ isSlow }) => !isSlow).map(({ penalty }) => penalty);
    this.#slowPenalties = penalties.filter(({ isSlow }) => isSlow).map(({ penalty }) => penalty);
    this.#scheduledPenalties = penalties.flatMap(({ penalty, schedule }) => (schedule ? [{ penalty, schedule }] : []));
    this.#remainingSavings = new Float64Array(this.#slowPenalties.length);
    this.#terms = [...this.#quickPenalties, ...this.#costTerms, ...this.#slowPenalties];
    this.#trialPenalties = [...this.#quickPenalties, ...this.#slowPenalties].filter(({ swapDelta }) => !swapDelta);
    this.#termsNotTried = this.#terms.filter((term) => !this.#trialPenalties.some((penalty) => penalty === term));
    this.#updateQuickSaving();
    for (const [slot, candidate] of model.lockedCandidateBySlot.entries()) this.apply(slot, candidate);
  }

  candidateAt(slot: number): number {
    return this.#plan[slot] ?? EMPTY;
  }

  copyPlan(): Int32Array {
    return this.#plan.slice();
  }

  /** Whether no other slot of the meal has the dish of the candidate: no dish is served twice in a meal. */
  isNewInMeal(slot: number, candidate: number): boolean {
    const slots = this.#mealSlotsBySlot[slot];
    if (!slots || candidate === EMPTY) return true;
    this.work.spent += slots.length;
    for (let index = 0; index < slots.length; index += 1) {
      const otherSlot = slots[index] ?? 0;
      if (otherSlot !== slot && this.#dishByCandidate[this.#plan[otherSlot] ?? 0] === this.#dishByCandidate[candidate])
        return false;
    }
    return true;
  }

  /**
   * The growth of the objective if the slot gets another candidate. If the growth is above `limit`, any number above `limit`. A move
   * saves no more than the `savingBound` of each penalty: the evaluation ends once the growth is above the limit even so.
   */
  delta(slot: number, to: number, limit: number): number {
    const from = this.candidateAt(slot);
    this.work.spent += WORK_UNITS.delta;
    const slowPenalties = this.#slowPenalties;
    const remainingSavings = this.#remainingSavings;
    let slowSaving = 0;
    let delta = 0;
    for (let index = slowPenalties.length - 1; index >= 0; index -= 1) {
      slowSaving += slowPenalties[index]?.savingBound(slot) ?? 0;
      remainingSavings[index] = slowSaving;
    }
    for (const term of this.#costTerms) delta += term.delta(slot, from, to);
    if (delta > limit + slowSaving + this.#quickSaving) return delta;
    for (const penalty of this.#quickPenalties) delta += penalty.delta(slot, from, to);
    for (let index = 0; index < slowPenalties.length; index += 1) {
      const maxPenalty = limit + (remainingSavings[index] ?? 0) - delta;
      if (maxPenalty < 0) return delta;
      delta += slowPenalties[index]?.delta(slot, from, to, maxPenalty) ?? 0;
    }
    return delta;
  }

  apply(slot: number, to: number): void {
    const from = this.candidateAt(slot);
    if (from === to) return;
    for (const term of this.#terms) term.apply(slot, from, to);
    this.#plan[slot] = to;
    this.#updateQuickSaving();
  }

  /** Swaps the candidates of two slots if the objective grows by no more than `limit`. Returns whether it did. */
  swap(slot: number, otherSlot: number, limit: number): boolean {
    const from = this.candidateAt(slot);
    const to = this.candidateAt(otherSlot);
    this.work.spent += 2 * WORK_UNITS.delta;
    const predicted = this.#predictSwap({ slot, from, to }, otherSlot, limit);
    if (predicted === undefined) return false;
    let delta = predicted;
    // The trial penalties make the swap to find its delta, and take it back where the delta is too great.
    for (const penalty of this.#trialPenalties) {
      delta += penalty.delta(slot, from, to);
      penalty.apply(slot, from, to);
      delta += penalty.delta(otherSlot, to, from);
      penalty.apply(otherSlot, to, from);
    }
    if (delta > limit) {
      // The slots exchange their roles, so this undoes the swap.
      applySwap(this.#trialPenalties, { slot: otherSlot, from, to }, slot);
      return false;
    }
    applySwap(this.#termsNotTried, { slot, from, to }, otherSlot);
    this.#plan[slot] = to;
    this.#plan[otherSlot] = from;
    this.#updateQuickSaving();
    return true;
  }

  /** Calculates the part of a swap's delta that is known without making it; undefined if the whole delta is certainly above `limit`. */
  #predictSwap(replacement: Replacement, otherSlot: number, limit: number): number | undefined {
    const { slot, from, to } = replacement;
    let saving = 0;
    for (const penalty of this.#slowPenalties) {
      if (!penalty.swapDelta) saving += penalty.savingBound(slot) + penalty.savingBound(otherSlot);
    }
    saving += this.#quickSaving;
    let delta = 0;
    for (const term of this.#costTerms) delta += term.delta(slot, from, to) + term.delta(otherSlot, to, from);
    for (const penalty of this.#slowPenalties) {
      if (!penalty.swapDelta) continue;
      const maxPenalty = limit + saving - delta + penalty.savingBound(slot) + penalty.savingBound(otherSlot);
      delta += penalty.swapDelta(replacement, otherSlot, maxPenalty);
    }
    return delta > limit + saving ? undefined : delta;
  }

  #updateQuickSaving(): void {
    // What a move can save in a quick penalty is the same for all slots.
    this.#quickSaving = this.#quickPenalties.reduce((sum, penalty) => sum + penalty.savingBound(0), 0);
  }

  /** From now on penalties with a schedule count for these fractions of their weight. */
  scale(fractions: Readonly<Record<PenaltySchedule, number>>): void {
    for (const { penalty, schedule } of this.#scheduledPenalties) penalty.scale?.(fractions[schedule]);
    this.#updateQuickSaving();
  }

  /**
   * Whether a rule has more than a negligible penalty: roughly more than all days out of range, but within the tolerance, may have. One
   * kind that one of four cohorts misses in a week is below that, too. The budget is a term of the cost, so a menu above it breaks no rule here.
   */
  hasBrokenRule(): boolean {
    const negligiblePenalty = RANGE_WEIGHTS.days.withinTolerance;
    return [...this.#quickPenalties, ...this.#slowPenalties].some((penalty) => penalty.total() > negligiblePenalty);
  }

  /** Sums up the objective anew. */
  total(): number {
    return this.#terms.reduce((sum, term) => sum + term.total(), 0);
  }
}

/** Makes a penalty for each schedule, of all limits that have it. */
function createLimitPenalties(rules: readonly Rule[], model: Model) {
  const limitRules = rules.filter(({ listLimits }) => listLimits);
  const rulesBySchedule = Map.groupBy(limitRules, ({ schedule }) => schedule);
  return [...rulesBySchedule].map(([schedule, sameSchedule]) => {
    const limits = sameSchedule.flatMap((rule) => rule.listLimits?.(model) ?? []);
    return { penalty: new TagLimitsPenalty(limits), isSlow: false, schedule };
  });
}

/** Updates the terms for a swap: the slot of the replacement gets `to`, and the other slot gets `from`. */
function applySwap(terms: readonly Term[], { slot, from, to }: Replacement, otherSlot: number): void {
  for (const term of terms) {
    term.apply(slot, from, to);
    term.apply(otherSlot, to, from);
  }
}
