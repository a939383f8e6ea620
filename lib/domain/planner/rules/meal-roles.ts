import { kitchenName } from '../../ingredient/food.ts';
import type { PlanProblem, Setting } from '../problem.ts';
import { tuned } from '../search/tuned.ts';
import type { Role, Traits } from '../traits.ts';
import { createLimitRule } from './limit-rule.ts';
import { spanEn, spanZh } from './phrases.ts';

/**
 * The penalty for a dish too many. It was chosen, not measured: less than that of a repetition, and more than the dish can save in
 * the ranges of nutrients and categories. So these rules are broken only where they cannot be kept.
 */
const weights = { meal: tuned(300, [0, 1000]) };

type MealSetting = Extract<Setting, 'foodPerMeal' | 'eggsPerMeal' | 'milkPerMeal' | 'ricePerMeal' | 'fruitPerMeal'>;
type NameTag = (tag: string, foods: PlanProblem['foods']) => string;

/** Makes the rule that a meal has not too many dishes of a kind. `zh` and `en` name the kind. */
function createMealRule(
  setting: MealSetting,
  listTags: (traits: Traits) => readonly string[],
  [zh, en]: readonly [zh: NameTag, en: NameTag],
) {
  return createLimitRule({
    rule: setting,
    weights,
    schedule: 'repeats',
    limitBySpan: { meal: { setting, listTags } },
    describeExcess: {
      zh: ({ span, tag, count, max }, { foods }) => `${spanZh(span)}有 ${count} 道${zh(tag, foods)}，超过 ${max} 道`,
      en: ({ span, tag, count, max }, { foods }) =>
        `Dishes ${en(tag, foods)}${spanEn(span)}: ${count}, more than ${max}`,
    },
  });
}

const createRoleRule = (setting: MealSetting, role: Role, zh: string, en: string) =>
  createMealRule(setting, ({ roles }) => (roles.includes(role) ? [role] : []), [() => zh, () => en]);

/** A meal has only one dish of each food, of eggs as a main food, of milk or soy milk, of rice or porridge, and of fruit. */
export const mealRoleRules = [
  createMealRule('foodPerMeal', ({ foods }) => foods, [
    (code, foods) => `含“${kitchenName(foods.get(code), code)}”的菜品`,
    (code, foods) => `with "${kitchenName(foods.get(code), code)}"`,
  ]),
  createRoleRule('eggsPerMeal', 'eggs', '蛋类菜品', 'of eggs'),
  createRoleRule('milkPerMeal', 'milk', '奶或豆浆', 'of milk or soy milk'),
  createRoleRule('ricePerMeal', 'rice', '米饭或粥', 'of rice or porridge'),
  createRoleRule('fruitPerMeal', 'fruit', '水果', 'of fruit'),
];
