import * as z from 'zod/mini';
import { namedCode, requireCode } from '../../lib/domain/ingredient/named-code.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { readCatalogueHead } from '../../lib/store/ingredient/ingredient.ts';
import { changePrices } from '../../lib/store/ingredient/price.ts';

export const endpoint = defineEndpoint({
  id: 'removePrice',
  route: 'DELETE /api/ingredient/price',
  side: 'business',
  permission: 'price.edit',
  access: 'write',
  input: z.object(namedCode),
  reasons: ['unit_not_found', 'changed_meanwhile'],
  summary: { zh: '取消一种食材的采购价', en: 'Remove the price of an ingredient' },
  prefetch: ({ deps }) => readCatalogueHead(deps.db),
  handle: async ({ input, caller, deps, prefetched: catalogue }) => {
    await changePrices(deps.db, caller.vender, new Map([[requireCode(input), undefined]]), { catalogue });
  },
});

export const handler = serve(endpoint);
