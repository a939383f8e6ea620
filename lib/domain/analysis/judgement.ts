import type { Ratio } from '../values/ratio.ts';
import { SALT } from './categories.ts';
import type { Figures, Range } from './figures.ts';
import type { Judgement } from './shape.ts';

/** Nutrients and categories whose maximum must not be passed at all. */
const strict = new Set(['sodium', 'saturated-fat', 'cholesterol', 'sugar', SALT, '糖']);

/** Whether the maximum of a nutrient or category must not be passed at all. */
export function isStrict(name: string): boolean {
  return strict.has(name);
}

/**
 * Judges the amount of a nutrient or category against a range that is scaled to the eaten meals. Unknown values are left
 * out, so the true amount may be higher. `hasGap` says that much is unknown: then a low amount is not judged 不足, nor one
 * below a maximum 适量. Undefined where the range has neither minimum nor maximum.
 */
export function judge(
  name: string,
  value: Ratio,
  { min, max }: Pick<Range, 'min' | 'max'>,
  { minFactor, maxFactor }: Figures,
  hasGap: boolean,
): Judgement | undefined {
  if (!min && !max) return undefined;
  if (max?.times(isStrict(name) ? 1 : maxFactor).isBelow(value)) return '过量';
  if (min && value.isBelow(min.times(minFactor))) return hasGap ? '数据不足' : '不足';
  return hasGap && max ? '数据不足' : '适量';
}
