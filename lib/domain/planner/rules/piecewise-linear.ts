import type { SoftBound } from './soft-bounds.ts';

/** Piecewise linear functions, numbered from 0: the penalty of a sum by its soft bounds. A missed bound adds slope × distance. */
export class PiecewiseLinearFunctions {
  /** By function, the minimum and the maximum of the sums without a penalty. */
  readonly minWithoutPenalty: Float64Array;
  readonly maxWithoutPenalty: Float64Array;
  /** By function, the index of its first bound in `#bounds`. The bounds of a function ascend. */
  readonly #firstIndexByFunction: Int32Array;
  readonly #bounds: Float64Array;
  /** By piece: between two bounds a function is `slope * sum + intercept`. A function has one piece more than bounds. */
  readonly #slopes: Float64Array;
  readonly #intercepts: Float64Array;
  /** By function, the index of the first bound that was not below the sum evaluated last. */
  readonly #nextIndexByFunction: Int32Array;

  constructor(softBoundsByFunction: readonly SoftBounds[]) {
    this.minWithoutPenalty = Float64Array.from(softBoundsByFunction, (bounds) => Math.max(...listMinima(bounds)));
    this.maxWithoutPenalty = Float64Array.from(softBoundsByFunction, (bounds) => Math.min(...listMaxima(bounds)));
    this.#firstIndexByFunction = new Int32Array(softBoundsByFunction.length + 1);
    for (const [functionNumber, { length }] of softBoundsByFunction.entries()) {
      this.#firstIndexByFunction[functionNumber + 1] = (this.#firstIndexByFunction[functionNumber] ?? 0) + length;
    }
    this.#bounds = Float64Array.from(softBoundsByFunction.flat(), ({ bound }) => bound);
    const pieces = softBoundsByFunction.flatMap(toPieces);
    this.#slopes = Float64Array.from(pieces, ({ slope }) => slope);
    this.#intercepts = Float64Array.from(pieces, ({ intercept }) => intercept);
    this.#nextIndexByFunction = this.#firstIndexByFunction.slice(0, softBoundsByFunction.length);
  }

  evaluate(functionNumber: number, sum: number): number {
    const bounds = this.#bounds;
    const firstIndex = this.#firstIndexByFunction[functionNumber] ?? 0;
    const endIndex = this.#firstIndexByFunction[functionNumber + 1] ?? 0;
    // The sum is mostly in the same piece as the last one, or in the piece before or after that.
    let nextIndex = this.#nextIndexByFunction[functionNumber] ?? 0;
    while (nextIndex < endIndex && (bounds[nextIndex] ?? 0) < sum) nextIndex += 1;
    while (nextIndex > firstIndex && (bounds[nextIndex - 1] ?? 0) >= sum) nextIndex -= 1;
    this.#nextIndexByFunction[functionNumber] = nextIndex;
    // Each function before this one has one piece more than bounds.
    const pieceIndex = nextIndex + functionNumber;
    return (this.#slopes[pieceIndex] ?? 0) * sum + (this.#intercepts[pieceIndex] ?? 0);
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
