import * as z from 'zod/mini';
import { changeFood, foodFields, foodName, toDoubtText } from '../../lib/domain/ingredient/food-fields.ts';
import { about, code } from '../../lib/domain/values/fields.ts';
import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { updateFood } from '../../lib/store/ingredient/food-change.ts';

export const { endpoint, handler } = defineEndpoint('updateIngredient', 'POST /api/ingredient', {
  permission: 'ingredient.edit',
  logged: { kind: '食材', text: '修改食材' },
  input: {
    code: about('The food: one of the own, for the platform one of the catalogue. Codes do not change.', code()),
    name: about('Name.', z.optional(foodName)),
    category: about('Category.', z.optional(foodName)),
    ...foodFields,
  },
  reasons: ['ingredient_not_found', 'unit_not_found'],
  summary:
    'Changes a food of the own, for the platform one of the catalogue. An absent field stays, an empty one is ' +
    'cleared; `nutrient` replaces all values. Published menus stay as they are.',
  example: {
    code: 'ZZ-002',
    alias: '豆瓣',
    edible: '100',
    allergens: '大豆,含麸质谷物',
    foodCategory: '{"name":"大豆类及其制品","amount":100,"counts":20}',
    nutrient: '{"energy":750,"protein":13.6,"fat":6.8,"carbohydrate":17.1,"sodium":6012}',
  },
  handle: async ({ input: { code: foodCode, ...change }, caller, deps }) => {
    const food = await updateFood(deps.db, caller.vender, foodCode, (before) => changeFood(before, change));
    const desc = change.nutrient && toDoubtText(food);
    return desc && new Answer({ desc });
  },
});
