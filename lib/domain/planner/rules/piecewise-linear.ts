import type { Side } from './bounds.ts';

/** Piecewise linear functions of sums: what a sum costs that is outside of its bounds. The functions are numbered from 0. */
export class PiecewiseLinear {
  /** By function, between which sums it is 0. */
  readonly least: Float64Array;
  readonly most: Float64Array;
  /** By function, where its bounds begin among all bounds. Those of a function ascend. */
  readonly #starts: Int32Array;
  readonly #bounds: Float64Array;
  /** Between two bounds a function is `slope * sum + intercept`. It has one such piece more than bounds. */
  readonly #slopes: Float64Array;
  readonly #intercepts: Float64Array;
  /** By function, the first bound that was not below the sum when the function was last evaluated. */
  readonly #next: Int32Array;

  /** Of each function the sides, whose bounds ascend. */
  constructor(functions: readonly (readonly Side[])[]) {
    this.least = Float64Array.from(functions, (sides) => Math.max(...listBounds(sides, true)));
    this.most = Float64Array.from(functions, (sides) => Math.min(...listBounds(sides, false)));
    this.#starts = new Int32Array(functions.length + 1);
    for (const [index, { length }] of functions.entries()) {
      this.#starts[index + 1] = (this.#starts[index] ?? 0) + length;
    }
    this.#bounds = Float64Array.from(functions.flat(), ({ bound }) => bound);
    const pieces = functions.flatMap(toPieces);
    this.#slopes = Float64Array.from(pieces, ({ slope }) => slope);
    this.#intercepts = Float64Array.from(pieces, ({ intercept }) => intercept);
    this.#next = this.#starts.slice(0, functions.length);
  }

  /** The value of a function. */
  evaluate(index: number, sum: number): number {
    const bounds = this.#bounds;
    const [start, end] = [this.#starts[index] ?? 0, this.#starts[index + 1] ?? 0];
    // The sum is mostly in the same piece as the last one, or in the piece before or after that.
    let next = this.#next[index] ?? 0;
    while (next < end && (bounds[next] ?? 0) < sum) next += 1;
    while (next > start && (bounds[next - 1] ?? 0) >= sum) next -= 1;
    this.#next[index] = next;
    const piece = next + index;
    return (this.#slopes[piece] ?? 0) * sum + (this.#intercepts[piece] ?? 0);
  }
}

function listBounds(sides: readonly Side[], isMinimum: boolean): number[] {
  return sides.flatMap((side) => (side.isMinimum === isMinimum ? [side.bound] : []));
}

/** The pieces below the first bound, between each two bounds, and above the last. */
function toPieces(sides: readonly Side[]): { readonly slope: number; readonly intercept: number }[] {
  return Array.from({ length: sides.length + 1 }, (_, next) => {
    const broken = sides.filter(({ isMinimum }, index) => isMinimum === index >= next);
    const slopes = broken.map(({ isMinimum, slope }) => (isMinimum ? -slope : slope));
    return {
      slope: slopes.reduce((sum, slope) => sum + slope, 0),
      intercept: slopes.reduce((sum, slope, index) => sum - slope * (broken[index]?.bound ?? 0), 0),
    };
  });
}
