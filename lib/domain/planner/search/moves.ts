import { EMPTY } from '../model.ts';
import type { Neighbourhood } from './neighbourhood.ts';
import {
  COMPOUND_MOVE_SHARES,
  COPYING_MOVE_SHARES,
  MAX_REPLACED_SLOTS,
  MOVE_SHARES,
  TOTAL_SHARES,
} from './parameters.ts';

/** A kind of move. It draws a move at the slot, and makes the move if the objective grows by no more than `limit`. */
export type MoveKind = (neighbourhood: Neighbourhood, slot: number, limit: number) => void;

/** Two slots with the same options swap their candidates. */
const swap: MoveKind = (neighbourhood, slot, limit) => {
  const slots = neighbourhood.swappableSlotsBySlot[slot];
  if (!slots || slots.length < 2) return;
  const otherSlot = slots[neighbourhood.random.below(slots.length)] ?? slot;
  if (neighbourhood.canSwap(slot, otherSlot)) neighbourhood.objective.swap(slot, otherSlot, limit);
};

/** The slot gets a candidate that is drawn from its proposals. */
const replace: MoveKind = (neighbourhood, slot, limit) =>
  neighbourhood.tryReplacement(slot, neighbourhood.proposals.draw(slot), limit);

/** An optional slot becomes empty. A slot that cannot become empty gets another candidate. */
const clear: MoveKind = (neighbourhood, slot, limit) => {
  if (neighbourhood.canClear(slot)) neighbourhood.tryReplacement(slot, EMPTY, limit);
  else replace(neighbourhood, slot, limit);
};

/** The drawn slot and one or two after it in its meal get other candidates at once, or become empty. */
const replaceSeveral: MoveKind = (neighbourhood, slot, limit) => {
  const { random, proposals, freeSlotsOfMealBySlot } = neighbourhood;
  const slots = freeSlotsOfMealBySlot[slot] ?? Int32Array.of(slot);
  const count = Math.min(slots.length, 2 + random.below(MAX_REPLACED_SLOTS - 1));
  const firstIndex = slots.indexOf(slot);
  const changedSlots = Array.from({ length: count }, (_, index) => slots[(firstIndex + index) % slots.length] ?? slot);
  tryReplacements(neighbourhood, changedSlots, limit, (nextSlot) => {
    // As often as a usual search clears a slot. No other share was tried.
    const isCleared = neighbourhood.canClear(nextSlot) && random.below(TOTAL_SHARES) < MOVE_SHARES.clear;
    return isCleared ? EMPTY : proposals.draw(nextSlot);
  });
};

/** The meal gets the candidates of a drawn meal whose first free slots have the same options. */
const copyMeal: MoveKind = (neighbourhood, slot, limit) => {
  const { random, objective, swappableSlotsBySlot, freeSlotsOfMealBySlot } = neighbourhood;
  const swappableSlots = swappableSlotsBySlot[slot] ?? [];
  const sourceSlots = freeSlotsOfMealBySlot[swappableSlots[random.below(swappableSlots.length)] ?? slot] ?? [];
  const targetSlots = [...(freeSlotsOfMealBySlot[slot] ?? [])];
  // A source with fewer slots does not fit: -1 is no slot, and has no options.
  const fits = targetSlots.every(
    (targetSlot, index) => swappableSlotsBySlot[targetSlot] === swappableSlotsBySlot[sourceSlots[index] ?? -1],
  );
  if (fits)
    tryReplacements(neighbourhood, targetSlots, limit, (_, index) => objective.candidateAt(sourceSlots[index] ?? slot));
};

/** Gives each slot the candidate of `choose` where that is new in its meal, if the objective grows by no more than `limit` in sum. */
function tryReplacements(
  { objective }: Neighbourhood,
  slots: readonly number[],
  limit: number,
  choose: (slot: number, index: number) => number,
): void {
  const replaced: { readonly slot: number; readonly from: number }[] = [];
  let delta = 0;
  for (const [index, slot] of slots.entries()) {
    const from = objective.candidateAt(slot);
    const to = choose(slot, index);
    if (to === from || !objective.isNewInMeal(slot, to)) continue;
    // Only the last delta may be cut short at the limit: the others are needed exactly, for the sum.
    const isLast = index === slots.length - 1;
    delta += objective.delta(slot, to, isLast ? limit - delta : Number.POSITIVE_INFINITY);
    if (isLast && delta > limit) break;
    objective.apply(slot, to);
    replaced.push({ slot, from });
  }
  if (delta > limit) for (const { slot, from } of replaced.reverse()) objective.apply(slot, from);
}

/** Lists the kinds of moves by a random number below `TOTAL_SHARES`. Each kind has as many entries as its share. */
function toMoveKindByDraw(shares: typeof MOVE_SHARES): readonly MoveKind[] {
  const repeat = (kind: MoveKind, share: number) => Array<MoveKind>(share).fill(kind);
  const moveKinds = [
    ...repeat(swap, shares.swap),
    ...repeat(replace, shares.replace),
    ...repeat(clear, shares.clear),
    ...repeat(replaceSeveral, shares.replaceSeveral),
    ...repeat(copyMeal, shares.copyMeal),
  ];
  if (moveKinds.length !== TOTAL_SHARES) throw new RangeError(`The shares of the moves add up to ${moveKinds.length}`);
  return moveKinds;
}

/** The kinds of moves of a usual search, by a random number below `TOTAL_SHARES`. */
export const MOVE_KIND_BY_DRAW = toMoveKindByDraw(MOVE_SHARES);
/** The same for the searches that also change several slots of a meal at once. */
export const COMPOUND_MOVE_KIND_BY_DRAW = toMoveKindByDraw(COMPOUND_MOVE_SHARES);
/** The same for plans whose dishes may all be served every day. */
export const COPYING_MOVE_KIND_BY_DRAW = toMoveKindByDraw(COPYING_MOVE_SHARES);
