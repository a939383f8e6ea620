import * as z from 'zod/mini';
import { demandAllVisible } from '../../lib/domain/dish.ts';
import { LabelRecord, MOST_LABELS, makeLabel } from '../../lib/domain/label/label.ts';
import { editionAt } from '../../lib/domain/nutrient/edition.ts';
import { idSequence } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { readCatalogueHead } from '../../lib/store/ingredient/ingredient.ts';
import { readRecipes, weighDishes } from '../../lib/store/label.ts';

export const endpoint = defineEndpoint({
  id: 'getLabels',
  route: 'GET /api/dish/label',
  side: 'any',
  permission: 'dish.view',
  access: 'read',
  input: z.object({ ids: idSequence(MOST_LABELS, 1) }),
  output: z.array(LabelRecord),
  reasons: ['dish_not_found', 'page_too_large'],
  summary: { zh: '菜品的营养标签，按 ids 的顺序', en: 'Nutrition labels of dishes, in the order of the ids' },
  prefetch: ({ deps }) => readCatalogueHead(deps.db),
  handle: async ({ input, caller, deps, prefetched: head }) => {
    const dishes = await readRecipes(deps.db, input.ids, head);
    const weighed = await weighDishes(deps.db, demandAllVisible(caller, input.ids, dishes), head);
    const edition = editionAt(deps.now(), deps.env);
    return weighed.map((dish) => makeLabel(dish, edition));
  },
});

export const handler = serve(endpoint);
