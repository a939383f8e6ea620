import type { CostMeasure } from '../analysis/cost.ts';
import type { Figures as StandardFigures } from '../analysis/figures.ts';
import type { CategoryMeasure, Measure, NutrientMeasure } from '../analysis/findings.ts';
import type { Bounds } from '../analysis/judgement.ts';
import { energySources } from '../standard.ts';
import { type Ratio, sumRatios } from '../values/ratio.ts';

type Figures<Key extends string> = { readonly [One in Key]?: Ratio };

/** The mean of a figure; undefined where one of the days lacks it. */
function averageFigure<Key extends string>(figuresOfDays: readonly Figures<Key>[], key: Key): Ratio | undefined {
  const known = figuresOfDays.flatMap((figures) => figures[key] ?? []);
  return known.length === figuresOfDays.length ? average(known) : undefined;
}

function average(values: readonly Ratio[]): Ratio {
  return sumRatios(values).per(values.length).reduced();
}

/** The means of these figures, except for those that one of the days lacks. */
function averageFigures<Key extends string>(
  figuresOfDays: readonly Figures<Key>[],
  ...keys: readonly Key[]
): { [One in Key]?: Ratio } {
  const means: { [One in Key]?: Ratio } = {};
  for (const key of keys) {
    const mean = averageFigure(figuresOfDays, key);
    if (mean) means[key] = mean;
  }
  return means;
}

/** The mean of the part that all kinds of measures have. Its range and bounds are the means of the days' own. */
function meanMeasure(measures: readonly Measure[]): Measure {
  const boundsOfDays = measures.map((measure) => measure.bounds);
  const bounds: Bounds = averageFigures(boundsOfDays, 'lowest', 'highest');
  return {
    value: average(measures.map(({ value }) => value)),
    ...averageFigures(measures, 'min', 'max'),
    share: average(measures.map(({ share }) => share)),
    bounds,
    hidesSome: measures.some(({ hidesSome }) => hidesSome),
  };
}

/** The mean of a nutrient over days. */
export function meanNutrient(measures: readonly NutrientMeasure[]): NutrientMeasure {
  return {
    ...meanMeasure(measures),
    ...averageFigures(measures, 'ul'),
    isNamed: measures.some(({ isNamed }) => isNamed),
    limited: average(measures.map(({ limited }) => limited)),
    grams: sumRatios(measures.map(({ grams }) => grams)),
    knownGrams: sumRatios(measures.map(({ knownGrams }) => knownGrams)),
    missing: new Set(measures.flatMap(({ missing }) => [...missing])),
  };
}

/** The mean of a food category over the days whose standard has it. */
export function meanCategory(name: string, measures: readonly CategoryMeasure[]): CategoryMeasure {
  return { name, amount: average(measures.map(({ amount }) => amount)), ...meanMeasure(measures) };
}

/** The mean ranges of the shares of the energy, of those that the standard of each day has. */
export function meanShareRanges(
  dayRanges: readonly StandardFigures['energyShares'][],
): StandardFigures['energyShares'] {
  const means = energySources.map((source) => {
    const rangesOfSource = dayRanges.map((ranges) => ranges.get(source) ?? {});
    return [source, averageFigures(rangesOfSource, 'min', 'max')] as const;
  });
  return new Map(means.filter(([, { min, max }]) => min || max));
}

/** The mean cost of days. A food that has a price on one day only is missing, too. */
export function meanCost(costs: readonly CostMeasure[]): CostMeasure {
  return {
    value: average(costs.map(({ value }) => value)),
    priced: new Set(costs.flatMap(({ priced }) => [...priced])),
    missing: new Set(costs.flatMap(({ missing }) => [...missing])),
  };
}
