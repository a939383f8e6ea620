import * as z from 'zod/mini';
import { IngredientRecord, ingredientFilter, toIngredientRecord } from '../../lib/domain/ingredient/ingredient.ts';
import type { Marks } from '../../lib/domain/ingredient/mark.ts';
import { paging } from '../../lib/domain/values/fields.ts';
import { pageOf } from '../../lib/domain/values/page.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { listIngredients } from '../../lib/store/ingredient/ingredient.ts';
import { listMarksByUnit } from '../../lib/store/ingredient/mark.ts';

const NONE: Marks = new Map();

export const endpoint = defineEndpoint({
  id: 'listIngredients',
  route: 'GET /api/ingredient',
  side: 'any',
  permission: ['ingredient.view', 'mark.edit', 'dish.view', 'dish.create', 'dish.edit'],
  access: 'read',
  input: z.object({ ...ingredientFilter, ...paging }),
  output: pageOf(IngredientRecord),
  reasons: [],
  summary: 'The catalogue of ingredients by page, with the marks of the own unit.',
  examples: [{ keyword: '花生', category: '坚果种子类', mark: '忌用', pageSize: '5', pageNo: '0' }],
  handle: async ({ input: { pageNo, pageSize, ...filter }, caller, deps }) => {
    const reading = listMarksByUnit(deps.db, caller.vender);
    // Only a search by mark must wait for the marks.
    const searched = filter.mark === undefined ? NONE : await reading;
    const listing = listIngredients(deps.db, { pageNo, pageSize }, filter, searched);
    const [page, own] = await Promise.all([listing, reading]);
    return { ...page, content: page.content.map((row) => toIngredientRecord(row, own.get(row.code))) };
  },
});

export const handler = serve(endpoint);
