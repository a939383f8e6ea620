/** The sizes of type to try, the preferred first. */
export type TypeSizes<Size = number> = readonly [Size, ...Size[]];

/**
 * Draws in the first size whose drawing has no faults. If there is none, it draws in the size with the fewest faults;
 * of equal ones it takes the first. `countFaults` counts a drawing's faults by kind, the worst kind first.
 */
export function drawLargest<Size, Drawing>(
  sizes: TypeSizes<Size>,
  draw: (size: Size) => Drawing,
  countFaults: (drawing: Drawing, size: Size) => readonly number[],
): Drawing {
  const [preferred, ...others] = sizes;
  let best = draw(preferred);
  let bestCounts = countFaults(best, preferred);
  for (const size of others) {
    if (bestCounts.every((count) => count === 0)) break;
    const drawing = draw(size);
    const faultCounts = countFaults(drawing, size);
    if (areFewer(faultCounts, bestCounts)) {
      best = drawing;
      bestCounts = faultCounts;
    }
  }
  return best;
}

/** Whether there are fewer faults than the others. The first kind whose counts differ decides. */
function areFewer(faultCounts: readonly number[], otherCounts: readonly number[]): boolean {
  const kindIndex = faultCounts.findIndex((count, index) => count !== otherCounts[index]);
  return kindIndex >= 0 && (faultCounts[kindIndex] ?? 0) < (otherCounts[kindIndex] ?? 0);
}
