import { isMaximum, labelCategory } from '../analysis/categories.ts';
import type { CategoryFinding, Level } from '../analysis/shape.ts';
import { enumLists } from '../enum.ts';
import { formatFigure } from '../values/decimal.ts';
import { type AmountTable, describeApplied, type SheetAmount } from './figures.ts';

const knownCategories = new Set(enumLists.foodCategory.map(({ key }) => key));

/**
 * Describes the groups' amounts of the standard's food categories: per day in the mean, then on all days together.
 * `overflows` are what the groups' standards tolerate.
 */
export function describeCategories(levels: readonly Level[], overflows: readonly string[]): AmountTable {
  const daily = levels.map(({ average }) => average.categories);
  // Nothing can be said about a group that never eats.
  const weekly = levels.map(({ days, week }) => (days.length > 0 ? week.categories : []));
  const [day, week] = [describePart('g/日', daily, overflows), describePart('g 合计', weekly, overflows)];
  return {
    columns: [...day.columns, ...week.columns],
    rows: day.rows.map((amounts, index) => [...amounts, ...(week.rows[index] ?? [])]),
  };
}

/** Describes the figures of a day or of all days. Unknown categories have no amounts and are omitted. */
function describePart(
  unit: string,
  findings: readonly (readonly CategoryFinding[])[],
  overflows: readonly string[],
): AmountTable {
  const names = [...new Set(findings.flatMap((list) => list.map(({ name }) => name)))].filter((name) =>
    knownCategories.has(name),
  );
  return {
    columns: names.map((name) => ({ name: labelCategory(name), unit })),
    rows: findings.map((list, index) =>
      names.map((name) =>
        describeFinding(
          list.find((finding) => finding.name === name),
          overflows[index] ?? '0',
        ),
      ),
    ),
  };
}

function describeFinding(finding: CategoryFinding | undefined, overflow: string): SheetAmount | undefined {
  if (!finding) return undefined;
  const { name, value, amount, max, judgement } = finding;
  return {
    value: formatFigure(value.rawJSON),
    ...describeApplied(name, isMaximum(name) ? { max: max ?? amount } : { min: amount, max }, overflow),
    ...(judgement ? { judgement } : {}),
  };
}
