/**
 * One summand of the objective. It stores its sums by slot, day and week, so that it finds the delta of a single move
 * without looking at the whole plan. A course is a number, and `EMPTY` is no course.
 */
export interface Term {
  /** How much the summand grows when the slot has `to` instead of `from`; if that is above `limit`, any number above it. */
  delta(slot: number, from: number, to: number, limit: number): number;
  /** Makes that move. */
  apply(slot: number, from: number, to: number): void;
  /** What the present plan costs, summed up anew. */
  total(): number;
}

/** What it costs to break a rule. It is never below 0, so that no move saves more than the present penalty. */
export interface Penalty extends Term {
  /** The part of the present penalty that a move in the slot can change. */
  present(slot: number): number;
  /** From now on the penalty counts for this part of its weight, see `PENALTY_GROWTH`. */
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
