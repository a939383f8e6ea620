import type { Ratio } from '../values/ratio.ts';
import { SALT } from './categories.ts';
import type { Figures, Range } from './figures.ts';
import type { Judgement } from './shape.ts';

/** Nutrients and categories whose maximum must not be passed at all. */
const strictMaxima = new Set(['sodium', 'saturated-fat', 'cholesterol', 'sugar', SALT, '糖']);

/** Whether the maximum of a nutrient or category must not be passed at all. */
export function isStrict(name: string): boolean {
  return strictMaxima.has(name);
}

/** The bounds of an amount: it must be at least `lowest` and at most `highest`. */
export interface Bounds {
  readonly lowest?: Ratio;
  readonly highest?: Ratio;
}

/** The range of a nutrient or category with the tolerance of the standard. */
export function withTolerance(
  name: string,
  { min, max }: Pick<Range, 'min' | 'max'>,
  { minFactor, maxFactor }: Figures,
): Bounds {
  return {
    ...(min ? { lowest: min.times(minFactor) } : {}),
    ...(max ? { highest: max.times(isStrict(name) ? 1 : maxFactor) } : {}),
  };
}

/**
 * Judges an amount; undefined where it has no bounds. Unknown values are left out, so the true amount may be higher.
 * `hasGap` says that much is unknown: 不足 then becomes 数据不足, and so does 适量 where there is a maximum.
 */
export function judge(value: Ratio, { lowest, highest }: Bounds, hasGap: boolean): Judgement | undefined {
  if (!lowest && !highest) return undefined;
  if (highest?.isBelow(value)) return '过量';
  if (lowest && value.isBelow(lowest)) return hasGap ? '数据不足' : '不足';
  return hasGap && highest ? '数据不足' : '适量';
}
