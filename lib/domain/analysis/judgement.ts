import type { Ratio } from '../values/ratio.ts';
import { SALT } from './categories.ts';
import type { Figures, Range } from './figures.ts';
import type { Judgement } from './shape.ts';

/** Keys of nutrients, and names of categories, to whose maximum no tolerance is added. */
const strictlyLimited = new Set(['sodium', 'saturated-fat', 'cholesterol', 'sugar', SALT, '糖']);

/** Whether the maximum of a nutrient, by its key, or of a category holds without the tolerance of the standard. */
export function hasStrictMaximum(keyOrCategory: string): boolean {
  return strictlyLimited.has(keyOrCategory);
}

/** What an amount is judged by: the range of the standard, widened by its tolerance. */
export interface Bounds {
  readonly lowest?: Ratio;
  readonly highest?: Ratio;
}

/** Widens the range of a nutrient or category by the tolerance of the standard. */
export function toBounds(
  keyOrCategory: string,
  { min, max }: Pick<Range, 'min' | 'max'>,
  { minFactor, maxFactor }: Figures,
): Bounds {
  return {
    ...(min ? { lowest: min.times(minFactor) } : {}),
    ...(max ? { highest: max.times(hasStrictMaximum(keyOrCategory) ? 1 : maxFactor) } : {}),
  };
}

/**
 * Judges an amount; undefined where it has no bounds. Unknown values are left out, so the true amount may be higher. With
 * `hasGap` too much of it is unknown: it may be enough where it seems 不足, and too much where it seems 适量.
 */
export function judge(value: Ratio, { lowest, highest }: Bounds, hasGap: boolean): Judgement | undefined {
  if (!lowest && !highest) return undefined;
  if (highest?.isBelow(value)) return '过量';
  if (lowest && value.isBelow(lowest)) return hasGap ? '数据不足' : '不足';
  return hasGap && highest ? '数据不足' : '适量';
}
