import { isBelow, ONE, type Ratio, times } from '../values/ratio.ts';
import { isMost, SALT } from './categories.ts';
import type { Figures, Range } from './figures.ts';
import type { Judgement } from './shape.ts';

/** What is eaten, and what it is compared with. */
interface Comparison {
  readonly value: Ratio;
  readonly min?: Ratio | undefined;
  readonly max?: Ratio | undefined;
  /** The part of `min` that is enough, and how many times `max` may be reached. */
  readonly enough: Ratio;
  readonly tolerated: Ratio;
  /** Whether so much is unknown that the value says little. */
  readonly hasGap: boolean;
}

/** Nutrients and categories whose maximum must not be passed at all. */
const strict = new Set(['sodium', 'saturated-fat', 'cholesterol', 'sugar', SALT, '糖']);

/** Whether the maximum of a nutrient or category must not be passed at all. */
export function isStrict(name: string): boolean {
  return strict.has(name);
}

/**
 * Judges a value. It is a lower bound where something is unknown: it can still be too much. But if much is unknown, it
 * cannot be called too little, nor in range below a maximum. Undefined where there is no bound.
 */
function judge({ value, min, max, enough, tolerated, hasGap }: Comparison): Judgement | undefined {
  if (!min && !max) return undefined;
  if (max && isBelow(times(max, tolerated), value)) return '过量';
  if (min && isBelow(value, times(min, enough))) return hasGap ? '数据不足' : '不足';
  return hasGap && max ? '数据不足' : '适量';
}

/** Judges a nutrient against a range that is scaled to the eaten meals. */
export function judgeNutrient(
  key: string,
  value: Ratio,
  { min, max }: Range,
  { enough, tolerated }: Figures,
  hasGap: boolean,
): Judgement | undefined {
  return judge({ value, min, max, enough, tolerated: isStrict(key) ? ONE : tolerated, hasGap });
}

/** Judges a food category against a figure that is scaled to the eaten meals. */
export function judgeCategory(
  name: string,
  value: Ratio,
  figure: Ratio,
  { enough, tolerated }: Figures,
  hasGap: boolean,
): Judgement | undefined {
  const bound = isMost(name) ? { max: figure } : { min: figure };
  return judge({ value, ...bound, enough, tolerated: isStrict(name) ? ONE : tolerated, hasGap });
}
