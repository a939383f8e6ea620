import type { Random } from '../../values/random.ts';
import { EMPTY } from '../model.ts';
import { REMEMBERED_SHARES, TOTAL_SHARES } from './parameters.ts';

/** The courses that are proposed for slots with the same options. */
interface Pool {
  /** All options, the most promising first. */
  readonly ranked: Int32Array;
  /** What was served in these slots: each course as often as it was recorded. */
  readonly served: number[];
  /** How many of `served` are proposed again, from the first. */
  remembered: number;
}

/** Proposes courses for slots: by rank, and in restarts mostly courses that earlier rounds have served there. */
export class Proposals {
  readonly #random: Random;
  /** By slot; slots with the same options share the pool. */
  readonly #pools: readonly Pool[];

  constructor(ranked: readonly Int32Array[], random: Random) {
    this.#random = random;
    const toPool = (list: Int32Array): Pool => ({ ranked: list, served: [], remembered: 0 });
    const pools = new Map([...new Set(ranked)].map((list) => [list, toPool(list)]));
    this.#pools = ranked.flatMap((list) => pools.get(list) ?? []);
  }

  /** Records that the slot serves the course. */
  record(slot: number, course: number): void {
    if (course !== EMPTY) this.#pools[slot]?.served.push(course);
  }

  /** From now on proposes again what is recorded so far. */
  remember(): void {
    for (const pool of this.#pools) pool.remembered = pool.served.length;
  }

  /** Draws a course that fits the slot. */
  draw(slot: number): number {
    const pool = this.#pools[slot];
    if (!pool) return EMPTY;
    const { ranked, served, remembered } = pool;
    if (remembered > 0 && this.#random.below(TOTAL_SHARES) < REMEMBERED_SHARES)
      return served[this.#random.below(remembered)] ?? EMPTY;
    // The cube favours promising courses: half of the draws are among the first eighth.
    const fraction = this.#random.fraction();
    return ranked[Math.floor(fraction * fraction * fraction * ranked.length)] ?? EMPTY;
  }
}
