import { listForbiddenOfItem, listJudgingStandards } from '../../analysis/forbidden.ts';
import { isOfMonth, toMonth } from '../../analysis/warnings/warnings.ts';
import { kitchenName } from '../../ingredient/food.ts';
import { suitsMeal } from '../../meal.ts';
import { type MenuItem, reaches } from '../../menu/menu.ts';
import type { Unmet } from '../answer.ts';
import type { PlanProblem } from '../problem.ts';
import { findMealBan, listUnsuitedBands } from '../slots.ts';
import { listAvoidedCodes } from '../traits.ts';
import { describeLockedDish, inLanguage } from './phrases.ts';
import type { Rule } from './rule.ts';

/**
 * A dish suits the month, the meal and the ages of its groups. It has no food to avoid, and is not forbidden. Where settings
 * say so, it is not rice at breakfast or porridge at lunch. The search serves no others: only a locked one can break the rule.
 */
export const suitabilityRule = {
  listUnmet: ({ problem, items }) => [items.flatMap((item) => judgeItem(item, problem))],
} satisfies Rule;

const texts = {
  zh: {
    avoided: (dishText: string, food: string) => `${dishText}含有忌用食材“${food}”`,
    forbidden: (dishText: string, name: string) => `${dishText}是标准禁止供应的（${name}）`,
    season: (dishText: string, month: number) => `${dishText}不适合 ${month} 月`,
    meal: (dishText: string) => `${dishText}不适合这一餐`,
    notFor: (dishText: string, bands: readonly string[]) => `${dishText}不适合${bands.join('、')}`,
    rice: (dishText: string) => `${dishText}是米饭，早餐不安排`,
    porridge: (dishText: string) => `${dishText}是粥，午餐不安排`,
  },
  en: {
    avoided: (dishText: string, food: string) => `${dishText} has "${food}", which is to be avoided`,
    forbidden: (dishText: string, name: string) => `${dishText} is forbidden by the standard (${name})`,
    season: (dishText: string, month: number) => `${dishText} is not for month ${month}`,
    meal: (dishText: string) => `${dishText} does not suit that meal`,
    notFor: (dishText: string, bands: readonly string[]) => `${dishText} is not for ${bands.join(', ')}`,
    rice: (dishText: string) => `${dishText} is rice, which is not for breakfast`,
    porridge: (dishText: string) => `${dishText} is porridge, which is not for lunch`,
  },
};

/** Reports everything that makes the item's dish unsuitable. Without the dish, which was deleted, there is nothing to report. */
function judgeItem(item: MenuItem, problem: PlanProblem): Unmet[] {
  const { day, meal, dish: dishId } = item;
  const { content, dishes, marks: markByCode, foods } = problem;
  const dish = dishes.get(dishId);
  if (!dish) return [];
  const phrases = inLanguage(problem, texts);
  const dishText = inLanguage(problem, describeLockedDish)({ day, meal }, dish.name);
  const month = toMonth(content, day);
  const groups = content.groups.filter((group) => reaches(item, group));
  const bands = listUnsuitedBands(dish, listJudgingStandards(groups, problem));
  const toUnmet = (rule: Unmet['rule'], text: string, of?: string) => ({ rule, text, day, meal, dish: dishId, of });
  const unmet = listAvoidedCodes(dish, markByCode).map((code) =>
    toUnmet('avoided', phrases.avoided(dishText, kitchenName(foods.get(code), code)), code),
  );
  for (const forbidden of listForbiddenOfItem(item, problem)) {
    const markOrCode = 'mark' in forbidden ? forbidden.mark : forbidden.code;
    const name = 'mark' in forbidden ? forbidden.mark : kitchenName(foods.get(forbidden.code), forbidden.code);
    unmet.push(toUnmet('forbidden', phrases.forbidden(dishText, name), markOrCode));
  }
  if (!isOfMonth(dish, month)) unmet.push(toUnmet('season', phrases.season(dishText, month)));
  if (!suitsMeal(dish, meal)) unmet.push(toUnmet('meal', phrases.meal(dishText)));
  if (bands.length > 0) unmet.push(toUnmet('notFor', phrases.notFor(dishText, bands)));
  const mealBan = findMealBan(dish, meal, problem);
  if (mealBan) unmet.push(toUnmet(mealBan, phrases[mealBan](dishText)));
  return unmet;
}
