import type { SoftBound } from './soft-bounds.ts';

/** Piecewise linear functions, numbered from 0: the penalty of a sum by its soft bounds. */
export class PiecewiseLinear {
  /** By function, the minimum and the maximum of the sums without a penalty. */
  readonly minWithoutPenalty: Float64Array;
  readonly maxWithoutPenalty: Float64Array;
  /** By function, the index of its first bound in `#bounds`. The bounds of a function ascend. */
  readonly #firstBoundByFunction: Int32Array;
  readonly #bounds: Float64Array;
  /** By piece: between two bounds a function is `slope * sum + intercept`. A function has one piece more than bounds. */
  readonly #slopes: Float64Array;
  readonly #intercepts: Float64Array;
  /** By function, the index of the first bound that was not below the sum evaluated last. */
  readonly #nextBoundByFunction: Int32Array;

  /** Each function is given by its soft bounds, ascending. */
  constructor(boundsByFunction: readonly (readonly SoftBound[])[]) {
    this.minWithoutPenalty = Float64Array.from(boundsByFunction, (bounds) => Math.max(...listSide(bounds, true)));
    this.maxWithoutPenalty = Float64Array.from(boundsByFunction, (bounds) => Math.min(...listSide(bounds, false)));
    this.#firstBoundByFunction = new Int32Array(boundsByFunction.length + 1);
    for (const [index, { length }] of boundsByFunction.entries()) {
      this.#firstBoundByFunction[index + 1] = (this.#firstBoundByFunction[index] ?? 0) + length;
    }
    this.#bounds = Float64Array.from(boundsByFunction.flat(), ({ bound }) => bound);
    const pieces = boundsByFunction.flatMap(toPieces);
    this.#slopes = Float64Array.from(pieces, ({ slope }) => slope);
    this.#intercepts = Float64Array.from(pieces, ({ intercept }) => intercept);
    this.#nextBoundByFunction = this.#firstBoundByFunction.slice(0, boundsByFunction.length);
  }

  evaluate(functionNumber: number, sum: number): number {
    const bounds = this.#bounds;
    const start = this.#firstBoundByFunction[functionNumber] ?? 0;
    const end = this.#firstBoundByFunction[functionNumber + 1] ?? 0;
    // The sum is mostly in the same piece as the last one, or in the piece before or after that.
    let nextBound = this.#nextBoundByFunction[functionNumber] ?? 0;
    while (nextBound < end && (bounds[nextBound] ?? 0) < sum) nextBound += 1;
    while (nextBound > start && (bounds[nextBound - 1] ?? 0) >= sum) nextBound -= 1;
    this.#nextBoundByFunction[functionNumber] = nextBound;
    // Each function before this one has one piece more than bounds.
    const piece = nextBound + functionNumber;
    return (this.#slopes[piece] ?? 0) * sum + (this.#intercepts[piece] ?? 0);
  }
}

/** Lists the bounds that are minima, or those that are maxima. */
function listSide(softBounds: readonly SoftBound[], isMinimum: boolean): number[] {
  return softBounds.flatMap((softBound) => (softBound.isMinimum === isMinimum ? [softBound.bound] : []));
}

/** Finds the pieces below the first bound, between each two bounds, and above the last. */
function toPieces(softBounds: readonly SoftBound[]): { readonly slope: number; readonly intercept: number }[] {
  return Array.from({ length: softBounds.length + 1 }, (_, piece) => {
    const missedBounds = softBounds.filter(({ isMinimum }, index) => (isMinimum ? index >= piece : index < piece));
    const slopes = missedBounds.map(({ isMinimum, slope }) => (isMinimum ? -slope : slope));
    return {
      slope: slopes.reduce((sum, slope) => sum + slope, 0),
      intercept: slopes.reduce((sum, slope, index) => sum - slope * (missedBounds[index]?.bound ?? 0), 0),
    };
  });
}
