import { listShares } from '../analysis/energy.ts';
import type { Level, NutrientFinding } from '../analysis/shape.ts';
import { KJ_PER_KCAL } from '../ingredient/plausibility.ts';
import { type Nutrient, nutrients } from '../nutrient/nutrient.ts';
import { formatFigure } from '../values/decimal.ts';
import { ratio } from '../values/ratio.ts';
import { type AmountTable, describeApplied, type SheetAmount } from './figures.ts';

/** Nutrients that every sheet shows where anything is known of them. Others are shown where they are judged. */
const alwaysShown: ReadonlySet<string> = new Set(['energy', 'protein', 'fat', 'carbohydrate']);
const ENERGY = 'energy';
const SODIUM = 'sodium';
/** Vitamin A as menus count it, and as labels do. */
const [RAE, RE] = ['vitamin-a-rae', 'vitamin-a'];

/** All nutrients in the order of labels. The vitamin A of menus comes where labels have theirs. */
const orderedNutrients = nutrients.flatMap((nutrient) => {
  if (nutrient.key === RAE) return [];
  return nutrient.key === RE ? nutrients.filter(({ key }) => key === RAE) : [nutrient];
});

/** Describes the groups' nutrients per day, in the mean of days, and the shares of the energy that some standard judges. `overflows` are what the groups' standards tolerate. */
export function describeNutrition(levels: readonly Level[], overflows: readonly string[]): AmountTable {
  const findings = levels.map(({ average }) => new Map(average.nutrients.map((finding) => [finding.key, finding])));
  const shownNutrients = orderedNutrients.filter(({ key }) => {
    const groupFindings = findings.flatMap((byKey) => byKey.get(key) ?? []);
    return groupFindings.some((finding) => alwaysShown.has(key) || isCompared(finding));
  });
  const judged = new Set(levels.flatMap(({ average }) => average.judgedShares ?? []).map(({ key }) => key));
  const shares = levels.map(({ average }) => listShares(average).filter(({ key }) => judged.has(key)));
  return {
    columns: [
      ...shownNutrients.map(({ value: name, unit }) => ({ name, unit })),
      ...(shares[0] ?? []).map(({ name, unit }) => ({ name, unit })),
    ],
    rows: levels.map((level, index) => [
      ...shownNutrients.map((nutrient) => {
        return describeNutrient(nutrient, findings[index]?.get(nutrient.key), {
          level,
          overflow: overflows[index] ?? '0',
        });
      }),
      // Nothing can be said about a group that never eats.
      ...(shares[index] ?? []).map((share) => (level.days.length > 0 ? describeShare(share) : undefined)),
    ]),
  };
}

function isCompared({ min, max, ul }: NutrientFinding): boolean {
  return min !== undefined || max !== undefined || ul !== undefined;
}

function describeNutrient(
  { key }: Nutrient,
  finding: NutrientFinding | undefined,
  { level, overflow }: { readonly level: Level; readonly overflow: string },
): SheetAmount | undefined {
  if (!finding) return undefined;
  const { value, judgement, aboveUl } = finding;
  const equivalent = convertAmount(key, value.rawJSON, level);
  const judgementText = [judgement, ...(aboveUl ? ['超过最高摄入量'] : [])].filter(Boolean).join('，');
  return {
    value: formatFigure(value.rawJSON),
    ...describeApplied(key, finding, overflow),
    ...(equivalent === undefined ? {} : { equivalent }),
    ...(judgementText === '' ? {} : { judgement: judgementText }),
  };
}

/** A share is judged without tolerance, so none of its decimals is dropped. */
function describeShare({ value, min, max, judgement }: ReturnType<typeof listShares>[number]): SheetAmount {
  return {
    value: value.rawJSON,
    ...(min ? { min: formatFigure(min.rawJSON) } : {}),
    ...(max ? { max: formatFigure(max.rawJSON) } : {}),
    ...(judgement ? { judgement } : {}),
  };
}

function convertAmount(key: string, value: string, level: Level): string | undefined {
  if (key === ENERGY) return `${ratio(value).per(KJ_PER_KCAL).toFixed(0)} 千卡`;
  if (key === SODIUM) return `食盐 ${formatFigure(level.average.salt.rawJSON)} g`;
  return undefined;
}
