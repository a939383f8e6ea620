import type { Random } from '../../values/random.ts';
import { EMPTY, type Model } from '../model.ts';
import type { Objective } from './objective.ts';
import { Proposals } from './proposals.ts';

/** The plans that are one move away from the present plan. A move changes the courses of slots: dishes in a portion. */
export class Neighbourhood {
  readonly objective: Objective;
  readonly random: Random;
  readonly proposals: Proposals;
  /** The slots that are not locked. */
  readonly free: Int32Array;
  /** By slot, the courses that it may have, ascending. An optional slot has `EMPTY` at the end. */
  readonly optionsWithEmpty: readonly Int32Array[];
  /** By slot, the free slots that have the same options, itself included. */
  readonly exchangeable: readonly Int32Array[];
  readonly #isRequired: Uint8Array;

  /** `ranked`: by slot, its options, the most promising first. */
  constructor(model: Model, objective: Objective, ranked: readonly Int32Array[], random: Random) {
    const { optionsOf, isRequired } = model;
    this.objective = objective;
    this.random = random;
    this.proposals = new Proposals(ranked, random);
    this.#isRequired = isRequired;
    this.optionsWithEmpty = ranked.map((options, slot) => {
      const ascending = options.toSorted();
      return isRequired[slot] === 1 ? ascending : Int32Array.of(...ascending, EMPTY);
    });
    this.free = Int32Array.from([...optionsOf.keys()].filter((slot) => (optionsOf[slot]?.length ?? 0) > 0));
    // Slots with the same options share one list, so the list itself is the key.
    const byOptions = Map.groupBy([...this.free], (slot) => optionsOf[slot]);
    this.exchangeable = optionsOf.map((options) => Int32Array.from(byOptions.get(options) ?? []));
  }

  /** Puts the course into the slot if it may be there and the objective grows by no more than `limit`. */
  tryCourse(slot: number, course: number, limit: number): void {
    if (course === this.objective.at(slot) || !this.objective.isNewInMeal(slot, course)) return;
    if (this.objective.delta(slot, course, limit) <= limit) this.objective.apply(slot, course);
  }

  /** Whether the template asks for a dish in the slot. */
  isRequired(slot: number): boolean {
    return this.#isRequired[slot] === 1;
  }

  /** Whether the slot has a course and may stay empty. */
  mayClear(slot: number): boolean {
    return this.objective.at(slot) !== EMPTY && !this.isRequired(slot);
  }

  /** Whether a swap changes anything, empties no required slot, and serves no dish twice in a meal. */
  canSwap(slot: number, other: number): boolean {
    const [a, b] = [this.objective.at(slot), this.objective.at(other)];
    if (a === b || (a === EMPTY && this.isRequired(other)) || (b === EMPTY && this.isRequired(slot))) return false;
    return this.objective.isNewInMeal(slot, b) && this.objective.isNewInMeal(other, a);
  }

  /** Goes back to an earlier plan. */
  restore(plan: Int32Array): void {
    for (const slot of this.free) this.objective.apply(slot, EMPTY);
    for (const slot of this.free) this.objective.apply(slot, plan[slot] ?? EMPTY);
  }

  /** Records what the present plan serves, for later proposals. */
  record(): void {
    for (const slot of this.free) this.proposals.record(slot, this.objective.at(slot));
  }
}
