import { EMPTY } from '../model.ts';
import type { Neighbourhood } from './neighbourhood.ts';
import { MAX_REGROUPED_SLOTS, MOVE_SHARES, REGROUPING_MOVE_SHARES, TOTAL_SHARES } from './parameters.ts';

/** A kind of move. It draws a move at the slot, and makes the move if the objective grows by no more than `limit`. */
export type Move = (neighbourhood: Neighbourhood, slot: number, limit: number) => void;

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

/** The drawn slot and one or two after it in its meal get other candidates at once, or become empty. */
const regroup: Move = (neighbourhood, slot, limit) => {
  const { objective, random, proposals } = neighbourhood;
  const slots = neighbourhood.freeSlotsOfMealBySlot[slot] ?? Int32Array.of(slot);
  const count = Math.min(slots.length, 2 + random.below(MAX_REGROUPED_SLOTS - 1));
  const first = slots.indexOf(slot);
  const changed: { readonly slot: number; readonly from: number }[] = [];
  let delta = 0;
  for (let index = 0; index < count; index += 1) {
    const nextSlot = slots[(first + index) % slots.length] ?? slot;
    const from = objective.candidateAt(nextSlot);
    const mayClear = neighbourhood.canClear(nextSlot) && random.below(TOTAL_SHARES) < MOVE_SHARES.clear;
    const to = mayClear ? EMPTY : proposals.draw(nextSlot);
    if (to === from || !objective.isNewInMeal(nextSlot, to)) continue;
    // Only the last delta may end early, as it is not added to.
    const isLast = index === count - 1;
    delta += objective.delta(nextSlot, to, isLast ? limit - delta : Number.POSITIVE_INFINITY);
    if (isLast && delta > limit) break;
    objective.apply(nextSlot, to);
    changed.push({ slot: nextSlot, from });
  }
  if (delta > limit) for (const { slot: nextSlot, from } of changed.reverse()) objective.apply(nextSlot, from);
};

/** Lists the kinds of moves by a random number below `TOTAL_SHARES`. Each kind has as many entries as its share. */
function toMovesByDraw(shares: typeof MOVE_SHARES): readonly Move[] {
  const repeat = (move: Move, share: number) => Array<Move>(share).fill(move);
  const moves = [
    ...repeat(swap, shares.swap),
    ...repeat(replace, shares.replace),
    ...repeat(clear, shares.clear),
    ...repeat(regroup, shares.regroup),
  ];
  if (moves.length !== TOTAL_SHARES) throw new RangeError(`The shares of the moves add up to ${moves.length}`);
  return moves;
}

/** The kinds of moves of a usual search, by a random number below `TOTAL_SHARES`. */
export const MOVES_BY_DRAW = toMovesByDraw(MOVE_SHARES);
/** The same for the searches that also change several slots of a meal at once. */
export const REGROUPING_MOVES_BY_DRAW = toMovesByDraw(REGROUPING_MOVE_SHARES);
