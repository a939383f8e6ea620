import type { Level, NutrientFinding } from '../analysis/shape.ts';
import { type Nutrient, nutrients } from '../nutrient/nutrient.ts';
import { ratio } from '../values/ratio.ts';
import { type AmountTable, formatFigure, type SheetAmount } from './figures.ts';

/** Nutrients that every sheet shows where anything is known of them. Others are shown where they are judged. */
const alwaysShown: ReadonlySet<string> = new Set(['energy', 'protein', 'fat', 'carbohydrate']);
const ENERGY = 'energy';
const SODIUM = 'sodium';
/** Vitamin A as menus count it, and as labels do. */
const [RAE, RE] = ['vitamin-a-rae', 'vitamin-a'];
const KJ_PER_KCAL = '4.184';

/** All nutrients in the order of labels. The vitamin A of menus comes where labels have theirs. */
const orderedNutrients = nutrients.flatMap((nutrient) => {
  if (nutrient.key === RAE) return [];
  return nutrient.key === RE ? nutrients.filter(({ key }) => key === RAE) : [nutrient];
});

/** Describes the groups' nutrients per day, in the mean of days. */
export function describeNutrition(levels: readonly Level[]): AmountTable {
  const findings = levels.map(({ average }) => new Map(average.nutrients.map((finding) => [finding.key, finding])));
  const shownNutrients = orderedNutrients.filter(({ key }) => {
    const groupFindings = findings.flatMap((byKey) => byKey.get(key) ?? []);
    return groupFindings.some((finding) => alwaysShown.has(key) || isCompared(finding));
  });
  return {
    columns: shownNutrients.map(({ value: name, unit }) => ({ name, unit })),
    rows: levels.map((level, index) =>
      shownNutrients.map((nutrient) => describeAmount(nutrient, findings[index]?.get(nutrient.key), level)),
    ),
  };
}

function isCompared({ min, max, ul }: NutrientFinding): boolean {
  return min !== undefined || max !== undefined || ul !== undefined;
}

function describeAmount(
  { key }: Nutrient,
  finding: NutrientFinding | undefined,
  level: Level | undefined,
): SheetAmount | undefined {
  if (!finding) return undefined;
  const { value, min, max, judgement, aboveUl } = finding;
  const equivalent = convertAmount(key, value.rawJSON, level);
  const judgementText = [judgement, ...(aboveUl ? ['超过最高摄入量'] : [])].filter(Boolean).join('，');
  return {
    value: formatFigure(value.rawJSON),
    ...(equivalent === undefined ? {} : { equivalent }),
    ...(min ? { min: formatFigure(min.rawJSON) } : {}),
    ...(max ? { max: formatFigure(max.rawJSON) } : {}),
    ...(judgementText === '' ? {} : { judgement: judgementText }),
  };
}

function convertAmount(key: string, value: string, level: Level | undefined): string | undefined {
  if (key === ENERGY) return `${ratio(value).per(KJ_PER_KCAL).toFixed(0)} kcal`;
  if (key === SODIUM && level) return `食盐 ${formatFigure(level.average.salt.rawJSON)} g`;
  return undefined;
}
