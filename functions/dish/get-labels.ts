import * as z from 'zod';
import { dayOf } from '../../lib/domain/calendar.ts';
import { demandAllVisible } from '../../lib/domain/dish.ts';
import { editionOn } from '../../lib/domain/edition.ts';
import { idList } from '../../lib/domain/fields.ts';
import { LabelRecord, makeLabel } from '../../lib/domain/label.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { findDishes } from '../../lib/store/dish.ts';
import { findIngredients, readCatalogueHead } from '../../lib/store/ingredient.ts';

const MOST_DISHES = 100;

export const endpoint = defineEndpoint({
  id: 'getLabels',
  route: 'GET /api/dish/label',
  side: 'any',
  permission: 'dish.view',
  access: 'read',
  input: z.object({ ids: idList(MOST_DISHES, 1) }),
  output: z.array(LabelRecord),
  reasons: ['dish_not_found', 'page_too_large'],
  summary: 'Nutrition labels of dishes, in the order of the ids',
  prefetch: async ({ input, deps }) => {
    const [head, dishes] = await Promise.all([readCatalogueHead(deps.db), findDishes(deps.db, input.ids)]);
    return { head, dishes };
  },
  handle: async ({ input, caller, deps, prefetched: { head, dishes } }) => {
    const visible = demandAllVisible(caller, input.ids, dishes);
    const codes = visible.flatMap((dish) => dish.ingredient.map(({ key }) => key));
    const catalogue = await findIngredients(deps.db, codes, head);
    const edition = deps.env.edition ?? editionOn(dayOf(deps.now(), deps.env.timeZone));
    return visible.map((dish) => makeLabel(dish, catalogue, edition));
  },
});

export const handler = serve(endpoint);
