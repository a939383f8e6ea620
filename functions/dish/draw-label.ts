import { labelPermissions } from '../../lib/auth/permissions.ts';
import { requireAllVisible } from '../../lib/domain/dish.ts';
import { printLabel } from '../../lib/domain/label/printed-label.ts';
import { findEditionAt } from '../../lib/domain/nutrient/edition.ts';
import { about, id } from '../../lib/domain/values/fields.ts';
import { FileAnswer } from '../../lib/http/file-answer.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { drawLabelPicture } from '../../lib/label/label-picture.ts';
import { findDishes } from '../../lib/store/dish/dish.ts';
import { readServingNames, weighDishes } from '../../lib/store/label.ts';

export const { endpoint, handler } = defineEndpoint({
  id: 'drawLabel',
  route: 'GET /api/dish/label.svg',
  permission: labelPermissions,
  input: { id: about('A dish of the own unit or the library.', id()) },
  contentType: 'image/svg+xml',
  reasons: ['dish_not_found'],
  summary:
    'The nutrition label of a dish as a picture of A6 size, to print or to put into other documents, with its ' +
    'allergens. `※` marks a value that is not known of all ingredients, `—` one known for less than half of the weight.',
  examples: [{ id: '1000001' }],
  handle: async ({ input, caller, deps }) => {
    const [dishes, findServingName] = await Promise.all([
      findDishes(deps.db, [input.id]),
      readServingNames(deps.db, caller, [input.id]),
    ]);
    const weighedDishes = await weighDishes(deps.db, requireAllVisible(caller, [input.id], dishes, 'id'));
    const edition = findEditionAt(deps.now(), deps.env);
    const labels = weighedDishes.map((dish) => printLabel(dish, findServingName(dish.vender), edition));
    return new FileAnswer('image/svg+xml', labels.map(drawLabelPicture).join(''));
  },
});
