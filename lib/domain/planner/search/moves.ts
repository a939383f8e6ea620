import { EMPTY } from '../model.ts';
import type { Neighbourhood } from './neighbourhood.ts';
import { MOVE_SHARES } from './parameters.ts';

/** A kind of move. It draws a move at the slot, and makes the move if the objective grows by no more than `limit`. */
type Move = (neighbourhood: Neighbourhood, slot: number, limit: number) => void;

/** Two slots with the same options swap their candidates. */
const swap: Move = (neighbourhood, slot, limit) => {
  const slots = neighbourhood.swappableSlotsBySlot[slot];
  if (!slots || slots.length < 2) return;
  const otherSlot = slots[neighbourhood.random.below(slots.length)] ?? slot;
  if (neighbourhood.canSwap(slot, otherSlot)) neighbourhood.objective.swap(slot, otherSlot, limit);
};

/** The slot gets a candidate that is drawn from its proposals. */
const replace: Move = (neighbourhood, slot, limit) =>
  neighbourhood.tryReplacement(slot, neighbourhood.proposals.draw(slot), limit);

/** An optional slot becomes empty. A slot that cannot become empty gets another candidate. */
const clear: Move = (neighbourhood, slot, limit) => {
  if (neighbourhood.canClear(slot)) neighbourhood.tryReplacement(slot, EMPTY, limit);
  else replace(neighbourhood, slot, limit);
};

const repeatMove = (move: Move, share: number) => Array<Move>(share).fill(move);

/** By a random number below `TOTAL_SHARES`, the kind of move. Each kind has as many entries as its share. */
export const MOVES_BY_DRAW: readonly Move[] = [
  ...repeatMove(swap, MOVE_SHARES.swap),
  ...repeatMove(replace, MOVE_SHARES.replace),
  ...repeatMove(clear, MOVE_SHARES.clear),
];
