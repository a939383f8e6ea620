import { Random } from '../../../lib/domain/values/random.ts';

/**
 * Chooses concrete arguments for an abstract command in a world. The picks come first and choose among existing things;
 * the spice decides everything else. Zeros choose the first and the plainest, so what shrinks towards zero becomes
 * plain.
 */
export class Draw {
  readonly #picks: readonly number[];
  readonly #random: Random | undefined;
  #next = 0;

  constructor(picks: readonly number[], spice: number) {
    this.#picks = picks;
    this.#random = spice === 0 ? undefined : new Random(spice);
  }

  /** One of the list, if it has any. */
  one<T>(list: readonly T[]): T | undefined {
    const pick = this.#picks[this.#next++] ?? 0;
    return list[pick % Math.max(1, list.length)];
  }

  /** One of a few that always exist. */
  some<T>(first: T, ...others: readonly T[]): T {
    return this.#random?.pick([first, ...others]) ?? first;
  }

  /** True about once in so many times, and never without spice. */
  rarely(times: number): boolean {
    return this.#random?.chance(1 / times) ?? false;
  }

  /** The list without most of its members. At least `least` of them stay, if it has as many. */
  few<T>(list: readonly T[], least: number): T[] {
    const kept = list.filter(() => this.rarely(3));
    return kept.length >= least ? kept : list.slice(0, least);
  }
}
