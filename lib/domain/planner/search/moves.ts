import { EMPTY } from '../model.ts';
import type { Neighbourhood } from './neighbourhood.ts';
import { MOVE_SHARES } from './parameters.ts';

/** A kind of move: draws a move at the slot, and makes it if the objective grows by no more than `limit`. */
type Move = (neighbourhood: Neighbourhood, slot: number, limit: number) => void;

/** Two slots that the same courses fit swap what they serve. */
const swap: Move = (neighbourhood, slot, limit) => {
  const slots = neighbourhood.exchangeable[slot];
  if (!slots || slots.length < 2) return;
  const other = slots[neighbourhood.random.below(slots.length)] ?? slot;
  if (neighbourhood.canSwap(slot, other)) neighbourhood.objective.swap(slot, other, limit);
};

/** The slot gets another course, which is drawn from the proposals for it. */
const replace: Move = (neighbourhood, slot, limit) =>
  neighbourhood.tryCourse(slot, neighbourhood.proposals.draw(slot), limit);

/** An optional slot loses its course. Any other slot gets another course. */
const clear: Move = (neighbourhood, slot, limit) => {
  if (neighbourhood.mayClear(slot)) neighbourhood.tryCourse(slot, EMPTY, limit);
  else replace(neighbourhood, slot, limit);
};

const repeated = (move: Move, share: number) => Array<Move>(share).fill(move);

/** By a number that is drawn below `TOTAL_SHARES`, the kind of move: each kind comes as often as its share says. */
export const MOVE_OF_DRAW: readonly Move[] = [
  ...repeated(swap, MOVE_SHARES.swap),
  ...repeated(replace, MOVE_SHARES.replace),
  ...repeated(clear, MOVE_SHARES.clear),
];
