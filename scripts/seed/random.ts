/** The next number of a sequence, from 0 up to but not including 1. */
export type Random = () => number;

/**
 * The sequence of numbers that belongs to these whole numbers: always the same for the same ones. It is mulberry32 by
 * Tommy Ettinger (public domain), https://gist.github.com/tommyettinger/46a874533244883189143505d203312c, started from
 * a mixture of them all.
 */
export function randomOf(...parts: readonly number[]): Random {
  let state = parts.reduce((sum, part) => mix(sum ^ (part >>> 0)), 0);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    return mix(state) / 2 ** 32;
  };
}

/** The output function of mulberry32: every bit of the result depends on all of the input. */
function mix(value: number): number {
  const sum = (value + 0x9e3779b9) | 0;
  let bits = Math.imul(sum ^ (sum >>> 15), sum | 1);
  bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
  return (bits ^ (bits >>> 14)) >>> 0;
}

/** One of the values, each as likely as the others. @throws RangeError where there is none. */
export function pick<T>(random: Random, values: readonly T[]): T {
  return at(values, Math.floor(random() * values.length));
}

/** The value at that place. @throws RangeError where there is none. */
export function at<T>(values: readonly T[], index: number): T {
  const value = values[index];
  if (value === undefined) throw new RangeError(`no value ${index} of ${values.length}`);
  return value;
}

/**
 * Puts the numbers from 0 up to but not including `size` in another order, drawn by `random`: the number at each place
 * is its multiple by a factor without common divisor with `size`, and so no number comes twice.
 */
export function shuffle(random: Random, size: number): (place: number) => number {
  const offset = Math.floor(random() * size);
  let factor = 1 + Math.floor(random() * size);
  while (commonDivisor(factor, size) > 1) factor += 1;
  return (place) => (factor * place + offset) % size;
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}
