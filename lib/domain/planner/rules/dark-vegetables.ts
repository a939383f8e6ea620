import { meals } from '../../meal.ts';
import { exactNumber } from '../../values/output.ts';
import type { PlannedMenu, Unmet } from '../answer.ts';
import { tuned } from '../search/tuned.ts';
import { toTraits } from '../traits.ts';
import { NOT_COUNTED, type TagLimit } from './limits.ts';
import { inLanguage } from './phrases.ts';
import type { Rule } from './rule.ts';

/** Each lunch has enough dishes with a helping of dark vegetables, see `Traits.hasDarkVegetables`. */
export const darkVegetablesRule = {
  /**
   * The penalty for a dish that is missing at a lunch. The exact number matters little: in 30 bench weeks (see `tuned.ts`) the
   * rule is kept with a third of it and with three times as much, and the costs of these plans differ by 0.4 %.
   */
  weights: { missingDish: tuned(0.5, [0, 10]) },
  listLimits: ({ dayCount, rules, candidates, dayIndexBySlot, mealIndexBySlot }): TagLimit[] => {
    const tagsByCandidate = candidates.map((candidate) => (candidate.hasDarkVegetables ? ['dark'] : []));
    const isLunch = (slot: number) => mealIndexBySlot[slot] === meals.indexOf('lunch');
    const spanNumberBySlot = dayIndexBySlot.map((dayIndex, slot) => (isLunch(slot) ? dayIndex : NOT_COUNTED));
    const weight = darkVegetablesRule.weights.missingDish;
    return [{ tagsByCandidate, spanNumberBySlot, spanCount: dayCount, min: rules.darkAtLunch, weight }];
  },
  listUnmet: (menu) => [judgeLunches(menu)],
} satisfies Rule;

const texts = {
  zh: (day: number, count: number, min: number) => `第 ${day} 天午餐深色蔬菜 ${count} 道，少于 ${min} 道`,
  en: (day: number, count: number, min: number) =>
    `Dishes with dark vegetables for lunch on day ${day}: ${count}, fewer than ${min}`,
};

/** Reports the lunches that have dishes, but too few with dark vegetables. It is impossible to serve more where too few slots could have one. */
function judgeLunches({ problem, bestCase, largestGroupItems }: PlannedMenu): Unmet[] {
  const { dishes, foods, rules } = problem;
  const traitsOfLunches = largestGroupItems.flatMap(({ day, meal, dish: dishId }) => {
    const dish = dishes.get(dishId);
    return dish && meal === 'lunch' ? [{ day, ...toTraits(dish, foods) }] : [];
  });
  const min = rules.darkAtLunch;
  return [...Map.groupBy(traitsOfLunches, ({ day }) => day)].flatMap(([day, traitsOfDay]): Unmet[] => {
    const count = traitsOfDay.filter(({ hasDarkVegetables }) => hasDarkVegetables).length;
    if (count >= min) return [];
    const possibleCount = bestCase.countSlots(({ hasDarkVegetables }) => hasDarkVegetables, { meals: ['lunch'], day });
    const reason = possibleCount < min ? 'impossible' : undefined;
    const text = inLanguage(problem, texts)(day, count, min);
    return [{ rule: 'dark', text, reason, day, meal: 'lunch', by: exactNumber(String(min - count)) }];
  });
}
