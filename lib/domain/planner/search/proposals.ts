import type { Random } from '../../values/random.ts';
import { EMPTY } from '../model.ts';
import { DRAWS, REMEMBERED } from './parameters.ts';

/** The courses that are proposed for the slots of one kind. */
interface Pool {
  /** All that fit, the most likely first. */
  readonly ranked: Int32Array;
  /** What has been served at slots of the kind, as often as it was. */
  readonly served: number[];
  /** How many of those are in use. */
  remembered: number;
}

/** Proposes courses for slots: by rank, and after the first rounds mostly such as have been served there before. */
export class Proposals {
  readonly #random: Random;
  /** By slot. */
  readonly #pools: readonly Pool[];

  constructor(ranked: readonly Int32Array[], random: Random) {
    this.#random = random;
    const pools = new Map(
      [...new Set(ranked)].map((list): [Int32Array, Pool] => [list, { ranked: list, served: [], remembered: 0 }]),
    );
    this.#pools = ranked.map((list) => pools.get(list) ?? { ranked: list, served: [], remembered: 0 });
  }

  /** Records what is served at a slot. */
  record(slot: number, course: number): void {
    if (course !== EMPTY) this.#pools[slot]?.served.push(course);
  }

  /** From now on makes use of what is recorded so far. */
  remember(): void {
    for (const pool of this.#pools) pool.remembered = pool.served.length;
  }

  /** A course that fits the slot. */
  draw(slot: number): number {
    const pool = this.#pools[slot];
    if (!pool) return EMPTY;
    const { ranked, served, remembered } = pool;
    if (remembered > 0 && this.#random.below(DRAWS) < REMEMBERED)
      return served[this.#random.below(remembered)] ?? EMPTY;
    const fraction = this.#random.fraction();
    return ranked[Math.floor(fraction * fraction * fraction * ranked.length)] ?? EMPTY;
  }
}
