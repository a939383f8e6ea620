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
 * Judges the amount of a nutrient or category against a range that is scaled to the eaten meals. The amount is a lower
 * bound where something is unknown: it can still be too much. But if so much is unknown that it says little (`hasGap`),
 * it cannot be called too little, nor in range below a maximum. Undefined where there is no bound.
 */
export function judge(
  name: string,
  value: Ratio,
  { min, max }: Pick<Range, 'min' | 'max'>,
  { enough, tolerated }: Figures,
  hasGap: boolean,
): Judgement | undefined {
  if (!min && !max) return undefined;
  if (max?.times(isStrict(name) ? 1 : tolerated).isBelow(value)) return '过量';
  if (min && value.isBelow(min.times(enough))) return hasGap ? '数据不足' : '不足';
  return hasGap && max ? '数据不足' : '适量';
}
