import * as z from 'zod/mini';
import { demandAllVisible } from '../../lib/domain/dish.ts';
import { printLabel } from '../../lib/domain/label/printed-label.ts';
import { editionAt } from '../../lib/domain/nutrient/edition.ts';
import { id } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { FileAnswer } from '../../lib/http/file-answer.ts';
import { serve } from '../../lib/http/serve.ts';
import { drawPicture } from '../../lib/label/label-picture.ts';
import { readCatalogueHead } from '../../lib/store/ingredient/ingredient.ts';
import { readRecipes, readServingNames, weighDishes } from '../../lib/store/label.ts';

export const endpoint = defineEndpoint({
  id: 'drawLabel',
  route: 'GET /api/dish/label.svg',
  side: 'any',
  permission: 'dish.view',
  access: 'read',
  input: z.object({ id: id() }),
  contentType: 'image/svg+xml',
  reasons: ['dish_not_found'],
  summary: { zh: '一道菜品的营养标签，A6 大小的图片', en: 'Nutrition label of a dish as a picture of A6 size' },
  prefetch: ({ deps }) => readCatalogueHead(deps.db),
  handle: async ({ input, caller, deps, prefetched: head }) => {
    const [dishes, servingNameOf] = await Promise.all([
      readRecipes(deps.db, [input.id], head),
      readServingNames(deps.db, caller, [input.id]),
    ]);
    const weighed = await weighDishes(deps.db, demandAllVisible(caller, [input.id], dishes, 'id'), head);
    const edition = editionAt(deps.now(), deps.env);
    const labels = weighed.map((dish) => printLabel(dish, servingNameOf(dish.vender), edition));
    return new FileAnswer('image/svg+xml', labels.map(drawPicture).join(''));
  },
});

export const handler = serve(endpoint);
