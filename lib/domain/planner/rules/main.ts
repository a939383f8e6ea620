import { kitchenName } from '../../ingredient/ingredient.ts';
import { tuned } from '../search/tuned.ts';
import type { Traits } from '../traits.ts';
import { makeLimitRule } from './limit-rule.ts';
import { atEn, atZh, timesEn } from './phrases.ts';

const namesOf = ({ main: food }: Traits) => (food === undefined ? [] : [food]);

/** A food is the main ingredient only so often: in a meal any of several counts, on a day and in the week the first. */
export const main = makeLimitRule({
  rule: 'main',
  /**
   * Weeks: with a third for the week plans cost 2 % less and break the rule 35 times instead of 21; with three times that they
   * break it 13 times, for 2 % more. The other two change less.
   */
  weights: { meal: tuned(0.5, [0, 10]), day: tuned(0.1, [0, 10]), week: tuned(0.1, [0, 10]) },
  counted: {
    meal: { setting: 'mainPerMeal', namesOf: ({ mains }) => mains },
    day: { setting: 'mainPerDay', namesOf },
    week: { setting: 'mainPerWeek', namesOf },
  },
  text: {
    zh: ({ at, name, times, most }, { foods }) =>
      `${atZh(at)}“${kitchenName(foods.get(name), name)}”作主料${at.day === undefined ? '共' : ''} ${times} 次，超过 ${most} 次`,
    en: ({ at, name, times, most }, { foods }) =>
      `"${kitchenName(foods.get(name), name)}" is the main ingredient ${timesEn(times)}${atEn(at)}, more than ${timesEn(most)}`,
  },
});
