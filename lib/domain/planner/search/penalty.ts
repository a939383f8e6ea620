/**
 * One term of the objective. It stores its sums by slot, day and week, so that it finds the delta of a single move
 * without looking at the whole plan. A course is a dish with a portion, here its number; `EMPTY` is no course.
 */
export interface Term {
  /** How much the term grows with `to` in the slot instead of `from`; if that is above `limit`, any number above it. */
  delta(slot: number, from: number, to: number, limit: number): number;
  /** Updates the sums for that move. */
  apply(slot: number, from: number, to: number): void;
  /** The value of the term for the present plan, summed up anew. */
  total(): number;
}

/** The penalty for breaking a rule. It is never below 0, so that no move saves more than the present penalty. */
export interface Penalty extends Term {
  /** The part of the present penalty that a move in the slot can change. The move saves no more than this. */
  costAt(slot: number): number;
  /** Weighs the penalty with this part of its weight from now on, see `PENALTY_GROWTH`. */
  scale?(part: number): void;
  /** The delta of a swap of two slots; a penalty without it makes the swap and takes it back. */
  swapDelta?(replacement: Replacement, other: number, limit: number): number;
}

/** A slot gets another course. */
export interface Replacement {
  readonly slot: number;
  readonly from: number;
  readonly to: number;
}
