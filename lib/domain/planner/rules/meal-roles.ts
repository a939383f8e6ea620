import { kitchenName } from '../../ingredient/food.ts';
import type { PlanProblem, Setting } from '../problem.ts';
import { tuned } from '../search/tuned.ts';
import type { Role, Traits } from '../traits.ts';
import { createLimitRule } from './limit-rule.ts';
import { spanEn, spanZh } from './phrases.ts';

/**
 * What a dish too many costs: less than a repetition, and more than it can save in the ranges of nutrients and categories. So these
 * rules are broken only where they cannot be kept. It was chosen, not measured.
 */
const weights = { meal: tuned(300, [0, 1000]) };

type RoleSetting = Setting & `${string}PerMeal`;
type NameTag = (tag: string, foods: PlanProblem['foods']) => string;

/** Makes the rule that a meal has not too many dishes of a kind. `zh` and `en` name the kind. */
function createMealRule(
  setting: Extract<RoleSetting, 'foodPerMeal' | 'eggsPerMeal' | 'milkPerMeal' | 'ricePerMeal' | 'fruitPerMeal'>,
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

const createRoleRule = (setting: Parameters<typeof createMealRule>[0], role: Role, zh: string, en: string) =>
  createMealRule(setting, ({ roles }) => roles.filter((one) => one === role), [() => zh, () => en]);

/** Foods are in one dish of a meal; so are eggs as a main food, milk or soy milk, and fruit. Porridge does not stand beside rice. */
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
