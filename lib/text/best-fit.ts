/** The type sizes to try, the preferred first. */
export type TypeSizes<Size = number> = readonly [Size, ...Size[]];

/**
 * Lays out in the first size without a penalty; if each has one, in the size with the lowest, and of equal ones in the first.
 * `listPenalties` judges a layout: 0 is flawless, and more is worse. All its lists have one order, what matters most first.
 */
export function chooseBestFit<Size, Layout>(
  sizes: TypeSizes<Size>,
  layOut: (size: Size) => Layout,
  listPenalties: (layout: Layout, size: Size) => readonly number[],
): Layout {
  const [preferred, ...others] = sizes;
  let best = layOut(preferred);
  let bestPenalties = listPenalties(best, preferred);
  for (const size of others) {
    if (bestPenalties.every((penalty) => penalty === 0)) break;
    const layout = layOut(size);
    const penalties = listPenalties(layout, size);
    if (areLower(penalties, bestPenalties)) {
      best = layout;
      bestPenalties = penalties;
    }
  }
  return best;
}

/** Whether the first penalties are lower than the second: the first in the lists that differs decides. */
function areLower(penalties: readonly number[], otherPenalties: readonly number[]): boolean {
  const index = penalties.findIndex((penalty, penaltyIndex) => penalty !== otherPenalties[penaltyIndex]);
  return index >= 0 && (penalties[index] ?? 0) < (otherPenalties[index] ?? 0);
}
