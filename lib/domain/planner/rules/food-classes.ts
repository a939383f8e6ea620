import { tuned } from '../search/tuned.ts';
import { createLimitRule } from './limit-rule.ts';
import { timesEn } from './phrases.ts';

/** Limits how often a category of food is served in the week, such as liver. */
export const foodClassesRule = createLimitRule({
  rule: 'classPerWeek',
  /** The penalty for a serving too many. It was chosen, not measured: as much as a dish too many in a meal. */
  weights: { week: tuned(300, [0, 1000]) },
  schedule: 'repeats',
  limitBySpan: { week: { setting: 'classPerWeek', listTags: ({ categories }) => categories } },
  describeExcess: {
    zh: ({ tag, count, max }) => `${tag}共 ${count} 次，超过 ${max} 次`,
    en: ({ tag, count, max }) => `"${tag}" comes ${timesEn(count)}, more than ${timesEn(max)}`,
  },
});
