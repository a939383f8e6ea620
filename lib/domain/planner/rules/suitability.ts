import { findMonth, isOfMonth } from '../../analysis/warnings/warnings.ts';
import { kitchenName } from '../../ingredient/ingredient.ts';
import { suitsMeal } from '../../meal.ts';
import type { MenuItem } from '../../menu/menu.ts';
import type { Unmet } from '../answer.ts';
import type { PlanProblem } from '../problem.ts';
import { isBarred } from '../slots.ts';
import { listAvoidedFoods } from '../traits.ts';
import { inLanguage, lockedDishPhrase } from './phrases.ts';
import type { Rule } from './rule.ts';

/** A dish suits the month and the meal, and has no food to avoid. The search serves only such dishes, so only a locked one can break the rule. */
export const suitabilityRule = {
  weights: {},
  listUnmet: ({ problem, largestGroupItems }) => [largestGroupItems.flatMap((item) => judgeDish(item, problem))],
} satisfies Rule;

const texts = {
  zh: {
    avoided: (dish: string, food: string) => `${dish}含有忌用食材“${food}”`,
    season: (dish: string, month: number) => `${dish}不适合 ${month} 月`,
    meal: (dish: string) => `${dish}不适合这一餐`,
    rice: (dish: string) => `${dish}是米饭，早餐不安排`,
    porridge: (dish: string) => `${dish}是粥，午餐不安排`,
  },
  en: {
    avoided: (dish: string, food: string) => `${dish} has "${food}", which is to be avoided`,
    season: (dish: string, month: number) => `${dish} is not for month ${month}`,
    meal: (dish: string) => `${dish} does not suit that meal`,
    rice: (dish: string) => `${dish} is rice, which is not for breakfast`,
    porridge: (dish: string) => `${dish} is porridge, which is not for lunch`,
  },
};

function judgeDish({ day, meal, dish: id }: MenuItem, problem: PlanProblem): Unmet[] {
  const { content, dishes, marks, foods } = problem;
  const dish = dishes.get(id);
  if (!dish) return [];
  const phrases = inLanguage(problem, texts);
  const month = findMonth(content, day);
  const lockedDish = inLanguage(problem, lockedDishPhrase)({ day, meal }, dish.name);
  const where = { day, meal, dish: id };
  const unmetAvoided = listAvoidedFoods(dish, marks).map((key): Unmet => {
    return { rule: 'avoided', text: phrases.avoided(lockedDish, kitchenName(foods.get(key), key)), ...where, of: key };
  });
  const barredRule = meal === 'lunch' ? 'porridge' : 'rice';
  return [
    ...unmetAvoided,
    ...(isOfMonth(dish, month) ? [] : [{ rule: 'season', text: phrases.season(lockedDish, month), ...where } as const]),
    ...(suitsMeal(dish, meal) ? [] : [{ rule: 'meal', text: phrases.meal(lockedDish), ...where } as const]),
    ...(isBarred(dish, meal, problem)
      ? [{ rule: barredRule, text: phrases[barredRule](lockedDish), ...where } as const]
      : []),
  ];
}
