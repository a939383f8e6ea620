import type { CostMeasure } from '../analysis/cost.ts';
import type { Figures } from '../analysis/figures.ts';
import type { CategoryMeasure, Measure, NutrientMeasure } from '../analysis/findings.ts';
import type { Bounds } from '../analysis/judgement.ts';
import { energySources } from '../standard.ts';
import { type Figure, type Ratio, sumRatios } from '../values/ratio.ts';

/** Returns the mean of figures. */
export function average(values: readonly Figure[]): Ratio {
  return sumRatios(values).per(values.length).reduced();
}

/** Averages a figure; undefined if some day lacks it. */
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

/** Averages a nutrient over days. */
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
