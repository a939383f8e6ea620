/**
 * One term of the objective. It stores sums of the present plan, so that it finds the delta of a move without looking at the
 * whole plan. Slots and candidates are given by their numbers; `EMPTY` leaves a slot empty. Moves are evaluated millions of times, so
 * in `delta` and `apply` numbers are passed singly.
 */
export interface Term {
  /** Finds the growth of the term if the slot gets `to` instead of `from`; may be infinity if the term exceeds `maxPenalty`. */
  delta(slot: number, from: number, to: number, maxPenalty?: number): number;
  /** Updates the sums for the move. */
  apply(slot: number, from: number, to: number): void;
  /** The value of the term for the present plan, from the sums that it stores. */
  total(): number;
}

/** The penalty for breaking a rule. It is never below 0, so that no move saves more than the present penalty. */
export interface Penalty extends Term {
  /** The most that a move in the slot can save: the part of the present penalty that depends on the slot. */
  maxSaving(slot: number): number;
  /** From now on the penalty counts for this fraction of its weight; ranges for their initial fraction times this. See `PENALTY_SCHEDULES`. */
  scale?(fraction: number): void;
  /**
   * Finds the delta of a swap, as `delta` does: the slot of the replacement gets `to`, and `otherSlot` gets `from`. For a
   * penalty without this function, the swap is carried out to find its delta, and taken back.
   */
  swapDelta?(replacement: Replacement, otherSlot: number, maxPenalty: number): number;
}

/** A move that gives a slot another candidate. */
export interface Replacement {
  readonly slot: number;
  readonly from: number;
  readonly to: number;
}
