/** The sizes to try, the largest first. */
export type TypeSizes<S = number> = readonly [S, ...S[]];

/**
 * Draws in the largest size that has no faults; if there is none, in the size with the fewest faults, of equal ones the
 * largest. `countFaults` counts a drawing's faults by kind, the worst kind first.
 */
export function fitLargest<S, T>(
  sizes: TypeSizes<S>,
  draw: (size: S) => T,
  countFaults: (drawing: T, size: S) => readonly number[],
): T {
  const [largest, ...others] = sizes;
  let best = draw(largest);
  let faults = countFaults(best, largest);
  for (const size of others) {
    if (faults.every((count) => count === 0)) break;
    const drawing = draw(size);
    const drawingFaults = countFaults(drawing, size);
    if (isFewer(drawingFaults, faults)) [best, faults] = [drawing, drawingFaults];
  }
  return best;
}

/** Whether some faults are fewer than others: the first kind that differs decides. */
function isFewer(some: readonly number[], others: readonly number[]): boolean {
  const index = some.findIndex((count, kind) => count !== others[kind]);
  return (some[index] ?? 0) < (others[index] ?? 0);
}
