import { type Figure, ONE, type Ratio, ratio } from '../values/ratio.ts';
import { SALT } from './categories.ts';
import type { Judgement } from './shape.ts';

/** Keys of nutrients, and names of categories, to whose maximum no tolerance is added. */
export const strictKeys: ReadonlySet<string> = new Set(['sodium', 'saturated-fat', 'cholesterol', 'sugar', SALT, '糖']);

/** A minimum and a maximum of an amount. Of an absent one nothing is demanded. */
export interface Bounds {
  readonly min?: Ratio | undefined;
  readonly max?: Ratio | undefined;
}

/** Converts a standard's `overflow` to factors: by `0.1` the tolerated range is from 0.9 minima to 1.1 maxima. */
export function toTolerance(overflow = '0') {
  return { minFactor: ONE.minus(overflow), maxFactor: ONE.plus(overflow) };
}

/** Widens the range of a nutrient or category by the tolerance of the standard. An amount is judged by these bounds. */
export function toBounds(
  keyOrCategory: string,
  { min, max }: { readonly min?: Figure | undefined; readonly max?: Figure | undefined },
  { minFactor, maxFactor }: ReturnType<typeof toTolerance>,
): Bounds {
  return {
    min: min === undefined ? undefined : ratio(min).times(minFactor),
    max: max === undefined ? undefined : ratio(max).times(strictKeys.has(keyOrCategory) ? 1 : maxFactor),
  };
}

/**
 * Judges an amount; undefined where it has no bounds. Unknown values are left out, so the true amount may be higher. With
 * `hasGap` too much of it is unknown: it may be enough where it seems 不足, and too much where it seems 适量.
 */
export function judge(value: Ratio, { min, max }: Bounds, hasGap: boolean): Judgement | undefined {
  if (!min && !max) return undefined;
  if (max?.isBelow(value)) return '过量';
  if (min && value.isBelow(min)) return hasGap ? '数据不足' : '不足';
  return hasGap && max ? '数据不足' : '适量';
}
