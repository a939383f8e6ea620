import type { Random } from '../../values/random.ts';
import { cached } from '../cached.ts';
import { EMPTY } from '../model.ts';
import { RECORDED_SIXTEENTHS, SIXTEENTHS } from './parameters.ts';

/** The proposals for slots with the same ranked options. */
interface Pool {
  /** The ranked options, the most promising first. */
  readonly rankedOptions: Int32Array;
  /** The candidates that these slots have served, each as often as it was recorded. */
  readonly recorded: number[];
  /** `draw` proposes only this many of the recorded candidates, the first ones. */
  proposableCount: number;
}

/** Proposes candidates for slots: by rank, and in restarts mostly those that plans of earlier rounds have there. */
export class Proposals {
  readonly #random: Random;
  /** Slots with the same ranked options share the pool. */
  readonly #poolBySlot: readonly Pool[];

  constructor(rankedOptionsBySlot: readonly Int32Array[], random: Random) {
    this.#random = random;
    const toPool = cached((rankedOptions: Int32Array): Pool => ({ rankedOptions, recorded: [], proposableCount: 0 }));
    this.#poolBySlot = rankedOptionsBySlot.map(toPool);
  }

  record(slot: number, candidate: number): void {
    if (candidate !== EMPTY) this.#poolBySlot[slot]?.recorded.push(candidate);
  }

  /** From now on, `draw` mostly proposes the candidates recorded so far. */
  startProposingRecorded(): void {
    for (const pool of this.#poolBySlot) pool.proposableCount = pool.recorded.length;
  }

  /** Draws a candidate that fits the slot; `EMPTY` if it has no options. */
  draw(slot: number): number {
    const pool = this.#poolBySlot[slot];
    if (!pool) return EMPTY;
    const { rankedOptions, recorded, proposableCount } = pool;
    if (proposableCount > 0 && this.#random.below(SIXTEENTHS) < RECORDED_SIXTEENTHS)
      return recorded[this.#random.below(proposableCount)] ?? EMPTY;
    // The cube favours promising candidates: half of the draws are among the first eighth.
    const fraction = this.#random.fraction();
    return rankedOptions[Math.floor(fraction * fraction * fraction * rankedOptions.length)] ?? EMPTY;
  }
}
