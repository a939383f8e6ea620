import * as z from 'zod/mini';
import { id } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { findOwnMenu } from '../../lib/store/menu/menu.ts';
import { discardChanges } from '../../lib/store/menu/menu-transition.ts';

export const endpoint = defineEndpoint({
  id: 'discardMenu',
  route: 'POST /api/menu/discard',
  side: 'business',
  permission: 'menu.edit',
  access: 'write',
  input: z.object({ id: id() }),
  reasons: ['menu_not_found', 'menu_pending', 'menu_published', 'menu_not_live', 'changed_meanwhile'],
  summary: {
    zh: '放弃后来的修改：食谱恢复为已生效的内容',
    en: 'Discard what was changed since: the menu says again what is live of it',
  },
  prefetch: ({ input, session, deps }) => findOwnMenu(deps.db, session.vender, input.id),
  handle: ({ input, caller, deps, prefetched: known }) =>
    discardChanges(deps.db, caller.vender, input.id, { now: deps.now(), known }),
});

export const handler = serve(endpoint);
