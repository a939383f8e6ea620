import { tuned } from '../search/tuned.ts';
import { createLimitRule } from './limit-rule.ts';
import { timesEn } from './phrases.ts';

/** Limits how often a category of food is served in the week, such as liver. */
export const foodClassesRule = createLimitRule({
  rule: 'classPerWeek',
  /** It was chosen, not measured: above what a serving saves of vitamin A. */
  weights: { week: tuned(2, [0, 100]) },
  limitBySpan: { week: { setting: 'classPerWeek', listTags: ({ categories }) => categories } },
  describeExcess: {
    zh: ({ tag, count, max }) => `${tag}共 ${count} 次，超过 ${max} 次`,
    en: ({ tag, count, max }) => `"${tag}" comes ${timesEn(count)}, more than ${timesEn(max)}`,
  },
});
