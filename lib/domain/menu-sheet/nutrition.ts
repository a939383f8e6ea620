import { listShares } from '../analysis/energy.ts';
import { listEvaluationFigures } from '../analysis/evaluation-figures.ts';
import { menuNutrients } from '../analysis/foods.ts';
import type { EvaluationFigure, GroupAnalysis, NutrientFinding } from '../analysis/shape.ts';
import { KJ_PER_KCAL } from '../ingredient/plausibility.ts';
import { compareNutrients } from '../nutrient/nutrient.ts';
import { formatFigure } from '../values/output.ts';
import { ratio } from '../values/ratio.ts';
import { type AmountTable, type SheetAmount, toToleratedRange } from './figures.ts';

/** Nutrients that every sheet shows if anything is known about them. Others are shown if they are judged. */
const alwaysShownKeys: ReadonlySet<string> = new Set(['energy', 'protein', 'fat', 'carbohydrate']);

/** The nutrients of menus in the order of labels. Vitamin A has another key in menus, but the same place. */
const orderedNutrients = menuNutrients.toSorted((a, b) => compareNutrients(toLabelKey(a.key), toLabelKey(b.key)));

function toLabelKey(key: string): string {
  return key === 'vitamin-a-rae' ? 'vitamin-a' : key;
}

/**
 * Describes the groups' daily means of nutrients, and of the shares of the energy that some standard judges.
 * `toleranceByGroup` has the deviations that the groups' standards tolerate, such as `0.1`.
 */
export function describeNutrition(
  analysisByGroup: readonly GroupAnalysis[],
  toleranceByGroup: readonly string[],
): AmountTable {
  const shownNutrients = listShownNutrients(analysisByGroup);
  const judgedShares = analysisByGroup.flatMap(({ average }) => average.judgedShares ?? []);
  const judgedShareKeys = new Set(judgedShares.map(({ key }) => key));
  const listJudgedShares = ({ average }: GroupAnalysis) =>
    listShares(average).filter(({ key }) => judgedShareKeys.has(key));
  const rows = analysisByGroup.map((analysis, groupIndex) => {
    const nutrientAmounts = shownNutrients.map(({ key }) => {
      const finding = analysis.average.nutrients.find((candidate) => candidate.key === key);
      return finding && describeNutrient(finding, analysis, toleranceByGroup[groupIndex] ?? '0');
    });
    // Nothing is printed for a group that never eats.
    const isFed = analysis.days.length > 0;
    const shareAmounts = listJudgedShares(analysis).map((share) => (isFed ? describeShare(share) : undefined));
    return [...nutrientAmounts, ...shareAmounts];
  });
  const nutrientColumns = shownNutrients.map(({ value: name, unit }) => ({ name, unit }));
  // `listJudgedShares` gives the same keys for each group, so the first one names the columns.
  const shares = analysisByGroup.slice(0, 1).flatMap(listJudgedShares);
  return { columns: [...nutrientColumns, ...shares.map(({ name, unit }) => ({ name, unit }))], rows };
}

function listShownNutrients(analysisByGroup: readonly GroupAnalysis[]): typeof orderedNutrients {
  const findings = analysisByGroup.flatMap(({ average }) => average.nutrients);
  const shownKeys = new Set(findings.filter(isShown).map(({ key }) => key));
  return orderedNutrients.filter(({ key }) => shownKeys.has(key));
}

/** Whether the nutrient is always shown, or judged. `ul` is the tolerable upper level. */
function isShown({ key, min, max, ul }: NutrientFinding): boolean {
  return alwaysShownKeys.has(key) || [min, max, ul].some((bound) => bound !== undefined);
}

function describeNutrient(finding: NutrientFinding, analysis: GroupAnalysis, tolerance: string): SheetAmount {
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

/** Describes a share of the energy, which is judged without tolerance. Rounding could make it contradict its judgement. */
function describeShare(share: ReturnType<typeof listShares>[number]): SheetAmount {
  const { key, value, judgement } = share;
  return { value: value.rawJSON, ...toToleratedRange(key, share, '0'), ...(judgement ? { judgement } : {}) };
}

/** Describes energy in kcal, and sodium as salt; undefined for other nutrients. */
function describeEquivalent(key: string, value: string, analysis: GroupAnalysis): string | undefined {
  if (key === 'energy') return `${ratio(value).per(KJ_PER_KCAL).toFixed(0)} 千卡`;
  return key === 'sodium' ? `食盐 ${formatFigure(analysis.average.salt.rawJSON)} g` : undefined;
}

/** Describes the evaluation of each group. */
export function describeEvaluations(analysisByGroup: readonly GroupAnalysis[]): AmountTable {
  const figuresByGroup = analysisByGroup.map(listKnownFigures);
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

/** Lists the figures of a group's evaluation; none if nothing is known about its food. */
export function listKnownFigures({ average }: GroupAnalysis): EvaluationFigure[] {
  return average.nutrients.length > 0 ? listEvaluationFigures(average.evaluation) : [];
}
