import type { CategoryFinding, GroupAnalysis, Judgement, NutrientFinding } from '../../analysis/shape.ts';
import { type RawJson, toPercent, toTwoDecimals } from '../../values/output.ts';
import { ratio } from '../../values/ratio.ts';
import { type AnalysedGroup, listAnalysedGroups, type PlannedMenu, type Unmet } from '../answer.ts';
import { withBestCase } from './best-case.ts';
import { describePeriod, type FigurePeriod, inLanguage } from './phrases.ts';
import { RangePenalty } from './range-penalty.ts';
import type { Rule } from './rule.ts';
import { RANGE_WEIGHTS } from './soft-bounds.ts';

/** Nutrients and food categories are in the standard's ranges: each day, in the mean of days, and categories in the week. */
export const rangesRule = {
  weights: RANGE_WEIGHTS,
  createPenalty: (model, context) => new RangePenalty(model, context),
  schedule: 'ranges',
  isSlow: true,
  listUnmet: (menu) => listAnalysedGroups(menu).map((analysedGroup) => judgeFigures(analysedGroup, menu)),
} satisfies Rule;

interface FigureOutOfRange extends Pick<Figure, 'period' | 'name' | 'unit'> {
  readonly groupName: string;
  readonly value: string;
  readonly isShort: boolean;
  readonly bound: string;
}

const texts = {
  zh: {
    grams: '克',
    outOfRange: ({ groupName, period, name, value, unit, isShort, bound }: FigureOutOfRange) => {
      const [judgement, side] = isShort ? ['不足', '至少'] : ['过量', '至多'];
      return `${groupName}${describePeriod.zh(period)}${name} ${value} ${unit}，${judgement}（${side} ${bound}）`;
    },
    unknown: (groupName: string, period: FigurePeriod, name: string) =>
      `${groupName}${describePeriod.zh(period)}${name}数据不足，不能判断是否达标`,
  },
  en: {
    grams: 'g',
    outOfRange: ({ groupName, period, name, value, unit, isShort, bound }: FigureOutOfRange) => {
      const [judgement, side] = isShort ? ['too little', 'at least'] : ['too much', 'at most'];
      return `${name} for "${groupName}" ${describePeriod.en(period)}: ${value} ${unit}, ${judgement} (${side} ${bound})`;
    },
    unknown: (groupName: string, period: FigurePeriod, name: string) =>
      `Too little is known of ${name} for "${groupName}" ${describePeriod.en(period)} to judge it`,
  },
};

/** A figure that the analysis judged, with the bound that it may be out of. */
interface Figure {
  readonly rule: 'nutrient' | 'category';
  readonly period: FigurePeriod;
  /** Key of the nutrient, or name of the category or of the source of energy: `of` in `unmet`. */
  readonly subjectKey: string;
  readonly name: string;
  readonly unit: string;
  readonly value: RawJson;
  readonly bound: RawJson | undefined;
  readonly judgement?: Judgement | undefined;
  /** Whether it is a share of the energy. The best case knows sums, but no shares. */
  readonly isShare?: boolean;
}

/** Lists all figures of a group's analysis: those of the mean first, then those of the week and of the days. */
function listFigures({ average, week, days }: GroupAnalysis, grams: string): Figure[] {
  const toCategoryFigures = (findings: readonly CategoryFinding[], period: FigurePeriod) =>
    findings.map(({ name, value, amount, max, judgement }): Figure => {
      // Where there is a `max`, `amount` is the minimum. Otherwise it is the only bound.
      const bound = judgement === '过量' ? (max ?? amount) : amount;
      return { rule: 'category', period, subjectKey: name, name, unit: grams, value, bound, judgement };
    });
  const toNutrientFigures = (findings: readonly NutrientFinding[], period: FigurePeriod) =>
    findings.map(({ key, name, unit, value, min, max, judgement }): Figure => {
      const bound = judgement === '不足' ? min : max;
      return { rule: 'nutrient', period, subjectKey: key, name, unit, value, bound, judgement };
    });
  const energyShares = (average.judgedShares ?? []).map(({ name, value, min, max, judgement }): Figure => {
    const bound = judgement === '不足' ? min : max;
    const percents = { value: toPercent(value), bound: bound && toPercent(bound) };
    const facts = { name, unit: '%', ...percents, judgement, isShare: true };
    return { rule: 'nutrient', period: 'mean', subjectKey: name, ...facts };
  });
  return [
    ...toNutrientFigures(average.nutrients, 'mean'),
    ...energyShares,
    ...toCategoryFigures(average.categories, 'mean'),
    ...toCategoryFigures(week.categories, 'week'),
    ...days.flatMap(({ day, nutrients, categories }) => [
      ...toNutrientFigures(nutrients, day),
      ...toCategoryFigures(categories, day),
    ]),
  ];
}

/** Reports the figures of a group that are out of range, or of which too little is known. */
function judgeFigures({ group, groupAnalysis }: AnalysedGroup, { problem, bestCase }: PlannedMenu): Unmet[] {
  const phrases = inLanguage(problem, texts);
  const figures = listFigures(groupAnalysis, phrases.grams);
  const unknownFigures = figures.filter(({ period, judgement }) => period === 'mean' && judgement === '数据不足');
  const unknownInMean = new Set(unknownFigures.map(({ subjectKey }) => subjectKey));
  return figures.flatMap(({ rule, period, subjectKey, name, unit, value, bound, judgement, isShare }): Unmet[] => {
    const day = typeof period === 'number' ? period : undefined;
    const place = { level: group.level, group: group.name, day, of: subjectKey };
    if (judgement === '数据不足') {
      // A figure that is unknown in the mean is not reported again for each day.
      if (period !== 'mean' && unknownInMean.has(subjectKey)) return [];
      return [{ rule, text: phrases.unknown(group.name, period, name), ...place }];
    }
    const isShort = judgement === '不足';
    const isOutOfRange = isShort || judgement === '过量';
    if (!bound || !isOutOfRange) return [];
    const by = toTwoDecimals(ratio(bound.rawJSON).minus(ratio(value.rawJSON)).abs());
    const missedFigure = { period, name, value: value.rawJSON, unit, isShort, bound: bound.rawJSON };
    const text = phrases.outOfRange({ groupName: group.name, ...missedFigure });
    if (isShare) return [{ rule, text, ...place, by }];
    // Without a day `bestAmount` sums up all days. It is for people with factor 1.
    const summedDayCount = period === 'mean' ? groupAnalysis.days.length : 1;
    const bestAmount = bestCase.bestAmount(subjectKey, isShort ? 'max' : 'min', { meals: group.meals, day });
    const bestValue = bestAmount * (Number(group.factor) / summedDayCount);
    return [{ rule, ...withBestCase(text, { ...missedFigure, bestValue, digits: 2 }, problem), ...place, by }];
  });
}
