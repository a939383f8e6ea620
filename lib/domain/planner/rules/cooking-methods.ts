import { tuned } from '../search/tuned.ts';
import type { Traits } from '../traits.ts';
import { createLimitRule } from './limit-rule.ts';
import { spanEn, spanZh, timesEn } from './phrases.ts';

const listTags = ({ cookingMethod }: Traits) => (cookingMethod === '' ? [] : [cookingMethod]);

/** Limits how often a way of cooking occurs in a meal and on a day. */
export const cookingMethodsRule = createLimitRule({
  rule: 'method',
  /**
   * The penalty for a serving too many. In the 30 bench weeks (see `tuned.ts`) the rule is broken 19 times; with a third of the
   * meal's weight 32 times, with three times that weight 7 times.
   */
  weights: { meal: tuned(0.06, [0, 10]), day: tuned(0.06, [0, 10]) },
  limitBySpan: { meal: { setting: 'methodPerMeal', listTags }, day: { setting: 'methodPerDay', listTags } },
  describeExcess: {
    zh: ({ span, tag, count, max }) => `${spanZh(span)}烹调方式“${tag}” ${count} 次，超过 ${max} 次`,
    en: ({ span, tag, count, max }) =>
      `"${tag}" is the way of cooking ${timesEn(count)}${spanEn(span)}, more than ${timesEn(max)}`,
  },
});
