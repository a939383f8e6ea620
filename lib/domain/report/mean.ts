import type { CostMeasure } from '../analysis/cost.ts';
import type { Figures as StandardFigures } from '../analysis/figures.ts';
import type { CategoryMeasure, Measure, NutrientMeasure } from '../analysis/findings.ts';
import type { Bounds } from '../analysis/judgement.ts';
import { energySources } from '../standard.ts';
import { type Ratio, sumRatios } from '../values/ratio.ts';

type Figures<Key extends string> = { readonly [One in Key]?: Ratio };

/** The mean of a figure; undefined where one of `all` lacks it. */
function averageFigure<Key extends string>(all: readonly Figures<Key>[], key: Key): Ratio | undefined {
  const known = all.flatMap((one) => one[key] ?? []);
  return known.length === all.length ? average(known) : undefined;
}

/** The exact mean. */
function average(all: readonly Ratio[]): Ratio {
  return sumRatios(all).per(all.length).reduced();
}

/** The means of these figures, except for those that one of `all` lacks. */
function averageFigures<Key extends string>(
  all: readonly Figures<Key>[],
  ...keys: readonly Key[]
): { [One in Key]?: Ratio } {
  const means: { [One in Key]?: Ratio } = {};
  for (const key of keys) {
    const found = averageFigure(all, key);
    if (found) means[key] = found;
  }
  return means;
}

/** The mean of the part that all kinds of measures have. Its range and bounds are the means of the days' own. */
function meanMeasure(all: readonly Measure[]): Measure {
  const bounds: Bounds = averageFigures(
    all.map((one) => one.bounds),
    'lowest',
    'highest',
  );
  return {
    value: average(all.map(({ value }) => value)),
    ...averageFigures(all, 'min', 'max'),
    share: average(all.map(({ share }) => share)),
    bounds,
    hidesSome: all.some(({ hidesSome }) => hidesSome),
  };
}

/** The mean of a nutrient over days. */
export function meanNutrient(all: readonly NutrientMeasure[]): NutrientMeasure {
  return {
    ...meanMeasure(all),
    ...averageFigures(all, 'ul'),
    isNamed: all.some(({ isNamed }) => isNamed),
    limited: average(all.map(({ limited }) => limited)),
    grams: sumRatios(all.map(({ grams }) => grams)),
    known: sumRatios(all.map(({ known }) => known)),
    missing: new Set(all.flatMap(({ missing }) => [...missing])),
  };
}

/** The mean of a food category over the days whose standard has it. */
export function meanCategory(name: string, all: readonly CategoryMeasure[]): CategoryMeasure {
  return { name, amount: average(all.map(({ amount }) => amount)), ...meanMeasure(all) };
}

/** The mean ranges of the shares of the energy, of those that the standard of each day has. */
export function meanShareRanges(all: readonly StandardFigures['energyShares'][]): StandardFigures['energyShares'] {
  const ranges = energySources.map((source) => {
    const found = all.map((one) => one.get(source) ?? {});
    return [source, averageFigures(found, 'min', 'max')] as const;
  });
  return new Map(ranges.filter(([, { min, max }]) => min || max));
}

/** The mean cost of days. A food that has a price on one day only is missing, too. */
export function meanCost(all: readonly CostMeasure[]): CostMeasure {
  return {
    value: average(all.map(({ value }) => value)),
    priced: new Set(all.flatMap(({ priced }) => [...priced])),
    missing: new Set(all.flatMap(({ missing }) => [...missing])),
  };
}
