import { cost } from './cost.ts';
import { dark } from './dark.ts';
import { fried } from './fried.ts';
import { kinds } from './kinds.ts';
import { main } from './main.ts';
import { method } from './method.ts';
import { preference } from './preference.ts';
import { ranges } from './ranges.ts';
import { repeats } from './repeats.ts';
import type { Rule } from './rule.ts';
import { suitability } from './suitability.ts';
import { template } from './template.ts';
import { unjudged } from './unjudged.ts';

/**
 * All rules, in the order in which `unmet` reports them. The reports of the rules in one row alternate: first all about one
 * group of people, or about meals, then all about the next group, or about days.
 */
export const RULES: readonly (readonly Rule[])[] = [
  [template],
  [suitability],
  [repeats],
  [ranges, kinds],
  [cost],
  [preference],
  [unjudged],
  [main, method, fried],
  [dark],
];
