/** A number as an exact fraction. Nothing of it is taken from the service. */
export class Fraction {
  readonly top: bigint;
  readonly bottom: bigint;

  constructor(top: bigint, bottom = 1n) {
    let [a, b] = [top < 0n ? -top : top, bottom];
    while (b) [a, b] = [b, a % b];
    this.top = top / (a || 1n);
    this.bottom = bottom / (a || 1n);
  }

  static of(text: string | number): Fraction {
    const [mantissa = '', exponent = '0'] = String(text).toLowerCase().split('e');
    const point = mantissa.indexOf('.') < 0 ? mantissa.length : mantissa.indexOf('.');
    const shift = Number(exponent) - Math.max(0, mantissa.length - point - 1);
    const digits = BigInt(mantissa.replace('.', ''));
    return shift < 0 ? new Fraction(digits, 10n ** BigInt(-shift)) : new Fraction(digits * 10n ** BigInt(shift));
  }

  plus(other: Fraction): Fraction {
    return new Fraction(this.top * other.bottom + other.top * this.bottom, this.bottom * other.bottom);
  }

  minus(other: Fraction): Fraction {
    return new Fraction(this.top * other.bottom - other.top * this.bottom, this.bottom * other.bottom);
  }

  times(other: Fraction): Fraction {
    return new Fraction(this.top * other.top, this.bottom * other.bottom);
  }

  by(other: Fraction): Fraction {
    return other.top === 0n ? NIL : new Fraction(this.top * other.bottom, this.bottom * other.top);
  }

  exceeds(other: Fraction): boolean {
    return this.minus(other).top > 0n;
  }

  /** With two decimals, rounded up. */
  up(): string {
    const { top, bottom } = this.times(new Fraction(100n));
    return write(top % bottom === 0n ? top / bottom : top / bottom + 1n);
  }

  /** With two decimals, rounded half up. */
  text(): string {
    const doubled = this.times(new Fraction(200n)).plus(new Fraction(1n));
    return write(doubled.top / doubled.bottom / 2n);
  }
}

function write(hundredths: bigint): string {
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
}

export const NIL = new Fraction(0n);
export const whole = (number: number) => new Fraction(BigInt(number));
export const total = (fractions: readonly Fraction[]) => fractions.reduce((sum, one) => sum.plus(one), NIL);
