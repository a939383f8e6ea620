import type { SoftBound } from './soft-bounds.ts';

/**
 * Piecewise linear functions, numbered from 0. Each finds the penalty of a sum: a missed soft bound adds slope × distance. With
 * n bounds it has n + 1 pieces: piece p is above the first p bounds, and there it is `slope * sum + intercept`.
 */
export class PiecewiseLinearFunctions {
  /** By function, the minimum and the maximum of the sums without a penalty; infinite where it has no such bounds. */
  readonly minWithoutPenalty: Float64Array;
  readonly maxWithoutPenalty: Float64Array;
  /** By function, the index of its first bound in `#bounds`, and at the end the number of all bounds. */
  readonly #firstIndexByFunction: Int32Array;
  /** The bounds of all functions, one function after the other. So are the slopes and intercepts of their pieces. */
  readonly #bounds: Float64Array;
  readonly #slopes: Float64Array;
  readonly #intercepts: Float64Array;
  /** By function, where the search for the piece begins: the index of the first bound that was not below the last sum. */
  readonly #nextIndexByFunction: Int32Array;

  /** The bounds of each function must ascend. */
  constructor(softBoundsByFunction: readonly SoftBounds[]) {
    // Without minima, `Math.max` gives -∞. Without maxima, `Math.min` gives ∞.
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

  /** Finds the penalty of the sum, and remembers its piece for the next call. */
  evaluate(functionNumber: number, sum: number): number {
    const bounds = this.#bounds;
    const firstIndex = this.#firstIndexByFunction[functionNumber] ?? 0;
    const endIndex = this.#firstIndexByFunction[functionNumber + 1] ?? 0;
    // The sum is mostly in the piece of the last one, or in a neighbouring piece.
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
    // Sums above the first `piece` bounds miss the minima from there on, and the maxima before.
    const missedBounds = softBounds.filter(({ isMinimum }, index) => (isMinimum ? index >= piece : index < piece));
    const slopes = missedBounds.map(({ isMinimum, slope }) => (isMinimum ? -slope : slope));
    return {
      slope: slopes.reduce((sum, slope) => sum + slope, 0),
      intercept: slopes.reduce((sum, slope, index) => sum - slope * (missedBounds[index]?.bound ?? 0), 0),
    };
  });
}
