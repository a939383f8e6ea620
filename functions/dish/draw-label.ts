import { labelPermissions } from '../../lib/auth/permissions.ts';
import { chooseEdition } from '../../lib/domain/nutrient/edition.ts';
import { about, id } from '../../lib/domain/values/fields.ts';
import { defineEndpoint, FileAnswer } from '../../lib/http/serve.ts';
import { drawLabelPicture } from '../../lib/label/label-picture.ts';
import { printLabels } from '../../lib/store/label.ts';

export const { endpoint, handler } = defineEndpoint('drawLabel', 'GET /api/dish/label.svg', {
  permission: labelPermissions,
  input: { id: about('A dish of the own unit or the library.', id()) },
  reasons: ['dish_not_found'],
  summary:
    'The nutrition label of a dish as a picture of A6 size, to print or to put into other documents, with its ' +
    'allergens. `※` marks a value that is not known of all ingredients, `—` one known for less than half of the weight.',
  example: { id: '1000001' },
  handle: async ({ input, caller, deps }) => {
    const edition = chooseEdition(deps.now(), deps.env);
    const labels = await printLabels(deps.db, caller, { ids: [input.id], edition, field: 'id' });
    return new FileAnswer('image/svg+xml', labels.map(drawLabelPicture).join(''));
  },
});
