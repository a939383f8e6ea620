/**
 * Pseudo-random numbers: the same seeds give the same numbers. The generator is mulberry32 by Tommy Ettinger (public domain),
 * https://gist.github.com/tommyettinger/46a874533244883189143505d203312c, seeded with a mixture of all seeds.
 */
export class Random {
  #state: number;

  constructor(...seeds: readonly number[]) {
    this.#state = seeds.reduce((state, seed) => mix(state ^ (seed >>> 0)), 0);
  }

  /** Returns a number from 0 to, but not including, 1. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    return mix(this.#state) / 2 ** 32;
  }

  /** Returns a whole number from 0 to, but not including, `end`. */
  below(end: number): number {
    return Math.floor(this.fraction() * end);
  }

  /** Returns whether something of this probability happens. */
  happens(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** Returns one of the values, all equally likely. @throws RangeError if there is none. */
  pick<T>(values: readonly T[]): T {
    return at(values, this.below(values.length));
  }

  /**
   * Makes a permutation of the numbers below `size`: a function from index to number, which is index × factor + offset. The
   * factor has no common divisor with `size`, so no number comes twice. It is exact while `size` squared is below 2 ** 53.
   */
  makePermutation(size: number): (index: number) => number {
    const offset = this.below(size);
    let factor = 1 + this.below(size);
    while (greatestDivisor(factor, size) > 1) factor += 1;
    return (index) => (factor * index + offset) % size;
  }
}

/** Scrambles the bits of a number: the output function of mulberry32, after a constant is added, since it makes 0 of 0. */
function mix(value: number): number {
  const sum = (value + 0x9e3779b9) | 0;
  let bits = Math.imul(sum ^ (sum >>> 15), sum | 1);
  bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
  return (bits ^ (bits >>> 14)) >>> 0;
}

/** @throws RangeError if there is no value at that index. */
export function at<T>(values: readonly T[], index: number): T {
  const value = values[index];
  if (value === undefined) throw new RangeError(`no value ${index} of ${values.length}`);
  return value;
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
