import type { SoftBound } from './soft-bounds.ts';

/** Piecewise linear functions, numbered from 0: the penalty of a sum by its soft bounds. A missed bound adds slope × distance. */
export class PiecewiseLinearFunctions {
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

  constructor(softBoundsByFunction: readonly SoftBounds[]) {
    this.minWithoutPenalty = Float64Array.from(softBoundsByFunction, (bounds) => Math.max(...listMinima(bounds)));
    this.maxWithoutPenalty = Float64Array.from(softBoundsByFunction, (bounds) => Math.min(...listMaxima(bounds)));
    this.#firstBoundByFunction = new Int32Array(softBoundsByFunction.length + 1);
    for (const [index, { length }] of softBoundsByFunction.entries()) {
      this.#firstBoundByFunction[index + 1] = (this.#firstBoundByFunction[index] ?? 0) + length;
    }
    this.#bounds = Float64Array.from(softBoundsByFunction.flat(), ({ bound }) => bound);
    const pieces = softBoundsByFunction.flatMap(toPieces);
    this.#slopes = Float64Array.from(pieces, ({ slope }) => slope);
    this.#intercepts = Float64Array.from(pieces, ({ intercept }) => intercept);
    this.#nextBoundByFunction = this.#firstBoundByFunction.slice(0, softBoundsByFunction.length);
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

type SoftBounds = readonly SoftBound[];
const listMinima = (bounds: SoftBounds) => bounds.flatMap(({ isMinimum, bound }) => (isMinimum ? [bound] : []));
const listMaxima = (bounds: SoftBounds) => bounds.flatMap(({ isMinimum, bound }) => (isMinimum ? [] : [bound]));

/** Finds the pieces below the first bound, between each two bounds, and above the last. */
function toPieces(softBounds: SoftBounds): { readonly slope: number; readonly intercept: number }[] {
  return Array.from({ length: softBounds.length + 1 }, (_, piece) => {
    const missedBounds = softBounds.filter(({ isMinimum }, index) => (isMinimum ? index >= piece : index < piece));
    const slopes = missedBounds.map(({ isMinimum, slope }) => (isMinimum ? -slope : slope));
    return {
      slope: slopes.reduce((sum, slope) => sum + slope, 0),
      intercept: slopes.reduce((sum, slope, index) => sum - slope * (missedBounds[index]?.bound ?? 0), 0),
    };
  });
}
