import type { CostMeasure } from '../analysis/cost.ts';
import type { Figures } from '../analysis/figures.ts';
import type { CategoryMeasure, Measure, NutrientMeasure } from '../analysis/findings.ts';
import type { Bounds } from '../analysis/judgement.ts';
import { energySources } from '../standard.ts';
import { type Ratio, sumRatios } from '../values/ratio.ts';

type Ratios<Key extends string> = { [RatioKey in Key]?: Ratio };

function average(values: readonly Ratio[]): Ratio {
  return sumRatios(values).per(values.length).reduced();
}

/** Averages the figures with these keys, except those that some day lacks. */
function averageFigures<Key extends string>(figuresOfDays: readonly Readonly<Ratios<Key>>[], ...keys: readonly Key[]) {
  const means: Ratios<Key> = {};
  for (const key of keys) {
    const values = figuresOfDays.flatMap((figures) => figures[key] ?? []);
    if (values.length === figuresOfDays.length) means[key] = average(values);
  }
  return means;
}

/** Averages the facts that all kinds of measures have. The range and the bounds are means, too. */
function averageMeasure(measures: readonly Measure[]): Measure {
  const boundsOfDays = measures.map((measure) => measure.bounds);
  const bounds: Bounds = averageFigures(boundsOfDays, 'lowest', 'highest');
  return {
    value: average(measures.map(({ value }) => value)),
    ...averageFigures(measures, 'min', 'max'),
    share: average(measures.map(({ share }) => share)),
    bounds,
    hasDecisiveGap: measures.some(({ hasDecisiveGap }) => hasDecisiveGap),
  };
}

/** Averages a nutrient over days. */
export function averageNutrient(measures: readonly NutrientMeasure[]): NutrientMeasure {
  return {
    ...averageMeasure(measures),
    ...averageFigures(measures, 'ul'),
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
    const rangesOfSource = dayRanges.map((ranges) => ranges.get(source) ?? {});
    return [source, averageFigures(rangesOfSource, 'min', 'max')] as const;
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
