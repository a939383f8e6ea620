import * as z from 'zod/mini';
import { IngredientDetail, toIngredientDetail } from '../../lib/domain/ingredient/ingredient.ts';
import { codeList } from '../../lib/domain/values/fields.ts';
import { badField } from '../../lib/errors.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { findIngredients, readCatalogueHead } from '../../lib/store/ingredient/ingredient.ts';

const MOST_CODES = 200;

export const endpoint = defineEndpoint({
  id: 'selectIngredients',
  route: 'GET /api/ingredient/select',
  side: 'any',
  permission: ['ingredient.view', 'mark.edit', 'dish.view', 'dish.create', 'dish.edit'],
  access: 'read',
  input: z.object({ codes: codeList(MOST_CODES) }),
  output: z.array(IngredientDetail),
  reasons: ['ingredient_not_found'],
  summary: {
    zh: '食材及其每 100 g 可食部的营养素，按编码排序',
    en: 'Ingredients with their nutrients per 100 g edible portion, in the order of the codes',
  },
  prefetch: ({ deps }) => readCatalogueHead(deps.db),
  handle: async ({ input: { codes }, deps, prefetched }) => {
    const found = await findIngredients(deps.db, codes, prefetched);
    const unknown = codes.filter((code) => !found.has(code));
    if (unknown.length > 0) {
      throw badField('codes', { code: 'unknown', names: unknown.join(', ') }, 'ingredient_not_found');
    }
    return [...found.values()].map(toIngredientDetail);
  },
});

export const handler = serve(endpoint);
