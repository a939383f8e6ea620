import { listEvaluated } from '../analysis/evaluation-figures.ts';
import type { EvaluationFigure, Level } from '../analysis/shape.ts';
import { formatFigure } from '../values/decimal.ts';
import type { AmountTable } from './figures.ts';

/** What is evaluated of the groups of whose food anything is known. */
export function describeEvaluations(levels: readonly Level[]): AmountTable {
  const figures = listFigures(levels).map((some) => new Map(some.map((one) => [one.name, one])));
  const columns = new Map(figures.flatMap((some) => [...some].map(([name, { unit }]) => [name, { name, unit }])));
  return {
    columns: [...columns.values()],
    rows: figures.map((some) =>
      [...columns.keys()].map((name) => {
        const value = some.get(name)?.value;
        return value && { value: formatFigure(value.rawJSON) };
      }),
    ),
  };
}

/** The usual limits of what is evaluated, each once: `优质蛋白质占 1/3 以上（《…》）`. */
export function listLimits(levels: readonly Level[]): string[] {
  const limitTexts = listFigures(levels).flatMap((some) =>
    some.flatMap(({ limit }) => (limit ? [`${limit.text}（${limit.source}）`] : [])),
  );
  return [...new Set(limitTexts)];
}

function listFigures(levels: readonly Level[]): EvaluationFigure[][] {
  return levels.map(({ average }) => (average.nutrients.length > 0 ? listEvaluated(average.evaluation) : []));
}
