/** A number that `ratio` reads: an exact one, a decimal text not below 0 as JSON writes it, or a number as JavaScript prints it. */
export type Figure = Ratio | string | number | bigint;

const DECIMAL = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Powers of ten by exponent. Calculating one takes longer than reading the number that needs it. */
const powersOfTen = Array.from({ length: 32 }, (_, exponent) => 10n ** BigInt(exponent));

function powerOfTen(exponent: number): bigint {
  return powersOfTen[exponent] ?? 10n ** BigInt(exponent);
}

/** Every integer of at most so many digits is exact in a double. */
const SAFE_DIGITS = 15;
/** No decimal number in the house has more decimals. */
const MAX_DECIMALS = 60;

/** An exact number, `numerator` / `denominator`, where `denominator` is above 0. Only printing rounds, and it rounds half up. */
export class Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;

  constructor(numerator: bigint, denominator = 1n) {
    this.numerator = numerator;
    this.denominator = denominator;
  }

  plus(figure: Figure): Ratio {
    const { numerator, denominator } = ratio(figure);
    if (this.denominator === denominator) return new Ratio(this.numerator + numerator, denominator);
    // The sum of decimal numbers has a power of ten as its denominator. Other denominators grow with each sum.
    if (this.denominator % denominator === 0n)
      return new Ratio(this.numerator + numerator * (this.denominator / denominator), this.denominator);
    if (denominator % this.denominator === 0n) return new Ratio(numerator, denominator).plus(this);
    const sum = this.numerator * denominator + numerator * this.denominator;
    return new Ratio(sum, this.denominator * denominator).reduced();
  }

  minus(figure: Figure): Ratio {
    const { numerator, denominator } = ratio(figure);
    return this.plus(new Ratio(-numerator, denominator));
  }

  times(figure: Figure): Ratio {
    const { numerator, denominator } = ratio(figure);
    return new Ratio(this.numerator * numerator, this.denominator * denominator);
  }

  /** Divides by a number that is not below 0. Divided by 0, the result is 0. */
  per(figure: Figure): Ratio {
    const { numerator, denominator } = ratio(figure);
    return numerator === 0n ? ZERO : new Ratio(this.numerator * denominator, this.denominator * numerator);
  }

  abs(): Ratio {
    return this.numerator < 0n ? new Ratio(-this.numerator, this.denominator) : this;
  }

  /** Returns a number below 0 if this is less than the figure, above 0 if it is more. */
  compare(figure: Figure): number {
    const { numerator, denominator } = ratio(figure);
    const difference = this.numerator * denominator - numerator * this.denominator;
    return difference < 0n ? -1 : Number(difference > 0n);
  }

  isBelow(figure: Figure): boolean {
    return this.compare(figure) < 0;
  }

  isAbove(figure: Figure): boolean {
    return this.compare(figure) > 0;
  }

  /** Returns the same number in lowest terms, which keep long sums and products small. */
  reduced(): Ratio {
    const divisor = greatestDivisor(this.numerator < 0n ? -this.numerator : this.numerator, this.denominator);
    return divisor === 1n ? this : new Ratio(this.numerator / divisor, this.denominator / divisor);
  }

  /** Returns the numerator over another denominator, which must be a multiple of `this.denominator`. */
  numeratorOver(denominator: bigint): bigint {
    return this.numerator * (denominator / this.denominator);
  }

  /** Converts the number to a double: exact enough for a search that only compares. */
  toNumber(): number {
    return Number(this.numerator) / Number(this.denominator);
  }

  /** Prints the number with so many decimals, rounded half up. */
  toFixed(decimals: number): string {
    const { numerator, denominator } = this.abs();
    const rounded = (2n * numerator * powerOfTen(decimals) + denominator) / (2n * denominator);
    return `${this.numerator < 0n && rounded > 0n ? '-' : ''}${withPoint(rounded, decimals)}`;
  }

  /** Prints the number with so many decimals, rounded up. The number must not be below 0. */
  toFixedUp(decimals: number): string {
    return withPoint((this.numerator * powerOfTen(decimals) + this.denominator - 1n) / this.denominator, decimals);
  }

  /** Prints plain decimal text without unnecessary zeros. @throws RangeError if the number is no decimal one. */
  toText(): string {
    const { denominator } = this.reduced();
    for (let decimals = 0; decimals <= MAX_DECIMALS; decimals += 1) {
      if (powerOfTen(decimals) % denominator === 0n) return this.toFixed(decimals);
    }
    throw new RangeError('no decimal number');
  }
}

export const ZERO = new Ratio(0n);
export const ONE = new Ratio(1n);

/** Reads an exact number. @throws RangeError if the text is none. */
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
  return shift > 0 ? new Ratio(digits * powerOfTen(shift)) : new Ratio(digits, powerOfTen(-shift));
}

/** Sums figures exactly; 0 where there are none. */
export function sumRatios(figures: Iterable<Figure>): Ratio {
  let sum = ZERO;
  for (const figure of figures) sum = sum.plus(figure);
  return sum;
}

/** Returns the least common multiple of the denominators, over which all ratios are integers. */
export function commonDenominator(ratios: Iterable<Ratio>): bigint {
  let common = 1n;
  for (const { denominator } of ratios) {
    if (common % denominator !== 0n) common = (common / greatestDivisor(common, denominator)) * denominator;
  }
  return common;
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [a, b];
  while (smaller > 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}

/** Writes `scaled`, which is the number times ten to the power of `decimals`. */
function withPoint(scaled: bigint, decimals: number): string {
  const digits = String(scaled).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
