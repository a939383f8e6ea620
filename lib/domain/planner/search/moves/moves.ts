import { clear } from './clear.ts';
import type { MoveKind } from './move-kind.ts';
import { replace } from './replace.ts';
import { swap } from './swap.ts';

/** The kinds of moves of which the annealing draws: each as often as its share says. */
const MOVES: readonly MoveKind[] = [swap, replace, clear];

/** By draw, the kind of move that it means. */
export const MOVE_OF_DRAW: readonly MoveKind[] = MOVES.flatMap((kind) => Array<MoveKind>(kind.share).fill(kind));
