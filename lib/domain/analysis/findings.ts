import type { Nutrient } from '../nutrient/nutrient.ts';
import { toTwoDecimals } from '../values/decimal.ts';
import { Ratio } from '../values/ratio.ts';
import type { Sums, WeighedMenu } from './amounts.ts';
import { isKnownCategory, SALT } from './categories.ts';
import type { EatenFood } from './days.ts';
import type { CategoryFigure, Figures, LevelFigures, Range } from './figures.ts';
import { type Food, menuNutrients, nutrientIndex } from './foods.ts';
import { type Bounds, judge, toBounds } from './judgement.ts';
import type { CategoryFinding, NutrientFinding } from './shape.ts';

/** The basis on which the findings of a level are calculated. */
export interface Basis {
  readonly weighed: WeighedMenu;
  readonly figures: Figures;
  /** The figures of the level; undefined where it is not judged. */
  readonly level: LevelFigures | undefined;
  /** The nutrients to describe, in their order. */
  readonly nutrients: readonly Nutrient[];
}

const retinol = nutrientIndex('retinol');
const VITAMIN_A = 'vitamin-a-rae';
const SODIUM = 'sodium';

/** A nutrient can be judged too low only if its value is known for at least this share of the grams. */
export const ENOUGH_KNOWN = '0.95';
/** The maximum number of names in a list of foods with unknown values. */
export const MAX_NAMED = 10;

/** The amount of a nutrient on a day, or on the mean day. */
export function eatenAmount(index: number, { sums, days }: EatenFood, { amountDenominator }: WeighedMenu): Ratio {
  return new Ratio(sums.amounts[index] ?? 0n, amountDenominator * BigInt(days));
}

/** All eaten foods, the heaviest first. */
export function listFoodsByWeight({ sums }: EatenFood, { foods }: WeighedMenu): Food[] {
  const byWeight = [...sums.gramsByCode].sort(([codeA, gramsA], [codeB, gramsB]) => {
    if (gramsA === gramsB) return codeA < codeB ? -1 : 1;
    return gramsA > gramsB ? -1 : 1;
  });
  return byWeight.flatMap(([code]) => foods.byCode.get(code) ?? []);
}

/** The exact amount of a nutrient or category. Bounds are scaled to the eaten meals. */
export interface Measure {
  readonly value: Ratio;
  readonly min?: Ratio;
  readonly max?: Ratio;
  /** The share of the eaten meals in a day, of several days the mean. Where it is 0 nothing is judged. */
  readonly share: Ratio;
  /** The bounds with the tolerance of the standard. */
  readonly bounds: Bounds;
  /** Whether a food with an unknown value may have much of it, however little that food weighs: see `Food.decisiveGaps`. */
  readonly hasDecisiveGap: boolean;
}

/** The exact amount of a nutrient. */
export interface NutrientMeasure extends Measure {
  readonly ul?: Ratio;
  /** Whether the standard names it for the level. */
  readonly isNamed: boolean;
  /** The amount that `ul` limits: of vitamin A only the retinol. */
  readonly limited: Ratio;
  /** Grams of all foods, and of those whose value is known. */
  readonly grams: Ratio;
  readonly knownGrams: Ratio;
  /** Codes of foods whose value is unknown. */
  readonly missing: ReadonlySet<string>;
}

/** The finding of each nutrient to describe. */
export function listNutrientFindings(eaten: EatenFood, basis: Basis): NutrientFinding[] {
  const foods = listFoodsByWeight(eaten, basis.weighed);
  return basis.nutrients.map((nutrient) =>
    describeNutrient(nutrient, measureNutrient(nutrient.key, eaten, basis), foods),
  );
}

/** Measures a nutrient on a day, or on the mean day. */
export function measureNutrient(key: string, eaten: EatenFood, { weighed, figures, level }: Basis): NutrientMeasure {
  const index = nutrientIndex(key);
  const value = eatenAmount(index, eaten, weighed);
  const share = eaten.share.per(eaten.days);
  const range = level?.ranges.get(key) ?? {};
  const scaled = scaleRange(range, share);
  const { gramsByCode, grams, knownGrams } = eaten.sums;
  const codes = knownGrams[index] === grams ? [] : [...gramsByCode.keys()];
  const missing = codes.filter((code) => {
    const food = weighed.foods.byCode.get(code);
    return food && !food.isWater && food.values[index] === undefined;
  });
  return {
    value,
    share,
    ...scaled,
    bounds: toBounds(key, scaled, figures),
    hasDecisiveGap: isDecisivelyUnknown(key, eaten.sums, weighed),
    ...(range.ul ? { ul: range.ul } : {}),
    isNamed: level?.ranges.has(key) ?? false,
    limited: key === VITAMIN_A ? eatenAmount(retinol, eaten, weighed) : value,
    grams: new Ratio(grams, weighed.gramsDenominator),
    knownGrams: new Ratio(knownGrams[index] ?? 0n, weighed.gramsDenominator),
    missing: new Set(missing),
  };
}

function scaleRange({ min, max }: Range, scale: Ratio): Pick<Range, 'min' | 'max'> {
  return { ...(min ? { min: min.times(scale) } : {}), ...(max ? { max: max.times(scale) } : {}) };
}

