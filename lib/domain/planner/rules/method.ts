import { tuned } from '../search/tuned.ts';
import type { Traits } from '../traits.ts';
import { makeLimitRule } from './limit-rule.ts';
import { atEn, atZh, timesEn } from './phrases.ts';

const namesOf = ({ method: way }: Traits) => (way === '' ? [] : [way]);

/** A way of cooking comes only so often in a meal and on a day. */
export const method = makeLimitRule({
  rule: 'method',
  /** Weeks: with a third for the meal the rule is broken 32 times instead of 19, with three times that 7 times. */
  weights: { meal: tuned(0.06, [0, 10]), day: tuned(0.06, [0, 10]) },
  counted: { meal: { setting: 'methodPerMeal', namesOf }, day: { setting: 'methodPerDay', namesOf } },
  text: {
    zh: ({ at, name, times, most }) => `${atZh(at)}烹调方式“${name}” ${times} 次，超过 ${most} 次`,
    en: ({ at, name, times, most }) =>
      `"${name}" is the way of cooking ${timesEn(times)}${atEn(at)}, more than ${timesEn(most)}`,
  },
});
