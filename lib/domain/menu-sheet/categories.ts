import { isFigureMaximum, isKnownCategory, nameCategory } from '../analysis/categories.ts';
import type { CategoryFinding, GroupAnalysis } from '../analysis/shape.ts';
import { formatFigure } from '../values/output.ts';
import { type AmountTable, type SheetAmount, toToleratedRange } from './figures.ts';

/**
 * Describes the groups' amounts of the standard's food categories: the daily means, then the sums of all days.
 * `toleranceByGroup` has the deviations that the groups' standards tolerate, such as `0.1`.
 */
export function describeCategories(analysisByGroup: readonly GroupAnalysis[], toleranceByGroup: readonly string[]) {
  const dailyFindingsByGroup = analysisByGroup.map(({ average }) => average.categories);
  // Nothing is printed for a group that never eats.
  const totalFindingsByGroup = analysisByGroup.map(({ days, week }) => (days.length > 0 ? week.categories : []));
  const daily = toTable('g/日', dailyFindingsByGroup, toleranceByGroup);
  const total = toTable('g 合计', totalFindingsByGroup, toleranceByGroup);
  return {
    columns: [...daily.columns, ...total.columns],
    rows: daily.rows.map((amounts, groupIndex) => [...amounts, ...(total.rows[groupIndex] ?? [])]),
  };
}

/** Makes a table of the grams of each food category, a row for each group. Unknown categories are omitted. */
function toTable(
  unit: string,
  findingsByGroup: readonly (readonly CategoryFinding[])[],
  toleranceByGroup: readonly string[],
): AmountTable {
  const names = [...new Set(findingsByGroup.flat().map(({ name }) => name))].filter(isKnownCategory);
  const rows = findingsByGroup.map((findings, groupIndex) =>
    names.map((name) => {
      const finding = findings.find((candidate) => candidate.name === name);
      return finding && toAmount(finding, toleranceByGroup[groupIndex] ?? '0');
    }),
  );
  return { columns: names.map((name) => ({ name: nameCategory(name), unit })), rows };
}

function toAmount(finding: CategoryFinding, tolerance: string): SheetAmount {
  // `value` is what the group gets, `amount` the standard's figure.
  const { name, value, amount, max, judgement } = finding;
  return {
    value: formatFigure(value.rawJSON),
    ...toToleratedRange(name, isFigureMaximum(name) ? { max: max ?? amount } : { min: amount, max }, tolerance),
    ...(judgement ? { judgement } : {}),
  };
}
