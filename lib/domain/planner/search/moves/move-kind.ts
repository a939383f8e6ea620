import type { Neighbourhood } from '../neighbourhood.ts';

/** One kind of move of the annealing. */
export interface MoveKind {
  /** So many of `DRAWS` moves are of this kind. */
  readonly share: number;
  /** Draws a move at the slot, and makes it if the objective grows by no more than `limit`. */
  readonly attempt: (neighbourhood: Neighbourhood, slot: number, limit: number) => void;
}
