import { meals } from '../../meal.ts';
import { exactNumber } from '../../values/output.ts';
import type { PlannedMenu, Unmet } from '../answer.ts';
import { tuned } from '../search/tuned.ts';
import { toTraits } from '../traits.ts';
import type { Limit } from './limits.ts';
import { inLanguage } from './phrases.ts';
import type { Rule } from './rule.ts';

/** Each lunch has enough dishes with a helping of dark vegetables: 30 g. */
export const darkVegetablesRule = {
  /**
   * The penalty for a dish that is missing at a lunch. In 30 bench weeks (see `tuned.ts`) the rule is kept with a third of this
   * weight and with three times as much. The costs of these plans differ by 0.4 %.
   */
  weights: { dish: tuned(0.5, [0, 10]) },
  listLimits: ({ dayCount, rules, candidates, dayBySlot, mealBySlot }): Limit[] => {
    const lunchIndex = meals.indexOf('lunch');
    const tagsByCandidate = candidates.map((candidate) => (candidate.hasDarkVegetables ? ['dark'] : []));
    const spanBySlot = dayBySlot.map((day, slot) => (mealBySlot[slot] === lunchIndex ? day : -1));
    const { dish: weight } = darkVegetablesRule.weights;
    return [{ tagsByCandidate, spanBySlot, spanCount: dayCount, min: rules.darkAtLunch, weight }];
  },
  listUnmet: (menu) => [judgeLunches(menu)],
} satisfies Rule;

const texts = {
  zh: (day: number, count: number, min: number) => `第 ${day} 天午餐深色蔬菜 ${count} 道，少于 ${min} 道`,
  en: (day: number, count: number, min: number) =>
    `Dishes with dark vegetables for lunch on day ${day}: ${count}, fewer than ${min}`,
};

/** Reports the lunches that have dishes, but too few with dark vegetables. */
function judgeLunches({ problem, model, largestGroupItems }: PlannedMenu): Unmet[] {
  const { dishes, foods, rules } = problem;
  const traitsOfLunches = largestGroupItems.flatMap(({ day, meal, dish: dishId }) => {
    const dish = dishes.get(dishId);
    return dish && meal === 'lunch' ? [{ day, ...toTraits(dish, foods) }] : [];
  });
  const min = rules.darkAtLunch;
  const reason = model.candidates.some(({ hasDarkVegetables }) => hasDarkVegetables) ? undefined : 'impossible';
  return [...Map.groupBy(traitsOfLunches, ({ day }) => day)].flatMap(([day, traitsOfDay]): Unmet[] => {
    const count = traitsOfDay.filter(({ hasDarkVegetables }) => hasDarkVegetables).length;
    if (count >= min) return [];
    const text = inLanguage(problem, texts)(day, count, min);
    return [{ rule: 'dark', text, reason, day, meal: 'lunch', by: exactNumber(String(min - count)) }];
  });
}
