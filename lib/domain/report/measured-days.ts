import { weighAndListEating } from '../analysis/analyse.ts';
import type { AnalysisInput } from '../analysis/content.ts';
import { type CostMeasure, measureCost } from '../analysis/cost.ts';
import { listShareRanges } from '../analysis/energy.ts';
import { evaluateDay } from '../analysis/evaluation.ts';
import type { Figures } from '../analysis/figures.ts';
import {
  type CategoryMeasure,
  type Measure,
  measureDayCategories,
  measureNutrient,
  type NutrientMeasure,
} from '../analysis/findings.ts';
import { menuNutrients } from '../analysis/foods.ts';
import type { Bounds } from '../analysis/judgement.ts';
import { listKinds } from '../analysis/kinds.ts';
import { energySources } from '../standard.ts';
import { type Figure, Ratio, sumRatios } from '../values/ratio.ts';

/** The measures of what a group eats on a day. They are exact, so that days of different menus can be added up. */
export type MeasuredDay = ReturnType<typeof measureDays>[number]['days'][number];

/** Measures the days of each group of a menu, in the order of its groups and days. */
export function measureDays(input: AnalysisInput) {
  const { eatingGroups, weighed, prices } = weighAndListEating(input);
  return eatingGroups.map(({ group, figures, days }) => {
    const basis = { weighed, figures, levelFigures: figures.findLevel(group.level), nutrients: menuNutrients };
    const measuredDays = days.map((day) => ({
      date: day.date,
      nutrientByKey: new Map(menuNutrients.map(({ key }) => [key, measureNutrient(key, day, basis)])),
      categories: measureDayCategories(day, basis),
      // The ranges that judge the shares of its energy.
      shareRanges: listShareRanges(basis),
      kindCount: listKinds(day.sums.gramsByCode, weighed).length,
      cost: measureCost(day, weighed, prices),
      evaluation: evaluateDay(day, group, { weighed, dishes: input.dishes }),
      foods: [...day.sums.gramsByCode].map(([code, grams]) => {
        const name = weighed.foods.byCode.get(code)?.name ?? code;
        return { code, name, grams: new Ratio(grams, weighed.gramsDenominator) };
      }),
      // Whether the standard has figures for the level.
      isJudged: basis.levelFigures !== undefined,
    }));
    return { group, days: measuredDays };
  });
}

/** Returns the mean of figures; 0 where there are none. */
export function average(values: readonly Figure[]): Ratio {
  return sumRatios(values).per(values.length).reduced();
}

/** Averages the figures of days; undefined if some day lacks its figure. */
function averageFigure(figures: readonly (Ratio | undefined)[]): Ratio | undefined {
  const known = figures.filter((figure) => figure !== undefined);
  return known.length === figures.length ? average(known) : undefined;
}

function averageBounds(bounds: readonly Bounds[]): Bounds {
  return { min: averageFigure(bounds.map(({ min }) => min)), max: averageFigure(bounds.map(({ max }) => max)) };
}

/** Averages the facts that all kinds of measures have. The range and the bounds are means, too. */
function averageMeasure(measures: readonly Measure[]): Measure {
  return {
    value: average(measures.map(({ value }) => value)),
    ...averageBounds(measures),
    share: average(measures.map(({ share }) => share)),
    bounds: averageBounds(measures.map(({ bounds }) => bounds)),
    hasDecisiveGap: measures.some(({ hasDecisiveGap }) => hasDecisiveGap),
  };
}

/** Averages a nutrient over days. Grams are summed, not averaged: only the share of the known ones is shown. */
export function averageNutrient(measures: readonly NutrientMeasure[]): NutrientMeasure {
  return {
    ...averageMeasure(measures),
    ul: averageFigure(measures.map(({ ul }) => ul)),
    isNamed: measures.some(({ isNamed }) => isNamed),
    limitedAmount: average(measures.map(({ limitedAmount }) => limitedAmount)),
    grams: sumRatios(measures.map(({ grams }) => grams)),
    knownGrams: sumRatios(measures.map(({ knownGrams }) => knownGrams)),
    unknownCodes: new Set(measures.flatMap(({ unknownCodes }) => [...unknownCodes])),
  };
}

/** Averages a food category over the days whose standard has it. */
export function averageCategory(name: string, measures: readonly CategoryMeasure[]): CategoryMeasure {
  return { name, figure: average(measures.map(({ figure }) => figure)), ...averageMeasure(measures) };
}

/** Averages the ranges of the shares of the energy. A share has a range if the standard of each day has one. */
export function averageShareRanges(dayRanges: readonly Figures['shareRanges'][]): Figures['shareRanges'] {
  const means = energySources.map((source) => {
    return [source, averageBounds(dayRanges.map((ranges) => ranges.get(source) ?? {}))] as const;
  });
  return new Map(means.filter(([, { min, max }]) => min || max));
}

/** Averages the cost of days. A food without a price on some day counts as unpriced. */
export function averageCost(costs: readonly CostMeasure[]): CostMeasure {
  return {
    value: average(costs.map(({ value }) => value)),
    pricedCodes: new Set(costs.flatMap(({ pricedCodes }) => [...pricedCodes])),
    unpricedCodes: new Set(costs.flatMap(({ unpricedCodes }) => [...unpricedCodes])),
  };
}
