/** The sizes of type to try, the preferred first. */
export type TypeSizes<S = number> = readonly [S, ...S[]];

/**
 * Draws in the first size whose drawing has no faults. If there is none, it draws in the size with the fewest faults;
 * of equal ones it takes the first. `countFaults` counts a drawing's faults by kind, the worst kind first.
 */
export function drawLargest<S, T>(
  sizes: TypeSizes<S>,
  draw: (size: S) => T,
  countFaults: (drawing: T, size: S) => readonly number[],
): T {
  const [preferred, ...others] = sizes;
  let best = draw(preferred);
  let bestFaults = countFaults(best, preferred);
  for (const size of others) {
    if (bestFaults.every((count) => count === 0)) break;
    const drawing = draw(size);
    const drawingFaults = countFaults(drawing, size);
    if (areFewer(drawingFaults, bestFaults)) {
      best = drawing;
      bestFaults = drawingFaults;
    }
  }
  return best;
}

/** Whether `faults` are fewer than `otherFaults`. The first kind whose counts differ decides. */
function areFewer(faults: readonly number[], otherFaults: readonly number[]): boolean {
  const kindIndex = faults.findIndex((count, index) => count !== otherFaults[index]);
  return kindIndex >= 0 && (faults[kindIndex] ?? 0) < (otherFaults[kindIndex] ?? 0);
}
