import * as z from 'zod/mini';
import { DishChoice, requireSearched, toDishChoice, unitToSearch } from '../../lib/domain/dish.ts';
import { integer, keyword } from '../../lib/domain/values/fields.ts';
import { MOST_MATCHES } from '../../lib/domain/values/page.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { readDishesHead } from '../../lib/store/dish/dish.ts';
import { selectDishes } from '../../lib/store/dish/dish-selection.ts';
import { demandAskedUnit } from '../../lib/store/unit/unit.ts';

export const endpoint = defineEndpoint({
  id: 'selectDishes',
  route: 'GET /api/dish/select',
  side: 'any',
  permission: ['dish.view', 'dish.create', 'dish.edit', 'menu.view', 'menu.create', 'menu.edit'],
  access: 'read',
  input: z.object({ vender: z.optional(integer(0, Number.MAX_SAFE_INTEGER)), keyword: keyword() }),
  output: z.array(DishChoice),
  reasons: ['foreign_unit', 'unit_not_found', 'too_many_matches', 'page_too_large'],
  summary: {
    zh: '供选择的菜品：本单位或菜品库的，最新的在前',
    en: 'Dishes of the own unit or the library to choose from, newest first',
  },
  prefetch: async ({ input: { vender }, session, deps }) => {
    const head = readDishesHead(deps.db, unitToSearch(session.vender, vender));
    await Promise.all([head, demandAskedUnit(deps.db, session.vender, vender)]);
    return head;
  },
  handle: async ({ input, caller, deps, prefetched }) => {
    const unit = requireSearched(caller, input.vender);
    const dishes = await selectDishes(deps.db, unit, { keyword: input.keyword }, MOST_MATCHES, prefetched);
    return dishes.map(toDishChoice);
  },
});

export const handler = serve(endpoint);
