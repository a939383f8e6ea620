import { listEvaluationFigures } from '../analysis/evaluation-figures.ts';
import type { EvaluationFigure, GroupAnalysis } from '../analysis/shape.ts';
import { formatFigure } from '../values/output.ts';
import type { AmountTable } from './figures.ts';

/** Describes the evaluation of the groups. A group has no figures if nothing is known about its food. */
export function describeEvaluations(analyses: readonly GroupAnalysis[]): AmountTable {
  const figuresByGroup = listFiguresByGroup(analyses);
  const columnByName = new Map(figuresByGroup.flat().map(({ name, unit }) => [name, { name, unit }]));
  const columns = [...columnByName.values()];
  const rows = figuresByGroup.map((figures) =>
    columns.map(({ name }) => {
      const value = figures.find((figure) => figure.name === name)?.value;
      return value && { value: formatFigure(value.rawJSON) };
    }),
  );
  return { columns, rows };
}

/** Lists the usual limits of the evaluated figures, each once: `优质蛋白质占 1/3 以上（《…》）`. */
export function listLimits(analyses: readonly GroupAnalysis[]): string[] {
  const limits = listFiguresByGroup(analyses).flatMap((figures) => figures.flatMap(({ limit }) => limit ?? []));
  return [...new Set(limits.map(({ text, source }) => `${text}（${source}）`))];
}

/** Lists the evaluated figures of each group. */
function listFiguresByGroup(analyses: readonly GroupAnalysis[]): EvaluationFigure[][] {
  return analyses.map(({ average }) => (average.nutrients.length > 0 ? listEvaluationFigures(average.evaluation) : []));
}
