/** An exact number: `over` / `under`, where `under` is above 0. */
export interface Ratio {
  readonly over: bigint;
  readonly under: bigint;
}

export const ZERO: Ratio = { over: 0n, under: 1n };
export const ONE: Ratio = { over: 1n, under: 1n };

/** A decimal number that is not negative, as JSON writes it. */
const DECIMAL = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Powers of ten. Making one anew takes longer than reading the number that needs it. */
const powers = Array.from({ length: 32 }, (_, exponent) => 10n ** BigInt(exponent));

function tenTo(exponent: number): bigint {
  return powers[exponent] ?? 10n ** BigInt(exponent);
}

/** An integer of so many digits is exact in a double. */
const SAFE_DIGITS = 15;

/** Reads a decimal text. `under` is a power of ten. */
export function readDecimal(text: string): Ratio {
  const found = DECIMAL.exec(text);
  if (!found) throw new RangeError('not a decimal number');
  const [, whole = '', decimals = '', exponent = '0'] = found;
  const shift = Number(exponent) - decimals.length;
  const written = whole + decimals;
  // Going through a double takes half the time.
  const digits = written.length <= SAFE_DIGITS ? BigInt(Number(written)) : BigInt(written);
  return shift > 0 ? { over: digits * tenTo(shift), under: 1n } : { over: digits, under: tenTo(-shift) };
}

/** The least common denominator. */
export function commonUnder(ratios: Iterable<Ratio>): bigint {
  let common = 1n;
  for (const { under } of ratios) {
    if (common % under !== 0n) common = (common / greatestDivisor(common, under)) * under;
  }
  return common;
}

/** The number as a multiple of `1 / under`. `under` must be a multiple of its own denominator. */
export function partsOf(ratio: Ratio, under: bigint): bigint {
  return ratio.over * (under / ratio.under);
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [a, b];
  while (smaller > 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}

/** The same number in lowest terms. */
export function reduce({ over, under }: Ratio): Ratio {
  const divisor = greatestDivisor(over, under);
  return divisor === 1n ? { over, under } : { over: over / divisor, under: under / divisor };
}

/** `a` × `b`. */
export function times(a: Ratio, b: Ratio): Ratio {
  return { over: a.over * b.over, under: a.under * b.under };
}

/** `a` + `b`. */
export function plus(a: Ratio, b: Ratio): Ratio {
  return a.under === b.under
    ? { over: a.over + b.over, under: a.under }
    : { over: a.over * b.under + b.over * a.under, under: a.under * b.under };
}

/** `a` − `b`. */
export function minus(a: Ratio, b: Ratio): Ratio {
  return plus(a, { over: -b.over, under: b.under });
}

/** `a` / `b`; 0 where `b` is 0. */
export function share(a: Ratio, b: Ratio): Ratio {
  return b.over === 0n ? ZERO : { over: a.over * b.under, under: a.under * b.over };
}

/** The number as a double: exact enough for a search that only compares. */
export function toNumber({ over, under }: Ratio): number {
  return Number(over) / Number(under);
}

/** Whether `a` is below `b`. */
export function isBelow(a: Ratio, b: Ratio): boolean {
  return a.over * b.under < b.over * a.under;
}

/** The number, which is not negative, as text with two decimals, rounded half up. */
export function toTwoDecimals({ over, under }: Ratio): string {
  return writeHundredths((over * 200n + under) / (2n * under));
}

/** The number, which is not negative, as text with two decimals, rounded up. */
export function upToTwoDecimals({ over, under }: Ratio): string {
  return writeHundredths((over * 100n + under - 1n) / under);
}

function writeHundredths(hundredths: bigint): string {
  const digits = String(hundredths).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
