import { kitchenName } from '../../ingredient/ingredient.ts';
import { tuned } from '../search/tuned.ts';
import type { Traits } from '../traits.ts';
import { createLimitRule } from './limit-rule.ts';
import { spanEn, spanZh, timesEn } from './phrases.ts';

const listFirst = ({ mainIngredients }: Traits) => mainIngredients.slice(0, 1);

/** A food is a main ingredient only so often. In a meal all main ingredients of a dish count, on a day and in the week the first. */
export const mainIngredientsRule = createLimitRule({
  rule: 'main',
  /**
   * Weeks: with a third for the week plans cost 2 % less and break the rule 35 times instead of 21; with three times that they
   * break it 13 times, for 2 % more. The other two change less.
   */
  weights: { meal: tuned(0.5, [0, 10]), day: tuned(0.1, [0, 10]), week: tuned(0.1, [0, 10]) },
  limitBySpan: {
    meal: { setting: 'mainPerMeal', listTags: ({ mainIngredients }) => mainIngredients },
    day: { setting: 'mainPerDay', listTags: listFirst },
    week: { setting: 'mainPerWeek', listTags: listFirst },
  },
  describeExcess: {
    zh: ({ span, tag, count, max }, { foods }) =>
      `${spanZh(span)}“${kitchenName(foods.get(tag), tag)}”作主料${span.day === undefined ? '共' : ''} ${count} 次，超过 ${max} 次`,
    en: ({ span, tag, count, max }, { foods }) =>
      `"${kitchenName(foods.get(tag), tag)}" is the main ingredient ${timesEn(count)}${spanEn(span)}, more than ${timesEn(max)}`,
  },
});
