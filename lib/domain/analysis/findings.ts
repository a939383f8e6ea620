import type { Nutrient } from '../nutrient/nutrient.ts';
import { DAYS_OF_WEEK } from '../values/calendar.ts';
import { toTwoDecimals } from '../values/output.ts';
import { Ratio } from '../values/ratio.ts';
import type { Sums, WeighedMenu } from './amounts.ts';
import { isKnownCategory, SALT } from './categories.ts';
import type { EatenFood } from './days.ts';
import type { CategoryFigure, Figures, LevelFigures } from './figures.ts';
import { type Food, menuNutrients, nutrientIndex } from './foods.ts';
import { type Bounds, judge, toBounds } from './judgement.ts';
import type { CategoryFinding, NutrientFinding } from './shape.ts';

/** The basis on which the findings of a level are calculated. */
export interface Basis {
  readonly weighed: WeighedMenu;
  readonly figures: Figures;
  /** The figures of the level; undefined where it is not judged. */
  readonly levelFigures: LevelFigures | undefined;
  /** The nutrients to describe, in their order. */
  readonly nutrients: readonly Nutrient[];
}

/** A nutrient can be judged too low only if its value is known for at least this share of the grams. */
export const ENOUGH_KNOWN = '0.95';
/** The maximum number of names in a list, such as that of foods with unknown values. A count beside it is of all. */
export const MAX_NAMED = 10;

/** Calculates the amount of a nutrient on a day, or on the mean day. */
export function eatenAmount(key: string, { sums, dayCount }: EatenFood, { amountDenominator }: WeighedMenu): Ratio {
  return new Ratio(sums.amounts[nutrientIndex(key)] ?? 0n, amountDenominator * BigInt(dayCount));
}

/** Lists all eaten foods, the heaviest first. */
export function listFoodsByWeight({ sums }: EatenFood, { foods }: WeighedMenu): Food[] {
  const byWeight = [...sums.gramsByCode].sort(([codeA, gramsA], [codeB, gramsB]) => {
    if (gramsA === gramsB) return codeA < codeB ? -1 : 1;
    return gramsA > gramsB ? -1 : 1;
  });
  return byWeight.flatMap(([code]) => foods.byCode.get(code) ?? []);
}

/** The exact amount of a nutrient or category. Bounds are scaled to the eaten meals. */
export interface Measure extends Bounds {
  readonly value: Ratio;
  /** The share of the eaten meals in a day; of several days the mean of their shares. Where it is 0, nothing is judged. */
  readonly share: Ratio;
  /** The bounds with the tolerance of the standard. */
  readonly bounds: Bounds;
  /** Whether a food with an unknown value may have much of it, however little that food weighs: see `Food.decisiveGaps`. */
  readonly hasDecisiveGap: boolean;
}

/** The exact amount of a nutrient. */
export interface NutrientMeasure extends Measure {
  readonly ul?: Ratio | undefined;
  /** Whether the standard names it for the level. */
  readonly isNamed: boolean;
  /** The amount that `ul` limits: of vitamin A only the retinol. */
  readonly limitedAmount: Ratio;
  /** Grams of all foods, and of those whose value is known. */
  readonly grams: Ratio;
  readonly knownGrams: Ratio;
  readonly unknownCodes: ReadonlySet<string>;
}

/** Lists the findings of each nutrient to describe and of each category, on a day or on the mean day. */
export function listFindings(eaten: EatenFood, basis: Basis) {
  const foods = listFoodsByWeight(eaten, basis.weighed);
  return {
    nutrients: basis.nutrients.map((nutrient) =>
      describeNutrient(nutrient, measureNutrient(nutrient.key, eaten, basis), foods),
    ),
    categories: measureDayCategories(eaten, basis).map(describeCategory),
  };
}

/** Measures a nutrient on a day, or on the mean day. */
export function measureNutrient(key: string, eaten: EatenFood, basis: Basis): NutrientMeasure {
  const { weighed, figures, levelFigures } = basis;
  const index = nutrientIndex(key);
  const value = eatenAmount(key, eaten, weighed);
  const share = eaten.share.per(eaten.dayCount);
  const range = levelFigures?.rangeByNutrient.get(key) ?? {};
  const scaled = scaleRange(range, share);
  const { gramsByCode, grams, knownGrams } = eaten.sums;
  // Mostly all is known. Then no food needs to be looked at.
  const codes = knownGrams[index] === grams ? [] : [...gramsByCode.keys()];
  const unknownCodes = codes.filter((code) => {
    const food = weighed.foods.byCode.get(code);
    return food && !food.isWater && food.values[index] === undefined;
  });
  return {
    value,
    share,
    ...scaled,
    bounds: toBounds(key, scaled, figures),
    hasDecisiveGap: isDecisivelyUnknown(key, eaten.sums, weighed),
    ul: range.ul,
    isNamed: levelFigures?.rangeByNutrient.has(key) ?? false,
    limitedAmount: key === 'vitamin-a-rae' ? eatenAmount('retinol', eaten, weighed) : value,
    grams: new Ratio(grams, weighed.gramsDenominator),
    knownGrams: new Ratio(knownGrams[index] ?? 0n, weighed.gramsDenominator),
    unknownCodes: new Set(unknownCodes),
  };
}

