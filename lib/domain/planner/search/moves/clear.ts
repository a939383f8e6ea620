import { EMPTY } from '../../model.ts';
import { MOVE_SHARES } from '../parameters.ts';
import type { MoveKind } from './move-kind.ts';
import { replace } from './replace.ts';

/** A slot that may stay empty loses its course; at any other slot it is a replacement. */
export const clear: MoveKind = {
  share: MOVE_SHARES.clear,
  attempt(neighbourhood, slot, limit) {
    if (neighbourhood.mayClear(slot)) neighbourhood.tryCourse(slot, EMPTY, limit);
    else replace.attempt(neighbourhood, slot, limit);
  },
};
