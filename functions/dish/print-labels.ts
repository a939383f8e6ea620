import { labelPermissions } from '../../lib/auth/permissions.ts';
import { MAX_LABELS } from '../../lib/domain/label/label.ts';
import { chooseEdition } from '../../lib/domain/nutrient/edition.ts';
import { about } from '../../lib/domain/values/fields.ts';
import { idSequence } from '../../lib/domain/values/list-fields.ts';
import { defineEndpoint, FileAnswer } from '../../lib/http/serve.ts';
import { drawLabelSheet } from '../../lib/label/label-picture.ts';
import { printLabels } from '../../lib/store/label.ts';

export const { endpoint, handler } = defineEndpoint('printLabels', 'GET /api/dish/label.html', {
  permission: labelPermissions,
  input: {
    ids: about('Dishes of the own unit or the library; one named twice has two labels.', idSequence(MAX_LABELS, 1)),
  },
  reasons: ['dish_not_found', 'page_too_large'],
  summary: 'The labels of dishes as a page to print, one of A6 size each, in the order of the ids.',
  example: { ids: '1000001,1' },
  handle: async ({ input, caller, deps }) => {
    const labels = await printLabels(deps.db, caller, { ids: input.ids, edition: chooseEdition(deps.now(), deps.env) });
    return new FileAnswer('text/html', drawLabelSheet(labels));
  },
});
