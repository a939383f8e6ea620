import { kitchenName } from '../../ingredient/ingredient.ts';
import type { Traits } from '../traits.ts';
import { limitRule } from './limit-rule.ts';
import { atEn, atZh, timesEn } from './phrases.ts';

const mainOf = ({ main: food }: Traits) => (food === undefined ? [] : [food]);

/** A food is the main ingredient only so often: in a meal any of several counts, on a day and in the week the first. */
export const main = limitRule({
  rule: 'main',
  spans: {
    meal: { setting: 'mainPerMeal', weight: 0.5, namesOf: ({ mains }) => mains },
    day: { setting: 'mainPerDay', weight: 0.1, namesOf: mainOf },
    week: { setting: 'mainPerWeek', weight: 0.1, namesOf: mainOf },
  },
  text: {
    zh: ({ at, name, times, most }, { foods }) =>
      `${atZh(at)}“${kitchenName(foods.get(name), name)}”作主料${at.day === undefined ? '共' : ''} ${times} 次，超过 ${most} 次`,
    en: ({ at, name, times, most }, { foods }) =>
      `"${kitchenName(foods.get(name), name)}" is the main ingredient ${timesEn(times)}${atEn(at)}, more than ${timesEn(most)}`,
  },
});
