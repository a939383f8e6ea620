import { isFigureMaximum, isKnownCategory, nameCategory } from '../analysis/categories.ts';
import type { CategoryFinding } from '../analysis/shape.ts';
import { formatFigure } from '../values/output.ts';
import { type AmountColumn, type AnalysedGroup, type SheetAmount, toToleratedRange } from './figures.ts';

/** Describes the groups' amounts of the standard's food categories: the daily means, then the sums of all days. */
export function describeCategories(groups: readonly AnalysedGroup[]): AmountColumn[] {
  const listDaily = ({ analysis }: AnalysedGroup) => analysis.average.categories;
  // Nothing is printed for a group that never eats.
  const listTotal = ({ analysis: { days, week } }: AnalysedGroup) => (days.length > 0 ? week.categories : []);
  return [...listColumns('g/日', listDaily, groups), ...listColumns('g 合计', listTotal, groups)];
}

/** Lists a column for each category that some group has a finding of. Unknown categories are omitted. */
function listColumns(
  unit: string,
  listFindings: (group: AnalysedGroup) => readonly CategoryFinding[],
  groups: readonly AnalysedGroup[],
): AmountColumn[] {
  const categories = new Set(groups.flatMap((group) => listFindings(group).map(({ name }) => name)));
  return [...categories].filter(isKnownCategory).map((category) => ({
    name: nameCategory(category),
    unit,
    amounts: groups.map((group) => {
      const finding = listFindings(group).find(({ name }) => name === category);
      return finding && toAmount(finding, group.tolerance);
    }),
  }));
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
