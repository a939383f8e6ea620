import { about, code } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { deleteFood } from '../../lib/store/ingredient/food-change.ts';

export const { endpoint, handler } = defineEndpoint('deleteIngredient', 'DELETE /api/ingredient', {
  permission: 'ingredient.edit',
  logged: { kind: '食材', text: '删除食材' },
  input: { code: about('A food of the own unit, for the platform one of the catalogue.', code()) },
  reasons: ['ingredient_not_found'],
  summary: 'Deletes a food. Dishes with it keep its code, and published menus stay as they are.',
  example: { code: 'ZZ-003' },
  handle: ({ input, caller, deps }) => deleteFood(deps.db, caller.vender, input.code),
});
