import * as z from 'zod';
import { DishChoice, toDishChoice } from '../../lib/domain/dish.ts';
import { keyword } from '../../lib/domain/fields.ts';
import { MOST_MATCHES } from '../../lib/domain/page.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { readDishesHead, selectDishes } from '../../lib/store/dish.ts';

export const endpoint = defineEndpoint({
  id: 'selectDishes',
  route: 'GET /api/dish/select',
  side: 'any',
  permission: ['dish.view', 'dish.create', 'dish.edit', 'recipe.view', 'recipe.create', 'recipe.edit'],
  access: 'read',
  input: z.object({ keyword: keyword() }),
  output: z.array(DishChoice),
  reasons: ['too_many_matches', 'page_too_large'],
  summary: 'Dishes of the own unit to choose from, newest first',
  prefetch: ({ session, deps }) => readDishesHead(deps.db, session.vender),
  handle: async ({ input, caller, deps, prefetched }) => {
    const dishes = await selectDishes(deps.db, caller.vender, input.keyword, MOST_MATCHES, prefetched);
    return dishes.map(toDishChoice);
  },
});

export const handler = serve(endpoint);
