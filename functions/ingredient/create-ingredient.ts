import { foodFields, foodName, newFood, toDoubtText } from '../../lib/domain/ingredient/food-fields.ts';
import { about, code } from '../../lib/domain/values/fields.ts';
import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { createFood } from '../../lib/store/ingredient/food-change.ts';

export const { endpoint, handler } = defineEndpoint('createIngredient', 'PUT /api/ingredient', {
  permission: 'ingredient.edit',
  logged: { kind: '食材', text: '新建食材' },
  input: {
    code: about('A new code, which the catalogue does not have.', code()),
    name: about('Name.', foodName),
    category: about('Category, as those of the catalogue; one with `调味` in its name is one of seasonings.', foodName),
    ...foodFields,
  },
  reasons: ['duplicate_code', 'quota_reached', 'unit_not_found'],
  summary:
    'Adds a food: a unit adds one of its own, which only it sees, at most 500; the platform adds one to the catalogue. ' +
    'Figures that no food has are refused; `desc` names those that hardly go together.',
  example: {
    code: 'ZZ-001',
    name: '自制红豆沙（少糖）',
    alias: '豆沙',
    category: '干豆类及其制品',
    foodCategory: '{"name":"杂豆类","amount":70,"counts":50}',
    dark: 'false',
    edible: '100',
    allergens: '无',
    nutrient: '{"energy":1018,"protein":5.5,"fat":1.9,"carbohydrate":52.7,"sodium":24}',
  },
  handle: async ({ input: { code: newCode, ...facts }, caller, deps }) => {
    const food = newFood(newCode, facts);
    await createFood(deps.db, caller.vender, food);
    const desc = toDoubtText(food);
    return desc && new Answer({ desc });
  },
});