function scaleRange({ min, max }: Bounds, scale: Ratio): Bounds {
  return { min: min?.times(scale), max: max?.times(scale) };
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
  const { value, ul, limitedAmount, grams, knownGrams, unknownCodes, hasDecisiveGap } = measure;
  const { min, max } = measure.share.isAbove(0) ? measure : {};
  // The coverage is 0 where all dishes are deleted or have no ingredients.
  const coverage = knownGrams.per(grams);
  const judgement = judgeMeasure(measure, coverage.isBelow(ENOUGH_KNOWN) || hasDecisiveGap);
  const unknownFoods = foods.filter(({ code }) => unknownCodes.has(code));
  return {
    key,
    name,
    unit,
    value: toTwoDecimals(value),
    ...(min ? { min: toTwoDecimals(min) } : {}),
    ...(max ? { max: toTwoDecimals(max) } : {}),
    ...(ul ? { ul: toTwoDecimals(ul) } : {}),
    ...(judgement ? { judgement } : {}),
    aboveUl: ul?.isBelow(limitedAmount) ?? false,
    coverage: toTwoDecimals(coverage),
    ...(unknownFoods.length > 0
      ? { missing: unknownFoods.slice(0, MAX_NAMED).map((food) => food.name), missingCount: unknownFoods.length }
      : {}),
  };
}

function isDecisivelyUnknown(key: string, { gramsByCode }: Sums, { foods }: WeighedMenu): boolean {
  return [...gramsByCode.keys()].some((code) => foods.byCode.get(code)?.decisiveGaps.includes(key));
}

/** Chooses the nutrients to describe: those that the level has figures for, and those that are known of any eaten food. */
export function chooseNutrients({ sums }: EatenFood, levelFigures: LevelFigures | undefined): readonly Nutrient[] {
  return menuNutrients.filter(
    ({ key }, index) => levelFigures?.rangeByNutrient.has(key) || (sums.knownGrams[index] ?? 0n) > 0n,
  );
}

/** The exact amount of a category. */
export interface CategoryMeasure extends Measure {
  readonly name: string;
  /** The figure of the standard, for the eaten meals. */
  readonly figure: Ratio;
}

/** Measures each category. `scale` fits the figures, which are for a day or for a week, to the eaten meals. */
function measureCategories(
  { sums, dayCount }: EatenFood,
  { categories, scale }: { readonly categories: readonly CategoryFigure[]; readonly scale: Ratio },
  { weighed, figures, levelFigures }: Basis,
): CategoryMeasure[] {
  if (categories.length === 0) return [];
  const gramsByCategory = sumGramsByCategory(sums, weighed);
  const denominator = weighed.gramsDenominator * weighed.foods.categoryDenominator * BigInt(dayCount);
  return categories.map(({ name, figure, ...range }) => {
    const scaled = scaleRange(range, scale);
    const isJudged = levelFigures !== undefined && isKnownCategory(name);
    return {
      name,
      value: new Ratio(gramsByCategory.get(name) ?? 0n, denominator),
      ...scaled,
      figure: figure.times(scale),
      share: scale,
      bounds: isJudged ? toBounds(name, scaled, figures) : {},
      hasDecisiveGap: name === SALT && isDecisivelyUnknown('sodium', sums, weighed),
    };
  });
}

/** Describes a measured category, with its judgement. `max` is given only beside a minimum: alone it is the figure. */
export function describeCategory(measure: CategoryMeasure): CategoryFinding {
  const { name, value, figure, min, max } = measure;
  const judgement = judgeMeasure(measure, measure.hasDecisiveGap);
  return {
    name,
    value: toTwoDecimals(value),
    amount: toTwoDecimals(figure),
    ...(min && max ? { max: toTwoDecimals(max) } : {}),
    ...(judgement ? { judgement } : {}),
  };
}

/** Sums up by category the grams that the foods count for it, as multiples of `1 / (gramsDenominator * categoryDenominator)`. */
function sumGramsByCategory({ gramsByCode }: Sums, { foods }: WeighedMenu): ReadonlyMap<string, bigint> {
  const gramsByCategory = new Map<string, bigint>();
  for (const [code, grams] of gramsByCode) {
    for (const [category, gramsPerGram] of foods.byCode.get(code)?.gramsByCategory ?? []) {
      gramsByCategory.set(category, (gramsByCategory.get(category) ?? 0n) + grams * gramsPerGram);
    }
  }
  return gramsByCategory;
}

/** Measures each category on a day, or on the mean day. */
export function measureDayCategories(eaten: EatenFood, basis: Basis): CategoryMeasure[] {
  const scale = eaten.share.per(eaten.dayCount);
  return measureCategories(eaten, { categories: basis.figures.dayCategories, scale }, basis);
}

/** Lists the finding of each category on all days together, against the same part of a week. */
export function listWeekCategoryFindings(eaten: EatenFood, basis: Basis): CategoryFinding[] {
  const figures = { categories: basis.figures.weekCategories, scale: eaten.share.per(DAYS_OF_WEEK) };
  return measureCategories({ ...eaten, dayCount: 1 }, figures, basis).map(describeCategory);
}
