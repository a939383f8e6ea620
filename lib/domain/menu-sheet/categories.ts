import { isMaximum } from '../analysis/categories.ts';
import type { CategoryFinding, Level } from '../analysis/shape.ts';
import { enumLists } from '../enum.ts';
import { type AmountTable, formatFigure, type SheetAmount } from './figures.ts';

const knownCategories = new Set(enumLists.foodCategory.map(({ key }) => key));

/** Describes the groups' amounts of the standard's food categories: per day in the mean, then on all days together. */
export function describeCategories(levels: readonly Level[]): AmountTable {
  const daily = levels.map(({ average }) => average.categories);
  // Nothing can be said about a group that never eats.
  const weekly = levels.map(({ days, week }) => (days.length > 0 ? week.categories : []));
  const [day, week] = [describePart('g/日', daily), describePart('g 合计', weekly)];
  return {
    columns: [...day.columns, ...week.columns],
    rows: day.rows.map((amounts, index) => [...amounts, ...(week.rows[index] ?? [])]),
  };
}

/** Describes the figures of a day or of all days. Unknown categories have no amounts and are omitted. */
function describePart(unit: string, findings: readonly (readonly CategoryFinding[])[]): AmountTable {
  const names = [...new Set(findings.flatMap((list) => list.map(({ name }) => name)))].filter((name) =>
    knownCategories.has(name),
  );
  return {
    columns: names.map((name) => ({ name, unit })),
    rows: findings.map((list) => names.map((name) => describeFinding(list.find((finding) => finding.name === name)))),
  };
}

function describeFinding(finding: CategoryFinding | undefined): SheetAmount | undefined {
  if (!finding) return undefined;
  const { name, value, amount, max, judgement } = finding;
  return {
    value: formatFigure(value.rawJSON),
    [isMaximum(name) ? 'max' : 'min']: formatFigure(amount.rawJSON),
    ...(max ? { max: formatFigure(max.rawJSON) } : {}),
    ...(judgement ? { judgement } : {}),
  };
}
