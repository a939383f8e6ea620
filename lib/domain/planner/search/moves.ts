import { EMPTY } from '../model.ts';
import type { Neighbourhood } from './neighbourhood.ts';
import {
  COMPOUND_MOVE_SIXTEENTHS,
  COPYING_MOVE_SIXTEENTHS,
  MAX_REPLACED_SLOTS,
  MOVE_SIXTEENTHS,
  SIXTEENTHS,
} from './parameters.ts';

/** A kind of move. It draws a move in the slot, and makes it if the objective grows by no more than `maxDelta`. */
export type MoveKind = (neighbourhood: Neighbourhood, slot: number, maxDelta: number) => void;

/** Two slots with the same options swap their candidates. */
const swap: MoveKind = (neighbourhood, slot, maxDelta) => {
  const swappableSlots = neighbourhood.swappableSlotsBySlot[slot];
  if (!swappableSlots || swappableSlots.length < 2) return;
  const otherSlot = swappableSlots[neighbourhood.random.below(swappableSlots.length)] ?? slot;
  if (neighbourhood.canSwap(slot, otherSlot)) neighbourhood.objective.swap(slot, otherSlot, maxDelta);
};

/** The slot gets a candidate that is drawn from its proposals. */
const replace: MoveKind = (neighbourhood, slot, maxDelta) =>
  neighbourhood.tryReplacement(slot, neighbourhood.proposals.draw(slot), maxDelta);

/** An optional slot becomes empty. A slot that cannot become empty gets another candidate. */
const clear: MoveKind = (neighbourhood, slot, maxDelta) => {
  if (neighbourhood.canClear(slot)) neighbourhood.tryReplacement(slot, EMPTY, maxDelta);
  else replace(neighbourhood, slot, maxDelta);
};

/** The drawn slot and one or two after it in its meal get other candidates at once, or become empty. */
const replaceSeveral: MoveKind = (neighbourhood, slot, maxDelta) => {
  const { random, proposals, freeSlotsOfMealBySlot } = neighbourhood;
  const slots = freeSlotsOfMealBySlot[slot] ?? Int32Array.of(slot);
  const count = Math.min(slots.length, 2 + random.below(MAX_REPLACED_SLOTS - 1));
  const firstIndex = slots.indexOf(slot);
  const changedSlots = Array.from({ length: count }, (_, index) => slots[(firstIndex + index) % slots.length] ?? slot);
  tryReplacements(neighbourhood, changedSlots, maxDelta, (nextSlot) => {
    // As often as a usual search clears a slot. No other share was tried.
    const isCleared = neighbourhood.canClear(nextSlot) && random.below(SIXTEENTHS) < MOVE_SIXTEENTHS.clear;
    return isCleared ? EMPTY : proposals.draw(nextSlot);
  });
};

/** The meal gets the candidates of a drawn meal whose first free slots have the same options. */
const copyMeal: MoveKind = (neighbourhood, slot, maxDelta) => {
  const { random, objective, swappableSlotsBySlot, freeSlotsOfMealBySlot } = neighbourhood;
  const swappableSlots = swappableSlotsBySlot[slot] ?? [];
  const sourceSlots = freeSlotsOfMealBySlot[swappableSlots[random.below(swappableSlots.length)] ?? slot] ?? [];
  const targetSlots = [...(freeSlotsOfMealBySlot[slot] ?? [])];
  const fits = targetSlots.every((targetSlot, index) => {
    const sourceSlot = sourceSlots[index];
    return sourceSlot !== undefined && swappableSlotsBySlot[targetSlot] === swappableSlotsBySlot[sourceSlot];
  });
  const choose = (_: number, index: number) => objective.candidateAt(sourceSlots[index] ?? slot);
  if (fits) tryReplacements(neighbourhood, targetSlots, maxDelta, choose);
};

/** Gives each slot the candidate of `choose` where that is new in its meal, if the objective grows by no more than `maxDelta` in sum. */
function tryReplacements(
  { objective }: Neighbourhood,
  slots: readonly number[],
  maxDelta: number,
  choose: (slot: number, index: number) => number,
): void {
  const replaced: { readonly slot: number; readonly from: number }[] = [];
  let delta = 0;
  for (const [index, slot] of slots.entries()) {
    const from = objective.candidateAt(slot);
    const to = choose(slot, index);
    // If this skips the last slot, all deltas are exact, and the check after the loop takes the moves back.
    if (to === from || !objective.isNewInMeal(slot, to)) continue;
    // Only the delta of the last slot may be cut short: the others are needed exactly, for the sum.
    const isLast = index === slots.length - 1;
    delta += objective.delta(slot, to, isLast ? maxDelta - delta : Number.POSITIVE_INFINITY);
    if (isLast && delta > maxDelta) break;
    objective.apply(slot, to);
    replaced.push({ slot, from });
  }
  if (delta > maxDelta) for (const { slot, from } of replaced.reverse()) objective.apply(slot, from);
}

/** Lists the kinds of moves by a random number below `SIXTEENTHS`. Each kind has as many entries as its share. */
function toMoveKindByDraw(shares: typeof MOVE_SIXTEENTHS): readonly MoveKind[] {
  const repeat = (kind: MoveKind, share: number) => Array<MoveKind>(share).fill(kind);
  const moveKinds = [
    ...repeat(swap, shares.swap),
    ...repeat(replace, shares.replace),
    ...repeat(clear, shares.clear),
    ...repeat(replaceSeveral, shares.replaceSeveral),
    ...repeat(copyMeal, shares.copyMeal),
  ];
  if (moveKinds.length !== SIXTEENTHS) throw new RangeError(`The shares of the moves add up to ${moveKinds.length}`);
  return moveKinds;
}

/** The kinds of moves of a usual search, by a random number below `SIXTEENTHS`. */
export const MOVE_KIND_BY_DRAW = toMoveKindByDraw(MOVE_SIXTEENTHS);
/** The same for the searches that also change several slots of a meal at once. */
export const COMPOUND_MOVE_KIND_BY_DRAW = toMoveKindByDraw(COMPOUND_MOVE_SIXTEENTHS);
/** The same for plans whose dishes may all be served every day. */
export const COPYING_MOVE_KIND_BY_DRAW = toMoveKindByDraw(COPYING_MOVE_SIXTEENTHS);
