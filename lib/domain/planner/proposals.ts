import type { Random } from '../random.ts';
import { NOTHING } from './board.ts';

/** Of 16 courses that are tried so many are such as have stood there before, once that is known. */
const KNOWN = 12;
const NO_OPTIONS = new Int32Array(0);

/** Says which course is tried at a place. */
export class Proposals {
  readonly #random: Random;
  /** By place, its options, the likeliest first. Places of one kind share the list. */
  readonly #ranked: readonly Int32Array[];
  /** By such a list, what has stood at places of the kind, as often as it did; and how many of it are in use. */
  readonly #stood = new Map<Int32Array, number[]>();
  readonly #used = new Map<Int32Array, number>();

  constructor(ranked: readonly Int32Array[], random: Random) {
    this.#random = random;
    this.#ranked = ranked;
  }

  /** Remembers what stands at a place. */
  remember(place: number, course: number): void {
    const ranked = this.#ranked[place];
    if (course === NOTHING || !ranked) return;
    const stood = this.#stood.get(ranked);
    if (stood) stood.push(course);
    else this.#stood.set(ranked, [course]);
  }

  /** From now on makes use of what it remembers. */
  learn(): void {
    for (const [ranked, { length }] of this.#stood) this.#used.set(ranked, length);
  }

  /** A course that fits the place. */
  draw(place: number): number {
    const ranked = this.#ranked[place] ?? NO_OPTIONS;
    const used = this.#used.get(ranked) ?? 0;
    if (used > 0 && this.#random.below(16) < KNOWN) {
      return this.#stood.get(ranked)?.[this.#random.below(used)] ?? NOTHING;
    }
    const fraction = this.#random.fraction();
    return ranked[Math.floor(fraction * fraction * fraction * ranked.length)] ?? NOTHING;
  }
}
