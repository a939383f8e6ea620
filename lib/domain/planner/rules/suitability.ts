import { findItemBans } from '../../analysis/forbidden.ts';
import { findMonth, isOfMonth } from '../../analysis/warnings/warnings.ts';
import { kitchenName } from '../../ingredient/ingredient.ts';
import { suitsMeal } from '../../meal.ts';
import type { MenuItem } from '../../menu/menu.ts';
import type { Unmet } from '../answer.ts';
import type { PlanProblem } from '../problem.ts';
import { isBarred } from '../slots.ts';
import { avoidedIn } from '../traits.ts';
import { inLanguage, lockedDish } from './phrases.ts';
import type { Rule } from './rule.ts';

/** A dish suits the month and the meal, has no food to avoid, and is not forbidden. The search serves only such dishes: only a locked one breaks the rule. */
export const suitability = {
  weights: {},
  unmet: ({ problem, items }) => [items.flatMap((item) => judgeDish(item, problem))],
} satisfies Rule;

const texts = {
  zh: {
    avoided: (dish: string, food: string) => `${dish}含有忌用食材“${food}”`,
    forbidden: (dish: string, what: string) => `${dish}是标准禁止供应的（${what}）`,
    season: (dish: string, month: number) => `${dish}不适合 ${month} 月`,
    meal: (dish: string) => `${dish}不适合这一餐`,
    rice: (dish: string) => `${dish}是米饭，早餐不安排`,
    porridge: (dish: string) => `${dish}是粥，午餐不安排`,
  },
  en: {
    avoided: (dish: string, food: string) => `${dish} has "${food}", which is to be avoided`,
    forbidden: (dish: string, what: string) => `${dish} is forbidden by the standard (${what})`,
    season: (dish: string, month: number) => `${dish} is not for month ${month}`,
    meal: (dish: string) => `${dish} does not suit that meal`,
    rice: (dish: string) => `${dish} is rice, which is not for breakfast`,
    porridge: (dish: string) => `${dish} is porridge, which is not for lunch`,
  },
};

function judgeDish(item: MenuItem, problem: PlanProblem): Unmet[] {
  const { day, meal, dish: id } = item;
  const { content, dishes, marks, foods } = problem;
  const dish = dishes.get(id);
  if (!dish) return [];
  const say = inLanguage(problem, texts);
  const month = findMonth(content, day);
  const lockedText = inLanguage(problem, lockedDish)({ day, meal }, dish.name);
  const at = { day, meal, dish: id };
  const avoided = avoidedIn(dish, marks).map((key): Unmet => {
    return { rule: 'avoided', text: say.avoided(lockedText, kitchenName(foods.get(key), key)), ...at, of: key };
  });
  const forbidden = findItemBans(item, problem).map((ban): Unmet => {
    const [of, what] = 'mark' in ban ? [ban.mark, ban.mark] : [ban.code, kitchenName(foods.get(ban.code), ban.code)];
    return { rule: 'forbidden', text: say.forbidden(lockedText, what), ...at, of };
  });
  const barredRule = meal === 'lunch' ? 'porridge' : 'rice';
  return [
    ...avoided,
    ...forbidden,
    ...(isOfMonth(dish, month) ? [] : [{ rule: 'season', text: say.season(lockedText, month), ...at } as const]),
    ...(suitsMeal(dish, meal) ? [] : [{ rule: 'meal', text: say.meal(lockedText), ...at } as const]),
    ...(isBarred(dish, meal, problem) ? [{ rule: barredRule, text: say[barredRule](lockedText), ...at } as const] : []),
  ];
}
