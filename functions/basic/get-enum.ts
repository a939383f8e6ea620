import * as z from 'zod/mini';
import { EnumLists, enumLists } from '../../lib/domain/enum.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { listIngredientCategories } from '../../lib/store/ingredient/ingredient.ts';

export const endpoint = defineEndpoint({
  id: 'getEnum',
  route: 'GET /api/basic/enum',
  side: 'any',
  permission: 'session',
  access: 'read',
  input: z.object({}),
  output: EnumLists,
  reasons: [],
  summary: 'Lists that front ends choose from. Of each entry `key` is what other calls take.',
  examples: [{}],
  handle: async ({ deps }) => {
    const categories = await listIngredientCategories(deps.db);
    return { ...enumLists, ingredientCategory: categories.map((name) => ({ key: name, value: name })) };
  },
});

export const handler = serve(endpoint);
