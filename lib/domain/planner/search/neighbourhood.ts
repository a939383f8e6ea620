import type { Random } from '../../values/random.ts';
import { EMPTY, type Model } from '../model.ts';
import type { Objective } from './objective.ts';
import { Proposals } from './proposals.ts';

/** What the moves share: the present plan's free slots, their options, and which changes are allowed. */
export class Neighbourhood {
  readonly objective: Objective;
  readonly random: Random;
  readonly proposals: Proposals;
  /** The slots that have options. Locked slots have none. */
  readonly freeSlots: Int32Array;
  /** By slot, what a descent tries: its ranked options in the order of their numbers. An optional slot has `EMPTY` at the end. */
  readonly candidatesToTryBySlot: readonly Int32Array[];
  /** By slot, the free slots that have the same options, itself included. */
  readonly swappableSlotsBySlot: readonly Int32Array[];
  /** By slot, the free slots of its meal, itself included. */
  readonly freeSlotsOfMealBySlot: readonly Int32Array[];
  readonly #isRequiredBySlot: Uint8Array;

  /** `rankedOptionsBySlot` has the most promising options first. */
  constructor(model: Model, objective: Objective, rankedOptionsBySlot: readonly Int32Array[], random: Random) {
    const { optionsBySlot, isRequiredBySlot, dayMealBySlot } = model;
    this.objective = objective;
    this.random = random;
    this.proposals = new Proposals(rankedOptionsBySlot, random);
    this.#isRequiredBySlot = isRequiredBySlot;
    this.candidatesToTryBySlot = rankedOptionsBySlot.map((options, slot) => {
      const ascending = options.toSorted();
      return isRequiredBySlot[slot] === 1 ? ascending : Int32Array.of(...ascending, EMPTY);
    });
    this.freeSlots = Int32Array.from(optionsBySlot.flatMap(({ length }, slot) => (length > 0 ? [slot] : [])));
    // Slots with the same options share one list, so the list itself is the key.
    const slotsByOptions = Map.groupBy([...this.freeSlots], (slot) => optionsBySlot[slot]);
    const swappableByOptions = new Map(
      [...slotsByOptions].map(([options, slots]) => [options, Int32Array.from(slots)]),
    );
    this.swappableSlotsBySlot = optionsBySlot.map((options) => swappableByOptions.get(options) ?? new Int32Array());
    const slotsByDayMeal = Map.groupBy(this.freeSlots, (slot) => dayMealBySlot[slot]);
    this.freeSlotsOfMealBySlot = Array.from(dayMealBySlot, (dayMeal) =>
      Int32Array.from(slotsByDayMeal.get(dayMeal) ?? []),
    );
  }

  /** Puts the candidate into the slot if it is new in the meal and the objective grows by no more than `limit`. */
  tryReplacement(slot: number, candidate: number, limit: number): void {
    if (candidate === this.objective.candidateAt(slot) || !this.objective.isNewInMeal(slot, candidate)) return;
    if (this.objective.delta(slot, candidate, limit) <= limit) this.objective.apply(slot, candidate);
  }

  /** Whether the template requires a dish in the slot. */
  isRequired(slot: number): boolean {
    return this.#isRequiredBySlot[slot] === 1;
  }

  /** Whether the slot has a candidate and may stay empty. */
  canClear(slot: number): boolean {
    return this.objective.candidateAt(slot) !== EMPTY && !this.isRequired(slot);
  }

  /** Whether a swap changes something, leaves no required slot empty, and serves no dish twice in a meal. */
  canSwap(slot: number, otherSlot: number): boolean {
    const candidate = this.objective.candidateAt(slot);
    const otherCandidate = this.objective.candidateAt(otherSlot);
    const emptiesOther = candidate === EMPTY && this.isRequired(otherSlot);
    const emptiesSlot = otherCandidate === EMPTY && this.isRequired(slot);
    if (candidate === otherCandidate || emptiesOther || emptiesSlot) return false;
    return this.objective.isNewInMeal(slot, otherCandidate) && this.objective.isNewInMeal(otherSlot, candidate);
  }

  /** Makes `plan` the present plan. */
  restore(plan: Int32Array): void {
    // Clearing first is not needed. It stays because without it sums round differently, and seeds would find other plans.
    for (const slot of this.freeSlots) this.objective.apply(slot, EMPTY);
    for (const slot of this.freeSlots) this.objective.apply(slot, plan[slot] ?? EMPTY);
  }

  /** Records the candidates of the present plan, for later proposals. */
  recordPlan(): void {
    for (const slot of this.freeSlots) this.proposals.record(slot, this.objective.candidateAt(slot));
  }
}
