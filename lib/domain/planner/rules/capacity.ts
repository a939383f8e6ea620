import { ALL } from '../../meal-pattern.ts';
import { tuned } from '../search/tuned.ts';
import { createLimitRule } from './limit-rule.ts';
import { spanEn, spanZh } from './phrases.ts';

/** A meal has no more dishes than the kitchen can cook, in each way of cooking and in all. */
export const capacityRule = createLimitRule({
  rule: 'capacity',
  /** It was chosen, not measured: a kitchen cannot do more, so that only hard rules come before it. */
  weights: { meal: tuned(300, [0, 1000]) },
  schedule: 'repeats',
  limitBySpan: { meal: { setting: 'capacity', listTags: ({ poly }) => (poly === '' ? [ALL] : [poly, ALL]) } },
  describeExcess: {
    zh: ({ span, tag, count, max }) =>
      `${spanZh(span)}${tag === ALL ? '共' : `“${tag}”`} ${count} 道菜品，厨房最多能做 ${max} 道`,
    en: ({ span, tag, count, max }) =>
      `Dishes${tag === ALL ? '' : ` cooked by "${tag}"`}${spanEn(span)}: ${count}, more than the ${max} that the kitchen can cook`,
  },
});
