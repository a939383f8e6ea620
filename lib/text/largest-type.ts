/** From the largest. */
export type TypeSizes<S = number> = readonly [S, ...S[]];

/**
 * Draws in the largest type in which nothing is wrong; if there is none, in the largest of those with the fewest
 * faults. `faultsOf` counts what is wrong with a drawing, the worst kind first.
 */
export function drawLargest<S, T>(
  sizes: TypeSizes<S>,
  draw: (size: S) => T,
  faultsOf: (drawing: T, size: S) => readonly number[],
): T {
  const [largest, ...others] = sizes;
  let best = draw(largest);
  let faults = faultsOf(best, largest);
  for (const size of others) {
    if (faults.every((count) => count === 0)) break;
    const drawing = draw(size);
    const fewer = faultsOf(drawing, size);
    if (isFewer(fewer, faults)) [best, faults] = [drawing, fewer];
  }
  return best;
}

/** Whether the first kind of fault that differs is rarer. */
function isFewer(some: readonly number[], others: readonly number[]): boolean {
  const index = some.findIndex((count, kind) => count !== others[kind]);
  return (some[index] ?? 0) < (others[index] ?? 0);
}
