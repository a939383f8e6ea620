import { listShares, nameShare } from '../analysis/energy.ts';
import { listEvaluationFigures } from '../analysis/evaluation-figures.ts';
import { menuNutrients } from '../analysis/foods.ts';
import type { EvaluationFigure, GroupAnalysis, NutrientFinding } from '../analysis/shape.ts';
import { KJ_PER_KCAL } from '../ingredient/plausibility.ts';
import { compareNutrients } from '../nutrient/nutrient.ts';
import { energySources } from '../standard.ts';
import { formatFigure } from '../values/output.ts';
import { ratio } from '../values/ratio.ts';
import { type AmountColumn, type AnalysedGroup, type SheetAmount, toToleratedRange } from './figures.ts';

/** Nutrients that every sheet shows if anything is known about them. Others are shown if they are judged. */
const alwaysShownKeys: ReadonlySet<string> = new Set(['energy', 'protein', 'fat', 'carbohydrate']);

/** The nutrients of menus in the order of labels. Vitamin A has another key in menus, but the same place. */
const orderedNutrients = menuNutrients.toSorted((a, b) => compareNutrients(toLabelKey(a.key), toLabelKey(b.key)));

function toLabelKey(key: string): string {
  return key === 'vitamin-a-rae' ? 'vitamin-a' : key;
}

/** Describes the groups' daily means of nutrients, and of the shares of the energy that some standard judges. */
export function describeNutrition(groups: readonly AnalysedGroup[]): AmountColumn[] {
  const findings = groups.flatMap(({ analysis }) => analysis.average.nutrients);
  const shownKeys = new Set(findings.filter(isShown).map(({ key }) => key));
  const shownNutrients = orderedNutrients.filter(({ key }) => shownKeys.has(key));
  const nutrientColumns = shownNutrients.map(({ key, value: name, unit }) => {
    const amounts = groups.map((group) => {
      const finding = group.analysis.average.nutrients.find((candidate) => candidate.key === key);
      return finding && describeNutrient(finding, group);
    });
    return { name, unit, amounts };
  });
  return [...nutrientColumns, ...listShareColumns(groups)];
}

function listShareColumns(groups: readonly AnalysedGroup[]): AmountColumn[] {
  const judgedShares = groups.flatMap(({ analysis }) => analysis.average.judgedShares ?? []);
  const judgedSources = new Set(judgedShares.map(({ key }) => key));
  const shownSources = energySources.filter((source) => judgedSources.has(source));
  return shownSources.map((source) => ({
    name: nameShare(source),
    unit: '%',
    amounts: groups.map(({ analysis: { average, days } }) => {
      const share = listShares(average).find(({ key }) => key === source);
      // Nothing is printed for a group that never eats.
      return share && days.length > 0 ? describeShare(share) : undefined;
    }),
  }));
}

/** Whether the nutrient is always shown, or judged. `ul` is the tolerable upper level. */
function isShown({ key, min, max, ul }: NutrientFinding): boolean {
  return alwaysShownKeys.has(key) || [min, max, ul].some((bound) => bound !== undefined);
}

function describeNutrient(finding: NutrientFinding, { analysis, tolerance }: AnalysedGroup): SheetAmount {
  const { key, value, judgement, aboveUl } = finding;
  const equivalent = describeEquivalent(key, value.rawJSON, analysis);
  const judgementText = [judgement, ...(aboveUl ? ['超过最高摄入量'] : [])].filter(Boolean).join('，');
  return {
    value: formatFigure(value.rawJSON),
    ...toToleratedRange(key, finding, tolerance),
    ...(equivalent === undefined ? {} : { equivalent }),
    ...(judgementText === '' ? {} : { judgement: judgementText }),
  };
}

/** Describes a share of the energy. There is no tolerance. The value is not rounded, so that it never contradicts its judgement. */
function describeShare(share: ReturnType<typeof listShares>[number]): SheetAmount {
  const { key, value, judgement } = share;
  return { value: value.rawJSON, ...toToleratedRange(key, share, '0'), ...(judgement ? { judgement } : {}) };
}

/** Describes energy in kcal, and sodium as salt; undefined for other nutrients. */
function describeEquivalent(key: string, value: string, analysis: GroupAnalysis): string | undefined {
  if (key === 'energy') return `${ratio(value).per(KJ_PER_KCAL).toFixed(0)} 千卡`;
  return key === 'sodium' ? `食盐 ${formatFigure(analysis.average.salt.rawJSON)} g` : undefined;
}

export function describeEvaluations(groups: readonly AnalysedGroup[]): AmountColumn[] {
  const figuresByGroup = groups.map(listKnownFigures);
  const unitByName = new Map(figuresByGroup.flat().map(({ name, unit }) => [name, unit]));
  return [...unitByName].map(([name, unit]) => {
    const values = figuresByGroup.map((figures) => figures.find((figure) => figure.name === name)?.value);
    return { name, unit, amounts: values.map((value) => value && { value: formatFigure(value.rawJSON) }) };
  });
}

/** Lists the figures of a group's evaluation; none if nothing is known about its food. */
export function listKnownFigures({ analysis: { average } }: AnalysedGroup): EvaluationFigure[] {
  return average.nutrients.length > 0 ? listEvaluationFigures(average.evaluation) : [];
}
