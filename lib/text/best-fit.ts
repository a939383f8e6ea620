/** The type sizes to try, the preferred first. */
export type TypeSizes<Size = number> = readonly [Size, ...Size[]];

/**
 * Lays out in the first size whose penalties are all 0. If no size has such, the lowest penalties win; of equal ones, the first.
 * `listPenalties` judges a layout: 0 is flawless, and more is worse. Its lists have one length and order: what matters most first.
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
    if (isBetter(penalties, bestPenalties)) {
      best = layout;
      bestPenalties = penalties;
    }
  }
  return best;
}

/** Whether `penalties` are lower than `otherPenalties`: the first place at which the lists differ decides. */
function isBetter(penalties: readonly number[], otherPenalties: readonly number[]): boolean {
  const index = penalties.findIndex((penalty, penaltyIndex) => penalty !== otherPenalties[penaltyIndex]);
  return index >= 0 && (penalties[index] ?? 0) < (otherPenalties[index] ?? 0);
}
