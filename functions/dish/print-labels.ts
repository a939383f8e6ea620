import * as z from 'zod/mini';
import { demandAllVisible } from '../../lib/domain/dish.ts';
import { MOST_LABELS } from '../../lib/domain/label/label.ts';
import { printLabel } from '../../lib/domain/label/printed-label.ts';
import { editionAt } from '../../lib/domain/nutrient/edition.ts';
import { idSequence } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { FileAnswer } from '../../lib/http/file-answer.ts';
import { serve } from '../../lib/http/serve.ts';
import { drawSheet } from '../../lib/label/label-sheet.ts';
import { readCatalogueHead } from '../../lib/store/ingredient/ingredient.ts';
import { readRecipes, readServingNames, weighDishes } from '../../lib/store/label.ts';

export const endpoint = defineEndpoint({
  id: 'printLabels',
  route: 'GET /api/dish/label.html',
  side: 'any',
  permission: 'dish.view',
  access: 'read',
  input: z.object({ ids: idSequence(MOST_LABELS, 1) }),
  contentType: 'text/html',
  reasons: ['dish_not_found', 'page_too_large'],
  summary: {
    zh: '供打印的菜品营养标签，每道一页 A6，按 ids 的顺序',
    en: 'Nutrition labels of dishes to print, one A6 page each, in the order of the ids',
  },
  prefetch: ({ deps }) => readCatalogueHead(deps.db),
  handle: async ({ input, caller, deps, prefetched: head }) => {
    const [dishes, servingNameOf] = await Promise.all([
      readRecipes(deps.db, input.ids, head),
      readServingNames(deps.db, caller, input.ids),
    ]);
    const weighed = await weighDishes(deps.db, demandAllVisible(caller, input.ids, dishes), head);
    const edition = editionAt(deps.now(), deps.env);
    const labels = weighed.map((dish) => printLabel(dish, servingNameOf(dish.vender), edition));
    return new FileAnswer('text/html', drawSheet(labels));
  },
});

export const handler = serve(endpoint);
