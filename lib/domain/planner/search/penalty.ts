/**
 * One summand of the objective. It keeps its sums by slot, day and week, so that it can tell what a single move would change
 * without looking at the whole plan. A course is a number; `EMPTY` stands for none.
 */
export interface Term {
  /** How much the summand grows when the slot has `to` instead of `from`; if that is above `limit`, any number above it. */
  delta(slot: number, from: number, to: number, limit: number): number;
  /** Makes that move. */
  apply(slot: number, from: number, to: number): void;
  /** What the present plan costs, summed up anew. */
  total(): number;
}

/** What a rule costs while it is broken: never below 0, so that no move saves more than the present penalty. */
export interface Penalty extends Term {
  /** What it costs now where the slot matters. */
  present(slot: number): number;
  /** Lets it count for this part of its weight, see `PENALTY_GROWTH`. */
  scale?(part: number): void;
  /** The same as `delta` for two slots that swap courses; without it a swap is made and taken back. */
  swapDelta?(move: Move, other: number, limit: number): number;
}

/** A slot gets another course. */
export interface Move {
  readonly slot: number;
  readonly from: number;
  readonly to: number;
}
