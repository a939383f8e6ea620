import * as z from 'zod/mini';
import { demandMenuOf } from '../../lib/domain/menu/menu.ts';
import { purchase } from '../../lib/domain/purchase/purchase.ts';
import { purchaseFields } from '../../lib/domain/purchase/request.ts';
import { Purchase } from '../../lib/domain/purchase/shape.ts';
import { locate } from '../../lib/domain/values/id.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { gatherShown, readShownGround } from '../../lib/store/menu/shown-menu.ts';

export const endpoint = defineEndpoint({
  id: 'getPurchase',
  route: 'GET /api/menu/purchase',
  side: 'any',
  permission: 'menu.view',
  access: 'read',
  input: z.object(purchaseFields),
  output: Purchase,
  reasons: ['menu_not_found', 'revision_not_found', 'unit_not_found', 'menu_too_large', 'page_too_large'],
  summary: { zh: '一份食谱要采购什么，按日和合计', en: 'What is to be bought for a menu, by day and in all' },
  prefetch: ({ input, deps }) => readShownGround(deps.db, input),
  handle: async ({ input, caller, deps, prefetched: ground }) => {
    demandMenuOf(caller, locate(input.id).unit);
    return purchase(await gatherShown(deps.db, input, ground), input);
  },
});

export const handler = serve(endpoint);
