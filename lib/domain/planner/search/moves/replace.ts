import { MOVE_SHARES } from '../parameters.ts';
import type { MoveKind } from './move-kind.ts';

/** A slot gets another course, one that is proposed for it. */
export const replace: MoveKind = {
  share: MOVE_SHARES.replace,
  attempt(neighbourhood, slot, limit) {
    neighbourhood.tryCourse(slot, neighbourhood.proposals.draw(slot), limit);
  },
};
