import * as z from 'zod';
import { paging } from '../../lib/domain/fields.ts';
import { IngredientRecord, ingredientFilter, toIngredientRecord } from '../../lib/domain/ingredient.ts';
import { pageOf } from '../../lib/domain/page.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { listIngredients, readCatalogueHead } from '../../lib/store/ingredient.ts';
import { listMarksByUnit } from '../../lib/store/mark.ts';

export const endpoint = defineEndpoint({
  id: 'listIngredients',
  route: 'GET /api/ingredient',
  side: 'any',
  permission: ['ingredient.view', 'mark.edit', 'dish.view', 'dish.create', 'dish.edit'],
  access: 'read',
  input: z.object({ ...ingredientFilter, ...paging }),
  output: pageOf(IngredientRecord),
  reasons: [],
  summary: 'The ingredient catalogue by page, with the marks of the own unit',
  prefetch: async ({ session, deps }) => {
    const [head, own] = await Promise.all([readCatalogueHead(deps.db), listMarksByUnit(deps.db, session.vender)]);
    return { head, own };
  },
  handle: async ({ input: { pageNo, pageSize, ...filter }, deps, prefetched: { head, own } }) => {
    const page = await listIngredients(deps.db, { pageNo, pageSize }, filter, own, head);
    return { ...page, content: page.content.map((row) => toIngredientRecord(row, own.get(row.code))) };
  },
});

export const handler = serve(endpoint);
