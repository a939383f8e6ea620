import { isMaximum } from '../analysis/categories.ts';
import type { CategoryFinding, Level } from '../analysis/shape.ts';
import { enumLists } from '../enum.ts';
import { type AmountTable, formatFigure, type SheetAmount } from './figures.ts';

const known = new Set(enumLists.foodCategory.map(({ key }) => key));

/** What the groups get of the standard's food categories: per day in the mean, then on all days together. */
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

/** The figures of a day or of all days. Names that nobody knows cannot be weighed. */
function describePart(unit: string, findings: readonly (readonly CategoryFinding[])[]): AmountTable {
  const names = [...new Set(findings.flatMap((some) => some.map(({ name }) => name)))].filter((name) =>
    known.has(name),
  );
  return {
    columns: names.map((name) => ({ name, unit })),
    rows: findings.map((some) => names.map((name) => describe(some.find((one) => one.name === name)))),
  };
}

function describe(finding: CategoryFinding | undefined): SheetAmount | undefined {
  if (!finding) return undefined;
  const { name, value, amount, max, judgement } = finding;
  return {
    value: formatFigure(value.rawJSON),
    [isMaximum(name) ? 'max' : 'min']: formatFigure(amount.rawJSON),
    ...(max ? { max: formatFigure(max.rawJSON) } : {}),
    ...(judgement ? { judgement } : {}),
  };
}
