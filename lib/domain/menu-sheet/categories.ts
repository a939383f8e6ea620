import { isFigureMaximum, labelCategory } from '../analysis/categories.ts';
import type { CategoryFinding, Level } from '../analysis/shape.ts';
import { enumLists } from '../enum.ts';
import { formatFigure } from '../values/decimal.ts';
import { type AmountTable, type SheetAmount, toToleratedRange } from './figures.ts';

const knownCategories = new Set(enumLists.foodCategory.map(({ key }) => key));

/**
 * Describes the groups' amounts of the standard's food categories: the daily means, then the sums of all days.
 * `overflows` are the deviations that the groups' standards tolerate.
 */
export function describeCategories(levels: readonly Level[], overflows: readonly string[]): AmountTable {
  const dailyFindings = levels.map(({ average }) => average.categories);
  // A group that never eats has no sums.
  const totalFindings = levels.map(({ days, week }) => (days.length > 0 ? week.categories : []));
  const daily = toTable('g/日', dailyFindings, overflows);
  const total = toTable('g 合计', totalFindings, overflows);
  return {
    columns: [...daily.columns, ...total.columns],
    rows: daily.rows.map((amounts, index) => [...amounts, ...(total.rows[index] ?? [])]),
  };
}

/** Makes a table of the groups' findings. Unknown categories have no amounts and are omitted. */
function toTable(
  unit: string,
  findingsByGroup: readonly (readonly CategoryFinding[])[],
  overflows: readonly string[],
): AmountTable {
  const categories = new Set(findingsByGroup.flat().map(({ name }) => name));
  const names = [...categories].filter((name) => knownCategories.has(name));
  const rows = findingsByGroup.map((findings, index) => {
    const amountByName = new Map(findings.map((finding) => [finding.name, toAmount(finding, overflows[index] ?? '0')]));
    return names.map((name) => amountByName.get(name));
  });
  return { columns: names.map((name) => ({ name: labelCategory(name), unit })), rows };
}

function toAmount(finding: CategoryFinding, overflow: string): SheetAmount {
  const { name, value, amount, max, judgement } = finding;
  return {
    value: formatFigure(value.rawJSON),
    ...toToleratedRange(name, isFigureMaximum(name) ? { max: max ?? amount } : { min: amount, max }, overflow),
    ...(judgement ? { judgement } : {}),
  };
}
