import { isFigureMaximum, isKnownCategory, nameCategory } from '../analysis/categories.ts';
import type { CategoryFinding } from '../analysis/shape.ts';
import { formatFigure } from '../values/output.ts';
import { type AmountColumn, type AnalysedGroup, type SheetAmount, toToleratedRange } from './figures.ts';

/** Describes the groups' amounts of the standard's food categories: the daily means, then the sums of all days. */
export function describeCategories(groups: readonly AnalysedGroup[]): AmountColumn[] {
  const listDailyFindings = ({ analysis }: AnalysedGroup) => analysis.average.categories;
  // Nothing is printed for a group that never eats.
  const listTotalFindings = ({ analysis }: AnalysedGroup) => (analysis.days.length > 0 ? analysis.week.categories : []);
  const dailyColumns = listCategoryColumns('g/日', listDailyFindings, groups);
  return [...dailyColumns, ...listCategoryColumns('g 合计', listTotalFindings, groups)];
}

/** Lists a column for each known category of which some group has a finding. `listFindings` lists those of a group. */
function listCategoryColumns(
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
  const { name, value: eaten, amount: recommended, max, judgement } = finding;
  // `amount` is the minimum, but for salt, for example, the maximum.
  const range = isFigureMaximum(name) ? { max: max ?? recommended } : { min: recommended, max };
  return {
    value: formatFigure(eaten.rawJSON),
    ...toToleratedRange(name, range, tolerance),
    ...(judgement ? { judgement } : {}),
  };
}
