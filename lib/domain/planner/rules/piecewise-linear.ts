import type { SoftBound } from './soft-bounds.ts';

/** A soft bound in the units of the sums: see `UNITS_PER_BOUND`. */
export type ScaledBound = Pick<SoftBound, 'isMinimum' | 'bound' | 'slope'>;

/**
 * Piecewise linear functions, numbered from 0. Each gives the penalty of a sum: a missed bound adds slope × distance. A function
 * with n bounds has n + 1 pieces. Piece p is above the first p bounds. There the penalty is `slope * sum + intercept`.
 */
export class PiecewiseLinearFunctions {
  /** By function, the least sum without a penalty; -∞ where it has no minimum. */
  readonly minWithoutPenalty: Float64Array;
  /** By function, the greatest sum without a penalty; ∞ where it has no maximum. */
  readonly maxWithoutPenalty: Float64Array;
  /** By function, the index of its first bound in `#bounds`, and at the end the number of all bounds. */
  readonly #firstIndexByFunction: Int32Array;
  /** The bounds of all functions, one function after the other. So are the slopes and intercepts of their pieces. */
  readonly #bounds: Float64Array;
  readonly #slopes: Float64Array;
  readonly #intercepts: Float64Array;
  /** By function, the index of the first bound that was not below the last sum. There the search for the next piece begins. */
  readonly #boundIndexOfLastSumByFunction: Int32Array;

  constructor(boundsByFunction: readonly Bounds[]) {
    const ascendingByFunction = boundsByFunction.map((bounds) => bounds.toSorted((a, b) => a.bound - b.bound));
    // Without minima, `Math.max` gives -∞. Without maxima, `Math.min` gives ∞.
    this.minWithoutPenalty = Float64Array.from(boundsByFunction, (bounds) => Math.max(...listMinima(bounds)));
    this.maxWithoutPenalty = Float64Array.from(boundsByFunction, (bounds) => Math.min(...listMaxima(bounds)));
    this.#firstIndexByFunction = new Int32Array(boundsByFunction.length + 1);
    for (const [functionNumber, { length }] of boundsByFunction.entries()) {
      this.#firstIndexByFunction[functionNumber + 1] = (this.#firstIndexByFunction[functionNumber] ?? 0) + length;
    }
    this.#bounds = Float64Array.from(ascendingByFunction.flat(), ({ bound }) => bound);
    const pieces = ascendingByFunction.flatMap(toPieces);
    this.#slopes = Float64Array.from(pieces, ({ slope }) => slope);
    this.#intercepts = Float64Array.from(pieces, ({ intercept }) => intercept);
    this.#boundIndexOfLastSumByFunction = this.#firstIndexByFunction.slice(0, boundsByFunction.length);
  }

  /** Calculates the penalty of the sum, and remembers its piece for the next call. */
  evaluate(functionNumber: number, sum: number): number {
    const bounds = this.#bounds;
    const firstIndex = this.#firstIndexByFunction[functionNumber] ?? 0;
    const endIndex = this.#firstIndexByFunction[functionNumber + 1] ?? 0;
    // The sum is mostly in the piece of the last one, or in a neighbouring piece.
    let boundIndex = this.#boundIndexOfLastSumByFunction[functionNumber] ?? 0;
    while (boundIndex < endIndex && (bounds[boundIndex] ?? 0) < sum) boundIndex += 1;
    while (boundIndex > firstIndex && (bounds[boundIndex - 1] ?? 0) >= sum) boundIndex -= 1;
    this.#boundIndexOfLastSumByFunction[functionNumber] = boundIndex;
    // The pieces of all functions stand in one array. Each function before this one has one piece more than bounds.
    const pieceIndex = boundIndex + functionNumber;
    return (this.#slopes[pieceIndex] ?? 0) * sum + (this.#intercepts[pieceIndex] ?? 0);
  }
}

type Bounds = readonly ScaledBound[];
const listMinima = (bounds: Bounds) => bounds.flatMap(({ isMinimum, bound }) => (isMinimum ? [bound] : []));
const listMaxima = (bounds: Bounds) => bounds.flatMap(({ isMinimum, bound }) => (isMinimum ? [] : [bound]));

/** Lists the pieces below the first bound, between each two bounds, and above the last. */
function toPieces(ascendingBounds: Bounds): { readonly slope: number; readonly intercept: number }[] {
  return Array.from({ length: ascendingBounds.length + 1 }, (_, piece) => {
    // Sums above the first `piece` bounds miss the minima from there on, and the maxima before.
    const missedBounds = ascendingBounds.filter(({ isMinimum }, index) => (isMinimum ? index >= piece : index < piece));
    const slopes = missedBounds.map(({ isMinimum, slope }) => (isMinimum ? -slope : slope));
    return {
      slope: slopes.reduce((sum, slope) => sum + slope, 0),
      intercept: slopes.reduce((sum, slope, index) => sum - slope * (missedBounds[index]?.bound ?? 0), 0),
    };
  });
}
