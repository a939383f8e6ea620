import { listEvaluationFigures } from '../analysis/evaluation-figures.ts';
import type { EvaluationFigure, GroupAnalysis } from '../analysis/shape.ts';
import { formatFigure } from '../values/output.ts';
import type { AmountTable } from './figures.ts';

/** Describes the evaluation of the groups. A group has no figures if nothing is known about its food. */
export function describeEvaluations(analyses: readonly GroupAnalysis[]): AmountTable {
  const figuresByGroup = listFiguresByGroup(analyses);
  const columnByName = new Map(figuresByGroup.flat().map(({ name, unit }) => [name, { name, unit }]));
  const rows = figuresByGroup.map((figures) => {
    const valueByName = new Map(figures.map(({ name, value }) => [name, value]));
    return [...columnByName.keys()].map((name) => {
      const value = valueByName.get(name);
      return value && { value: formatFigure(value.rawJSON) };
    });
  });
  return { columns: [...columnByName.values()], rows };
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
