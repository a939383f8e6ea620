import * as z from 'zod/mini';
import { IngredientDetail, toIngredientDetail } from '../../lib/domain/ingredient/food.ts';
import { classify } from '../../lib/domain/ingredient/food-class.ts';
import { foodFields, foodName, newFood } from '../../lib/domain/ingredient/food-fields.ts';
import { about } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';

const Proposal = z.pick(IngredientDetail, { allergens: true, mayHaveOthers: true, foodCategory: true, dark: true });

export const { endpoint, handler } = defineEndpoint('proposeIngredient', 'POST /api/ingredient/proposal', {
  permission: 'ingredient.edit',
  input: {
    name: about('Name.', foodName),
    category: about('Category, as those of the catalogue.', foodName),
    nutrient: foodFields.nutrient,
  },
  output: Proposal,
  summary:
    'Which class, equivalent and allergens an import would give a food of this name, category and figures, and whether it ' +
    'would be a dark vegetable. Nothing is stored.',
  example: { name: '菠菜（脱水）', category: '蔬菜类及其制品', nutrient: '{"water":9.2,"carotene":3590}' },
  handle: ({ input }) =>
    toIngredientDetail({ ...classify(newFood('', input)), version: 0, number: 0 }, { isOwn: true }),
});
