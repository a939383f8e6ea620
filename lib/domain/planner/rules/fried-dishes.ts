import { tuned } from '../search/tuned.ts';
import { FRIED } from '../traits.ts';
import { createLimitRule } from './limit-rule.ts';
import { timesEn } from './phrases.ts';

/** Limits how often fried dishes are served in the week. */
export const friedDishesRule = createLimitRule({
  rule: 'fried',
  /** The penalty for a serving too many. A third or three times this weight changes no plan of the 30 bench weeks, see `tuned.ts`. */
  weights: { week: tuned(0.2, [0, 10]) },
  limitBySpan: { week: { setting: 'friedPerWeek', listTags: ({ isFried }) => (isFried ? [FRIED] : []) } },
  describeExcess: {
    zh: ({ count, max }) => `油炸菜品共 ${count} 次，超过 ${max} 次`,
    en: ({ count, max }) => `Fried dishes come ${timesEn(count)}, more than ${timesEn(max)}`,
  },
});
