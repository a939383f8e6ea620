/**
 * One term of the objective. It stores sums of the present plan, so that it finds the delta of a move without looking at the
 * whole plan. Slots and candidates are given by their numbers; `EMPTY` leaves a slot empty. Moves are evaluated millions of times, so
 * the arguments of `delta` and `apply` are plain numbers, not objects. There `from` is the candidate that the slot has now.
 */
export interface Term {
  /** The growth of the term if the slot gets `to` instead of `from`. */
  delta(slot: number, from: number, to: number): number;
  /** Updates the sums for the move. */
  apply(slot: number, from: number, to: number): void;
  /** The value of the term for the present plan, from the sums that it stores. */
  total(): number;
}

/** The penalty for breaking a rule. It is never below 0, so that no move saves more than the present penalty. */
export interface Penalty extends Term {
  /**
   * As for a term. It may be infinity if after the move the part of the penalty that depends on the slot is above `maxPenalty`. This
   * is so if delta + `savingBound(slot)` > `maxPenalty`. Such a move is refused in any case.
   */
  delta(slot: number, from: number, to: number, maxPenalty?: number): number;
  /** An upper bound of what a move in the slot can save: the part of the present penalty that depends on the slot. */
  savingBound(slot: number): number;
  /** From now on the penalty counts for this fraction of its weight, or as its class says. See `PENALTY_SCHEDULES`. */
  scale?(fraction: number): void;
  /**
   * The delta of a swap: the slot of the replacement gets `to`, and `otherSlot` gets `from`. `maxPenalty` is as in `delta`, for what
   * depends on either slot. For a penalty without this function, the swap is carried out to find its delta, and taken back.
   */
  swapDelta?(replacement: Replacement, otherSlot: number, maxPenalty: number): number;
}

/** A move that gives a slot another candidate. */
export interface Replacement {
  readonly slot: number;
  readonly from: number;
  readonly to: number;
}
