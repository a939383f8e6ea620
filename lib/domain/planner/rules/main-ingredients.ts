import { kitchenName } from '../../ingredient/food.ts';
import { tuned } from '../search/tuned.ts';
import type { Traits } from '../traits.ts';
import { createLimitRule } from './limit-rule.ts';
import { spanEn, spanZh, timesEn } from './phrases.ts';

const listFirstMainIngredient = ({ mainIngredients }: Traits) => mainIngredients.slice(0, 1);
/** Lists the main ingredient that the week counts. Eggs are not counted, because they may come each day. */
export const listMainOfWeek = (traits: Traits) =>
  traits.roles.includes('eggs') ? [] : listFirstMainIngredient(traits);

/**
 * Limits how often a food is a main ingredient. A meal counts all main ingredients of a dish; a day and the week count only
 * its first. The tags are codes of foods.
 */
export const mainIngredientsRule = createLimitRule({
  rule: 'main',
  /**
   * The penalty for a serving too many. The 30 plans of the bench weeks (see `tuned.ts`) break the rule 21 times. With a third of
   * the week's weight they cost 2 % less and break it 35 times, with three times that weight 2 % more and 13 times. The
   * weights of meal and day matter less.
   */
  weights: { meal: tuned(0.5, [0, 10]), day: tuned(0.1, [0, 10]), week: tuned(0.1, [0, 10]) },
  limitBySpan: {
    meal: { setting: 'mainPerMeal', listTags: ({ mainIngredients }) => mainIngredients },
    day: { setting: 'mainPerDay', listTags: listFirstMainIngredient },
    week: { setting: 'mainPerWeek', listTags: listMainOfWeek },
  },
  describeExcess: {
    zh: ({ span, tag, count, max }, { foods }) =>
      `${spanZh(span)}“${kitchenName(foods.get(tag), tag)}”作主料${span.day === undefined ? '共' : ''} ${count} 次，超过 ${max} 次`,
    en: ({ span, tag, count, max }, { foods }) =>
      `"${kitchenName(foods.get(tag), tag)}" is the main ingredient ${timesEn(count)}${spanEn(span)}, more than ${timesEn(max)}`,
  },
});
