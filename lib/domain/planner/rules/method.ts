import type { Traits } from '../traits.ts';
import { limitRule } from './limit-rule.ts';
import { atEn, atZh, timesEn } from './phrases.ts';

const namesOf = ({ method: way }: Traits) => (way === '' ? [] : [way]);

/** A way of cooking comes only so often in a meal and on a day. */
export const method = limitRule({
  rule: 'method',
  spans: {
    meal: { setting: 'methodPerMeal', weight: 0.06, namesOf },
    day: { setting: 'methodPerDay', weight: 0.06, namesOf },
  },
  text: {
    zh: ({ at, name, times, most }) => `${atZh(at)}烹调方式“${name}” ${times} 次，超过 ${most} 次`,
    en: ({ at, name, times, most }) =>
      `"${name}" is the way of cooking ${timesEn(times)}${atEn(at)}, more than ${timesEn(most)}`,
  },
});
