import * as z from 'zod/mini';
import { labelPermissions } from '../../lib/auth/permissions.ts';
import { dishFields } from '../../lib/domain/dish.ts';
import { LabelContent, makeLabel, weighDish } from '../../lib/domain/label/label.ts';
import { chooseEdition } from '../../lib/domain/nutrient/edition.ts';
import { about, MAX_NAME_LENGTH, required, text } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { findFoods } from '../../lib/store/ingredient/food.ts';

export const { endpoint, handler } = defineEndpoint('labelDraft', 'POST /api/dish/label', {
  permission: labelPermissions,
  input: {
    name: about('Name of the dish; it may still lack one.', z._default(text(MAX_NAME_LENGTH), '')),
    ingredient: required(dishFields.ingredient),
  },
  output: LabelContent,
  summary:
    'The nutrition label of a dish that is not stored, as `GET /api/dish/label` answers it of a stored one. It ' +
    'has no id, and nothing is written.',
  example: {
    name: '番茄炒蛋',
    ingredient: '[{"key":"043119","value":120},{"key":"111101x","value":60,"isMain":true}]',
  },
  handle: async ({ input: { name, ingredient = [] }, caller, deps }) => {
    const codes = ingredient.map(({ key }) => key);
    const foodByCode = await findFoods(deps.db, caller.vender, codes);
    return makeLabel(weighDish({ name, ingredient }, foodByCode), chooseEdition(deps.now(), deps.env));
  },
});
