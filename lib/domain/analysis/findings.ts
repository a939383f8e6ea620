import type { Nutrient } from '../nutrient/nutrient.ts';
import { toTwoDecimals } from '../values/decimal.ts';
import { Ratio } from '../values/ratio.ts';
import type { Sums, Weighed } from './amounts.ts';
import { isMaximum, SALT } from './categories.ts';
import type { Eaten } from './days.ts';
import type { CategoryFigure, Figures, LevelFigures } from './figures.ts';
import { counted, type Food, nutrientIndex } from './foods.ts';
import { judge } from './judgement.ts';
import type { CategoryFinding, NutrientFinding } from './shape.ts';

/** What the findings of a level are calculated from. */
export interface Basis {
  readonly weighed: Weighed;
  readonly figures: Figures;
  /** The figures of the level; undefined where it is not judged. */
  readonly level: LevelFigures | undefined;
  /** The nutrients to describe, in their order. */
  readonly nutrients: readonly Nutrient[];
  /** Categories that a standard may name. */
  readonly categories: ReadonlySet<string>;
}

const retinol = nutrientIndex('retinol');
const VITAMIN_A = 'vitamin-a-rae';
const SODIUM = 'sodium';

/** If the values of less than 95 % of the grams are known, too much is unknown. */
const ENOUGH_KNOWN = '0.95';
/** The most names in a list of foods with unknown values. */
export const MAX_NAMED = 10;

/** The amount of a nutrient on a day, or on the mean day. */
export function eatenAmount(index: number, { sums, days }: Eaten, { amountDenominator }: Weighed): Ratio {
  return new Ratio(sums.amounts[index] ?? 0n, amountDenominator * BigInt(days));
}

/** All eaten foods, the heaviest first. */
export function foodsByWeight({ sums }: Eaten, { foods }: Weighed): Food[] {
  const byWeight = [...sums.gramsByCode].sort(([a, x], [b, y]) => (x === y ? (a < b ? -1 : 1) : x > y ? -1 : 1));
  return byWeight.flatMap(([code]) => foods.byCode.get(code) ?? []);
}

/** The finding of each nutrient to describe. */
export function findNutrients(eaten: Eaten, basis: Basis): NutrientFinding[] {
  const foods = foodsByWeight(eaten, basis.weighed);
  return basis.nutrients.map((nutrient) => findNutrient(nutrient, eaten, basis, foods));
}

function findNutrient(
  { key, value: name, unit }: Nutrient,
  eaten: Eaten,
  { weighed, figures, level }: Basis,
  foods: readonly Food[],
): NutrientFinding {
  const index = nutrientIndex(key);
  const value = eatenAmount(index, eaten, weighed);
  const [{ min, max, ul }, scale] = [level?.ranges.get(key) ?? {}, perDay(eaten)];
  const isScaled = scale.numerator > 0n;
  const scaled = {
    ...(min && isScaled ? { min: min.times(scale) } : {}),
    ...(max && isScaled ? { max: max.times(scale) } : {}),
  };
  const coverage = knownShare(index, eaten.sums);
  const hasGap = coverage.isBelow(ENOUGH_KNOWN) || (key === SODIUM && foods.some(({ hidesSalt }) => hidesSalt));
  const judgement = judge(key, value, scaled, figures, hasGap);
  const limited = key === VITAMIN_A ? eatenAmount(retinol, eaten, weighed) : value;
  return {
    key,
    name,
    unit,
    value: toTwoDecimals(value),
    ...(scaled.min ? { min: toTwoDecimals(scaled.min) } : {}),
    ...(scaled.max ? { max: toTwoDecimals(scaled.max) } : {}),
    ...(ul ? { ul: toTwoDecimals(ul) } : {}),
    ...(judgement ? { judgement } : {}),
    aboveUl: ul?.isBelow(limited) ?? false,
    coverage: toTwoDecimals(coverage),
    ...nameMissing(index, eaten.sums, foods),
  };
}

/** The share of its meals in a day; of several days, the mean share. */
function perDay({ share, days }: Eaten): Ratio {
  return share.per(days);
}

/**
 * The share of grams with a known value. Dishes that are gone, or have no ingredients, have no weight: then it is 0.
 */
function knownShare(index: number, { grams, known }: Sums): Ratio {
  return new Ratio(known[index] ?? 0n).per(grams);
}

function hidesSalt({ gramsByCode }: Sums, { foods }: Weighed): boolean {
  return [...gramsByCode.keys()].some((code) => foods.byCode.get(code)?.hidesSalt);
}

/** Names foods whose value is unknown, in the order of `foods`. */
function nameMissing(index: number, { grams, known }: Sums, foods: readonly Food[]) {
  if (known[index] === grams) return {};
  const missing = foods.filter(({ values }) => values[index] === undefined);
  return { missing: missing.slice(0, MAX_NAMED).map(({ name }) => name), missingCount: missing.length };
}

/** The nutrients to describe: those that the level has figures for, and those that are known of any eaten food. */
export function chooseNutrients({ sums }: Eaten, level: LevelFigures | undefined): readonly Nutrient[] {
  return counted.filter(({ key }, index) => level?.ranges.has(key) || (sums.known[index] ?? 0n) > 0n);
}

/**
 * The finding of each category that the standard has a figure for. The figures are those of a day or of a week; `scale`
 * fits them to the eaten meals, and amounts are divided by `days`.
 */
function findCategories(
  eaten: Eaten,
  categoryFigures: readonly CategoryFigure[],
  scale: Ratio,
  days: number,
  { weighed, figures, level, categories }: Basis,
): CategoryFinding[] {
  if (categoryFigures.length === 0) return [];
  const counts = countCategories(eaten.sums, weighed);
  const denominator = weighed.gramsDenominator * weighed.foods.countDenominator * BigInt(days);
  return categoryFigures.map(([name, figure]) => {
    const [value, amount] = [new Ratio(counts.get(name) ?? 0n, denominator), figure.times(scale)];
    const isJudged = level !== undefined && scale.numerator > 0n && categories.has(name);
    const hasGap = name === SALT && hidesSalt(eaten.sums, weighed);
    const range = isMaximum(name) ? { max: amount } : { min: amount };
    const judgement = isJudged ? judge(name, value, range, figures, hasGap) : undefined;
    return { name, value: toTwoDecimals(value), amount: toTwoDecimals(amount), ...(judgement ? { judgement } : {}) };
  });
}

function countCategories({ gramsByCode }: Sums, { foods }: Weighed): ReadonlyMap<string, bigint> {
  const counts = new Map<string, bigint>();
  for (const [code, grams] of gramsByCode) {
    for (const [category, count] of foods.byCode.get(code)?.counts ?? []) {
      counts.set(category, (counts.get(category) ?? 0n) + grams * count);
    }
  }
  return counts;
}

const DAYS_OF_WEEK = 7;

/** The finding of each category on a day, or on the mean day. */
export function findDayCategories(eaten: Eaten, basis: Basis): CategoryFinding[] {
  return findCategories(eaten, basis.figures.day, perDay(eaten), eaten.days, basis);
}

/** The finding of each category on all days together, against the same part of a week. */
export function findWeekCategories(eaten: Eaten, basis: Basis): CategoryFinding[] {
  return findCategories(eaten, basis.figures.week, eaten.share.per(DAYS_OF_WEEK), 1, basis);
}
