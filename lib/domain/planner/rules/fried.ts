import { tuned } from '../search/tuned.ts';
import { FRIED } from '../traits.ts';
import { makeLimitRule } from './limit-rule.ts';
import { timesEn } from './phrases.ts';

/** Fried dishes come only so often in the week. */
export const fried = makeLimitRule({
  rule: 'fried',
  /** Weeks: a third or three times of it changes nothing. */
  weights: { week: tuned(0.2, [0, 10]) },
  counted: { week: { setting: 'friedPerWeek', namesOf: ({ isFried }) => (isFried ? [FRIED] : []) } },
  text: {
    zh: ({ times, most }) => `油炸菜品共 ${times} 次，超过 ${most} 次`,
    en: ({ times, most }) => `Fried dishes come ${timesEn(times)}, more than ${timesEn(most)}`,
  },
});
