import * as z from 'zod/mini';
import { menuFields } from '../../lib/domain/menu/menu-fields.ts';
import { id } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { findOwnMenu } from '../../lib/store/menu/menu.ts';
import { readMenuGround, updateMenu } from '../../lib/store/menu/menu-change.ts';

export const endpoint = defineEndpoint({
  id: 'updateMenu',
  route: 'POST /api/menu',
  side: 'business',
  permission: 'menu.edit',
  access: 'write',
  input: z.object({ id: id(), ...menuFields }),
  isVersioned: true,
  reasons: ['menu_not_found', 'menu_pending', 'changed_meanwhile'],
  summary: { zh: '修改本单位的食谱', en: 'Change a menu of the own unit' },
  prefetch: async ({ input, session: { vender }, deps: { db } }) => {
    const [whole, ground] = await Promise.all([
      findOwnMenu(db, vender, input.id),
      readMenuGround(db, vender, input.items),
    ]);
    return { whole, ground };
  },
  handle: ({ input: { id: one, ...change }, caller, deps, prefetched: known, isMeant }) =>
    updateMenu(deps.db, caller.vender, one, change, { known, isMeant, now: deps.now() }),
});

export const handler = serve(endpoint);
