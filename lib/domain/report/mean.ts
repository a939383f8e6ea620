import type { CostMeasure } from '../analysis/cost.ts';
import type { CategoryMeasure, Measure, NutrientMeasure } from '../analysis/findings.ts';
import type { Bounds } from '../analysis/judgement.ts';
import { type Ratio, sumOf } from '../values/ratio.ts';

type Figures<Key extends string> = { readonly [One in Key]?: Ratio };

/** The mean of a figure that all have; undefined where one lacks it. */
function meanOf<Key extends string>(all: readonly Figures<Key>[], key: Key): Ratio | undefined {
  const known = all.flatMap((one) => one[key] ?? []);
  return known.length === all.length ? mean(known) : undefined;
}

/** The exact mean. */
function mean(all: readonly Ratio[]): Ratio {
  return sumOf(all).per(all.length).reduced();
}

/** The means of these figures, without those that one lacks. */
function meansOf<Key extends string>(all: readonly Figures<Key>[], ...keys: readonly Key[]): { [One in Key]?: Ratio } {
  const means: { [One in Key]?: Ratio } = {};
  for (const key of keys) {
    const found = meanOf(all, key);
    if (found) means[key] = found;
  }
  return means;
}

/** What all measures have, in the mean: ranges and tolerances are those of the days. */
function meanMeasure(all: readonly Measure[]): Measure {
  const bounds: Bounds = meansOf(
    all.map((one) => one.bounds),
    'lowest',
    'highest',
  );
  return {
    value: mean(all.map(({ value }) => value)),
    ...meansOf(all, 'min', 'max'),
    share: mean(all.map(({ share }) => share)),
    bounds,
    hidesSome: all.some(({ hidesSome }) => hidesSome),
  };
}

/** The mean of a nutrient over days. */
export function meanNutrient(all: readonly NutrientMeasure[]): NutrientMeasure {
  return {
    ...meanMeasure(all),
    ...meansOf(all, 'ul'),
    isNamed: all.some(({ isNamed }) => isNamed),
    limited: mean(all.map(({ limited }) => limited)),
    grams: sumOf(all.map(({ grams }) => grams)),
    known: sumOf(all.map(({ known }) => known)),
    missing: new Set(all.flatMap(({ missing }) => [...missing])),
  };
}

/** The mean of a food category over the days whose standard has it. */
export function meanCategory(name: string, all: readonly CategoryMeasure[]): CategoryMeasure {
  return { name, amount: mean(all.map(({ amount }) => amount)), ...meanMeasure(all) };
}

/** The mean cost of days. A food that has a price on one day only is missing, too. */
export function meanCost(all: readonly CostMeasure[]): CostMeasure {
  return {
    value: mean(all.map(({ value }) => value)),
    priced: new Set(all.flatMap(({ priced }) => [...priced])),
    missing: new Set(all.flatMap(({ missing }) => [...missing])),
  };
}
