import { listShares } from '../analysis/energy.ts';
import type { GroupAnalysis, NutrientFinding } from '../analysis/shape.ts';
import { KJ_PER_KCAL } from '../ingredient/plausibility.ts';
import { nutrients } from '../nutrient/nutrient.ts';
import { formatFigure } from '../values/output.ts';
import { ratio } from '../values/ratio.ts';
import { type AmountTable, type SheetAmount, toToleratedRange } from './figures.ts';

/** Nutrients that every sheet shows if anything is known about them. Others are shown if they are judged. */
const alwaysShownKeys: ReadonlySet<string> = new Set(['energy', 'protein', 'fat', 'carbohydrate']);
const ENERGY = 'energy';
const SODIUM = 'sodium';
/** Vitamin A as menus count it. */
const MENU_VITAMIN_A = 'vitamin-a-rae';
/** Vitamin A as labels count it. */
const LABEL_VITAMIN_A = 'vitamin-a';

/** The nutrients of menus in the order of labels. Both kinds of vitamin A have the same position. */
const orderedNutrients = nutrients.flatMap((nutrient) => {
  if (nutrient.key === MENU_VITAMIN_A) return [];
  return nutrient.key === LABEL_VITAMIN_A ? nutrients.filter(({ key }) => key === MENU_VITAMIN_A) : [nutrient];
});

/**
 * Describes the groups' daily means of nutrients, and of the shares of the energy that some standard judges.
 * `tolerances` has the deviations that the groups' standards tolerate.
 */
export function describeNutrition(analyses: readonly GroupAnalysis[], tolerances: readonly string[]): AmountTable {
  const findings = analyses.flatMap(({ average }) => average.nutrients);
  const shownNutrients = orderedNutrients.filter(({ key }) => {
    const findingsOfKey = findings.filter((finding) => finding.key === key);
    return findingsOfKey.some((finding) => alwaysShownKeys.has(key) || hasBounds(finding));
  });
  const judgedShares = new Set(analyses.flatMap(({ average }) => average.judgedShares ?? []).map(({ key }) => key));
  const sharesByGroup = analyses.map(({ average }) => listShares(average).filter(({ key }) => judgedShares.has(key)));
  const rows = analyses.map((analysis, index) => {
    const nutrientAmounts = shownNutrients.map(({ key }) => {
      const finding = analysis.average.nutrients.find((candidate) => candidate.key === key);
      return finding && describeNutrient(finding, analysis, tolerances[index] ?? '0');
    });
    // A group that never eats has no shares.
    const hasShares = analysis.days.length > 0;
    const shareAmounts = (sharesByGroup[index] ?? []).map((share) => (hasShares ? describeShare(share) : undefined));
    return [...nutrientAmounts, ...shareAmounts];
  });
  const nutrientColumns = shownNutrients.map(({ value: name, unit }) => ({ name, unit }));
  const shareColumns = (sharesByGroup[0] ?? []).map(({ name, unit }) => ({ name, unit }));
  return { columns: [...nutrientColumns, ...shareColumns], rows };
}

function hasBounds({ min, max, ul }: NutrientFinding): boolean {
  return min !== undefined || max !== undefined || ul !== undefined;
}

function describeNutrient(finding: NutrientFinding, analysis: GroupAnalysis, tolerance: string): SheetAmount {
  const { key, value, judgement, aboveUl } = finding;
  const equivalent = convertAmount(key, value.rawJSON, analysis);
  const judgementText = [judgement, ...(aboveUl ? ['超过最高摄入量'] : [])].filter(Boolean).join('，');
  return {
    value: formatFigure(value.rawJSON),
    ...toToleratedRange(key, finding, tolerance),
    ...(equivalent === undefined ? {} : { equivalent }),
    ...(judgementText === '' ? {} : { judgement: judgementText }),
  };
}

/** Describes a share of the energy. It is judged without tolerance, so it keeps all its decimals. */
function describeShare({ value, min, max, judgement }: ReturnType<typeof listShares>[number]): SheetAmount {
  return {
    value: value.rawJSON,
    ...(min ? { min: formatFigure(min.rawJSON) } : {}),
    ...(max ? { max: formatFigure(max.rawJSON) } : {}),
    ...(judgement ? { judgement } : {}),
  };
}

/** Converts energy to kcal, and sodium to salt; undefined for other nutrients. */
function convertAmount(key: string, value: string, analysis: GroupAnalysis): string | undefined {
  if (key === ENERGY) return `${ratio(value).per(KJ_PER_KCAL).toFixed(0)} 千卡`;
  if (key === SODIUM) return `食盐 ${formatFigure(analysis.average.salt.rawJSON)} g`;
  return undefined;
}