function judgeMeasure({ value, share, bounds }: Measure, hasGap: boolean) {
  return share.isAbove(0) ? judge(value, bounds, hasGap) : undefined;
}

/** Describes a measured nutrient, with its judgement. `foods` are those that are eaten, the heaviest first. */
export function describeNutrient(
  { key, value: name, unit }: Nutrient,
  measure: NutrientMeasure,
  foods: readonly Pick<Food, 'code' | 'name'>[],
): NutrientFinding {
  const { value, ul, limited, grams, knownGrams, missing, hasDecisiveGap } = measure;
  const { min, max } = measure.share.isAbove(0) ? measure : {};
  // The coverage is 0 where all dishes are deleted or have no ingredients.
  const coverage = knownGrams.per(grams);
  const judgement = judgeMeasure(measure, coverage.isBelow(ENOUGH_KNOWN) || hasDecisiveGap);
  const unknown = foods.filter(({ code }) => missing.has(code));
  return {
    key,
    name,
    unit,
    value: toTwoDecimals(value),
    ...(min ? { min: toTwoDecimals(min) } : {}),
    ...(max ? { max: toTwoDecimals(max) } : {}),
    ...(ul ? { ul: toTwoDecimals(ul) } : {}),
    ...(judgement ? { judgement } : {}),
    aboveUl: ul?.isBelow(limited) ?? false,
    coverage: toTwoDecimals(coverage),
    ...(unknown.length > 0
      ? { missing: unknown.slice(0, MAX_NAMED).map((food) => food.name), missingCount: unknown.length }
      : {}),
  };
}

function isDecisivelyUnknown(key: string, { gramsByCode }: Sums, { foods }: WeighedMenu): boolean {
  return [...gramsByCode.keys()].some((code) => foods.byCode.get(code)?.decisiveGaps.includes(key));
}

/** The nutrients to describe: those that the level has figures for, and those that are known of any eaten food. */
export function chooseNutrients({ sums }: EatenFood, level: LevelFigures | undefined): readonly Nutrient[] {
  return menuNutrients.filter(({ key }, index) => level?.ranges.has(key) || (sums.knownGrams[index] ?? 0n) > 0n);
}

/** The exact amount of a category. */
export interface CategoryMeasure extends Measure {
  readonly name: string;
  /** The figure of the standard. */
  readonly amount: Ratio;
}

/**
 * Measures each category that the standard has a figure for. The figures are those of a day or of a week; `scale` fits
 * them to the eaten meals, and amounts are divided by `days`.
 */
function measureCategories(
  eaten: EatenFood,
  categoryFigures: readonly CategoryFigure[],
  scale: Ratio,
  days: number,
  { weighed, figures, level }: Basis,
): CategoryMeasure[] {
  if (categoryFigures.length === 0) return [];
  const counts = countCategories(eaten.sums, weighed);
  const denominator = weighed.gramsDenominator * weighed.foods.countDenominator * BigInt(days);
  return categoryFigures.map(({ name, amount, ...range }) => {
    const scaled = scaleRange(range, scale);
    const isJudged = level !== undefined && isKnownCategory(name);
    return {
      name,
      value: new Ratio(counts.get(name) ?? 0n, denominator),
      ...scaled,
      amount: amount.times(scale),
      share: scale,
      bounds: isJudged ? toBounds(name, scaled, figures) : {},
      hasDecisiveGap: name === SALT && isDecisivelyUnknown(SODIUM, eaten.sums, weighed),
    };
  });
}

/** Describes a measured category, with its judgement. `max` is given only beside a minimum: alone it is the `amount`. */
export function describeCategory(measure: CategoryMeasure): CategoryFinding {
  const { name, value, amount, min, max } = measure;
  const judgement = judgeMeasure(measure, measure.hasDecisiveGap);
  return {
    name,
    value: toTwoDecimals(value),
    amount: toTwoDecimals(amount),
    ...(min && max ? { max: toTwoDecimals(max) } : {}),
    ...(judgement ? { judgement } : {}),
  };
}

function countCategories({ gramsByCode }: Sums, { foods }: WeighedMenu): ReadonlyMap<string, bigint> {
  const counts = new Map<string, bigint>();
  for (const [code, grams] of gramsByCode) {
    for (const [category, count] of foods.byCode.get(code)?.counts ?? []) {
      counts.set(category, (counts.get(category) ?? 0n) + grams * count);
    }
  }
  return counts;
}

const DAYS_OF_WEEK = 7;

/** Measures each category on a day, or on the mean day. */
export function measureDayCategories(eaten: EatenFood, basis: Basis): CategoryMeasure[] {
  return measureCategories(eaten, basis.figures.day, eaten.share.per(eaten.days), eaten.days, basis);
}

/** The finding of each category on a day, or on the mean day. */
export function listDayCategoryFindings(eaten: EatenFood, basis: Basis): CategoryFinding[] {
  return measureDayCategories(eaten, basis).map(describeCategory);
}

/** The finding of each category on all days together, against the same part of a week. */
export function listWeekCategoryFindings(eaten: EatenFood, basis: Basis): CategoryFinding[] {
  const scale = eaten.share.per(DAYS_OF_WEEK);
  return measureCategories(eaten, basis.figures.week, scale, 1, basis).map(describeCategory);
}
