import * as z from 'zod/mini';
import { EnumLists, enumLists } from '../../lib/domain/enum.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { listIngredientCategories, readCatalogueHead } from '../../lib/store/ingredient/ingredient.ts';

export const endpoint = defineEndpoint({
  id: 'getEnum',
  route: 'GET /api/basic/enum',
  side: 'any',
  permission: 'session',
  access: 'read',
  input: z.object({}),
  output: EnumLists,
  reasons: [],
  summary: { zh: '前端的各种选项列表', en: 'The lists that front ends choose from' },
  prefetch: ({ deps }) => readCatalogueHead(deps.db),
  handle: async ({ deps, prefetched }) => {
    const categories = await listIngredientCategories(deps.db, prefetched);
    return { ...enumLists, ingredientCategory: categories.map((name) => ({ key: name, value: name })) };
  },
});

export const handler = serve(endpoint);
