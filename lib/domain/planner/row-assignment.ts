import type { TemplateRow } from './problem.ts';

/**
 * Assigns dishes to rows of a template by their marks, at most `max` to a row, so that as many dishes as possible have a row.
 * Returns the index of each dish's row. This is a bipartite matching by augmenting paths.
 */
export function assignRows(
  dishMarks: readonly (string | undefined)[],
  rows: readonly TemplateRow[],
): (number | undefined)[] {
  const rowIndexByDish: (number | undefined)[] = dishMarks.map(() => undefined);
  const assign = (dishIndex: number, triedRowIndexes: Set<number>): boolean => {
    const mark = dishMarks[dishIndex];
    return rows.some(({ marks: rowMarks, max }, rowIndex) => {
      if (mark === undefined || triedRowIndexes.has(rowIndex) || !rowMarks.includes(mark)) return false;
      triedRowIndexes.add(rowIndex);
      const indexesInRow = rowIndexByDish.flatMap((assigned, other) => (assigned === rowIndex ? [other] : []));
      // A full row takes the dish only if one of its dishes can go to another row.
      if (indexesInRow.length >= max && !indexesInRow.some((other) => assign(other, triedRowIndexes))) return false;
      rowIndexByDish[dishIndex] = rowIndex;
      return true;
    });
  };
  for (const dishIndex of dishMarks.keys()) assign(dishIndex, new Set());
  return rowIndexByDish;
}
