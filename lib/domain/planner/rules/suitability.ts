import { isOfMonth, monthOf } from '../../analysis/warnings/warnings.ts';
import { kitchenName } from '../../ingredient/ingredient.ts';
import { suitsMeal } from '../../meal.ts';
import type { MenuItem } from '../../menu/menu.ts';
import type { Unmet } from '../answer.ts';
import type { PlanProblem } from '../problem.ts';
import { isBarred } from '../slots.ts';
import { avoidedIn } from '../traits.ts';
import { inLanguage, lockedDish } from './phrases.ts';
import type { Rule } from './rule.ts';

/** A dish is of the month, suits the meal, and has nothing to avoid. The search serves no other dish: only a locked one breaks the rule. */
export const suitability = {
  weights: {},
  unmet: ({ problem, items }) => [items.flatMap((item) => judgeDish(item, problem))],
} satisfies Rule;

const texts = {
  zh: {
    avoided: (locked: string, food: string) => `${locked}含有忌用食材“${food}”`,
    season: (locked: string, month: number) => `${locked}不适合 ${month} 月`,
    meal: (locked: string) => `${locked}不适合这一餐`,
    rice: (locked: string) => `${locked}是米饭，早餐不安排`,
    porridge: (locked: string) => `${locked}是粥，午餐不安排`,
  },
  en: {
    avoided: (locked: string, food: string) => `${locked} has "${food}", which is to be avoided`,
    season: (locked: string, month: number) => `${locked} is not for month ${month}`,
    meal: (locked: string) => `${locked} does not suit that meal`,
    rice: (locked: string) => `${locked} is rice, which is not for breakfast`,
    porridge: (locked: string) => `${locked} is porridge, which is not for lunch`,
  },
};

function judgeDish({ day, meal, dish: id }: MenuItem, problem: PlanProblem): Unmet[] {
  const { content, dishes, marks, foods } = problem;
  const dish = dishes.get(id);
  if (!dish) return [];
  const say = inLanguage(problem, texts);
  const month = monthOf(content, day);
  const locked = inLanguage(problem, lockedDish)({ day, meal }, dish.name);
  const at = { day, meal, dish: id };
  const avoided = avoidedIn(dish, marks).map((key): Unmet => {
    return { rule: 'avoided', text: say.avoided(locked, kitchenName(foods.get(key), key)), ...at, of: key };
  });
  const barred = meal === 'lunch' ? 'porridge' : 'rice';
  return [
    ...avoided,
    ...(isOfMonth(dish, month) ? [] : [{ rule: 'season', text: say.season(locked, month), ...at } as const]),
    ...(suitsMeal(dish, meal) ? [] : [{ rule: 'meal', text: say.meal(locked), ...at } as const]),
    ...(isBarred(dish, meal, problem) ? [{ rule: barred, text: say[barred](locked), ...at } as const] : []),
  ];
}
