import { MOVE_SHARES } from '../parameters.ts';
import type { MoveKind } from './move-kind.ts';

/** Two slots for which the same courses fit swap what they have. */
export const swap: MoveKind = {
  share: MOVE_SHARES.swap,
  attempt(neighbourhood, slot, limit) {
    const slots = neighbourhood.exchangeable[slot];
    if (!slots || slots.length < 2) return;
    const other = slots[neighbourhood.random.below(slots.length)] ?? slot;
    if (neighbourhood.canSwap(slot, other)) neighbourhood.objective.swap(slot, other, limit);
  },
};
