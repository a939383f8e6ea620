import * as z from 'zod/mini';
import { IngredientDetail, toIngredientDetail } from '../../lib/domain/ingredient/food.ts';
import { about } from '../../lib/domain/values/fields.ts';
import { codeList } from '../../lib/domain/values/list-fields.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { findCatalogueFoods, readOwnFoods } from '../../lib/store/ingredient/food.ts';

const MAX_CODES = 200;

export const { endpoint, handler } = defineEndpoint('selectIngredients', 'GET /api/ingredient/select', {
  permission: ['ingredient.view', 'ingredient.edit', 'mark.edit', 'dish.view', 'dish.create', 'dish.edit'],
  input: { codes: about('Codes of ingredients, separated by commas.', codeList(MAX_CODES)) },
  output: z.array(IngredientDetail),
  summary:
    'Ingredients with their nutrients per 100 g of the edible portion, in the order of the codes; codes that ' +
    'neither the catalogue nor the own foods have are left out. What is unknown is absent, `traces` names what there is a trace of, ' +
    '`foodCategory` what it counts as in a standard.',
  example: { codes: '043119,209904' },
  handle: async ({ input: { codes }, caller, deps }) => {
    const [ownFoodByCode, catalogueFoodByCode] = await Promise.all([
      readOwnFoods(deps.db, caller.vender),
      findCatalogueFoods(deps.db, codes),
    ]);
    return codes.flatMap((code) => {
      const food = ownFoodByCode.get(code) ?? catalogueFoodByCode.get(code);
      return food ? [toIngredientDetail(food, { isOwn: ownFoodByCode.has(code) })] : [];
    });
  },
});
