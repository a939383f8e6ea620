import * as z from 'zod/mini';
import { id } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { withdrawMenu } from '../../lib/store/menu/menu-transition.ts';

export const endpoint = defineEndpoint({
  id: 'withdrawMenu',
  route: 'POST /api/menu/withdraw',
  side: 'business',
  permission: 'menu.edit',
  access: 'write',
  input: z.object({ id: id() }),
  reasons: ['menu_not_found', 'menu_not_pending', 'quota_reached', 'changed_meanwhile'],
  summary: { zh: '撤回待审核的食谱：恢复为草稿', en: 'Withdraw a menu that waits for review: it is a draft again' },
  handle: ({ input, caller: { vender, uid }, deps }) =>
    withdrawMenu(deps.db, vender, input.id, { uid, now: deps.now() }),
});

export const handler = serve(endpoint);
