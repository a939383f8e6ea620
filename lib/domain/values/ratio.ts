/** What an exact number can be made of: a decimal text as JSON writes it, not below 0, or a number as JavaScript prints it. */
export type Figure = Ratio | string | number | bigint;

const DECIMAL = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Powers of ten. Making one anew takes longer than reading the number that needs it. */
const powers = Array.from({ length: 32 }, (_, exponent) => 10n ** BigInt(exponent));

function tenTo(exponent: number): bigint {
  return powers[exponent] ?? 10n ** BigInt(exponent);
}

/** An integer of so many digits is exact in a double. */
const SAFE_DIGITS = 15;
/** No decimal number in the house has more decimals. */
const MOST_DECIMALS = 60;

/** An exact number, `over` / `under`, where `under` is above 0. Only printing rounds, and it rounds half up. */
export class Ratio {
  readonly over: bigint;
  readonly under: bigint;

  constructor(over: bigint, under = 1n) {
    this.over = over;
    this.under = under;
  }

  plus(figure: Figure): Ratio {
    const { over, under } = ratio(figure);
    if (this.under === under) return new Ratio(this.over + over, under);
    // Decimal numbers keep a power of ten below. Others would grow with each sum.
    if (this.under % under === 0n) return new Ratio(this.over + over * (this.under / under), this.under);
    if (under % this.under === 0n) return new Ratio(this.over * (under / this.under) + over, under);
    return new Ratio(this.over * under + over * this.under, this.under * under).reduced();
  }

  minus(figure: Figure): Ratio {
    const { over, under } = ratio(figure);
    return this.plus(new Ratio(-over, under));
  }

  times(figure: Figure): Ratio {
    const { over, under } = ratio(figure);
    return new Ratio(this.over * over, this.under * under);
  }

  /** Divided by a number that is not below 0; 0 where that is 0, as nothing has no share in nothing. */
  per(figure: Figure): Ratio {
    const { over, under } = ratio(figure);
    return over === 0n ? ZERO : new Ratio(this.over * under, this.under * over);
  }

  abs(): Ratio {
    return this.over < 0n ? new Ratio(-this.over, this.under) : this;
  }

  /** Below 0 where this is less, above 0 where it is more. */
  compare(figure: Figure): number {
    const { over, under } = ratio(figure);
    const [a, b] = [this.over * under, over * this.under];
    return a < b ? -1 : Number(a > b);
  }

  isBelow(figure: Figure): boolean {
    return this.compare(figure) < 0;
  }

  isAbove(figure: Figure): boolean {
    return this.compare(figure) > 0;
  }

  /** The same number in lowest terms: long sums and products stay small by that. */
  reduced(): Ratio {
    const divisor = greatestDivisor(this.over < 0n ? -this.over : this.over, this.under);
    return divisor === 1n ? this : new Ratio(this.over / divisor, this.under / divisor);
  }

  /** The number as a multiple of `1 / under`, which must be a multiple of its own denominator. */
  parts(under: bigint): bigint {
    return this.over * (under / this.under);
  }

  /** The number as a double: exact enough for a search that only compares. */
  toNumber(): number {
    return Number(this.over) / Number(this.under);
  }

  /** As text with so many decimals, rounded half up. */
  toFixed(decimals: number): string {
    const { over, under } = this.abs();
    const rounded = (2n * over * tenTo(decimals) + under) / (2n * under);
    return `${this.over < 0n && rounded > 0n ? '-' : ''}${withPoint(rounded, decimals)}`;
  }

  /** As text with so many decimals, rounded up. The number must not be below 0. */
  toFixedUp(decimals: number): string {
    return withPoint((this.over * tenTo(decimals) + this.under - 1n) / this.under, decimals);
  }

  /**
   * As plain decimal text without unnecessary zeros.
   * @throws RangeError where it is no decimal number.
   */
  toText(): string {
    const { under } = this.reduced();
    for (let decimals = 0; decimals <= MOST_DECIMALS; decimals += 1) {
      if (tenTo(decimals) % under === 0n) return this.toFixed(decimals);
    }
    throw new RangeError('no decimal number');
  }
}

export const ZERO = new Ratio(0n);
export const ONE = new Ratio(1n);

/**
 * Reads an exact number.
 * @throws RangeError where the text is none.
 */
export function ratio(figure: Figure): Ratio {
  if (figure instanceof Ratio) return figure;
  if (typeof figure === 'bigint') return new Ratio(figure);
  const found = DECIMAL.exec(String(figure));
  if (!found) throw new RangeError('not a decimal number');
  const [, whole = '', decimals = '', exponent = '0'] = found;
  const shift = Number(exponent) - decimals.length;
  const written = whole + decimals;
  // Going through a double takes half the time.
  const digits = written.length <= SAFE_DIGITS ? BigInt(Number(written)) : BigInt(written);
  return shift > 0 ? new Ratio(digits * tenTo(shift)) : new Ratio(digits, tenTo(-shift));
}

/** The exact sum of all. */
export function sumOf(figures: Iterable<Figure>): Ratio {
  let sum = ZERO;
  for (const figure of figures) sum = sum.plus(figure);
  return sum;
}

/** The least common denominator. */
export function commonUnder(ratios: Iterable<Ratio>): bigint {
  let common = 1n;
  for (const { under } of ratios) {
    if (common % under !== 0n) common = (common / greatestDivisor(common, under)) * under;
  }
  return common;
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [a, b];
  while (smaller > 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}

function withPoint(parts: bigint, decimals: number): string {
  const digits = String(parts).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
