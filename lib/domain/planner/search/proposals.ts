import type { Random } from '../../values/random.ts';
import { NOTHING } from '../board.ts';

/** Of 16 courses that are tried so many are such as have stood there before, once that is known. */
const KNOWN = 12;

/** Courses of which one is tried; places of one kind share them. */
interface Pool {
  /** All that fit, the likeliest first. */
  readonly ranked: Int32Array;
  /** What has stood at places of the kind, as often as it did. */
  readonly stood: number[];
  /** How many of those are in use. */
  known: number;
}

/** Says which course is tried at a place. */
export class Proposals {
  readonly #random: Random;
  /** By place. */
  readonly #pools: readonly Pool[];

  constructor(ranked: readonly Int32Array[], random: Random) {
    this.#random = random;
    const pools = new Map(
      [...new Set(ranked)].map((list): [Int32Array, Pool] => [list, { ranked: list, stood: [], known: 0 }]),
    );
    this.#pools = ranked.map((list) => pools.get(list) ?? { ranked: list, stood: [], known: 0 });
  }

  /** Remembers what stands at a place. */
  remember(place: number, course: number): void {
    if (course !== NOTHING) this.#pools[place]?.stood.push(course);
  }

  /** From now on makes use of what it remembers. */
  learn(): void {
    for (const pool of this.#pools) pool.known = pool.stood.length;
  }

  /** A course that fits the place. */
  draw(place: number): number {
    const pool = this.#pools[place];
    if (!pool) return NOTHING;
    const { ranked, stood, known } = pool;
    if (known > 0 && this.#random.below(16) < KNOWN) return stood[this.#random.below(known)] ?? NOTHING;
    const fraction = this.#random.fraction();
    return ranked[Math.floor(fraction * fraction * fraction * ranked.length)] ?? NOTHING;
  }
}
