import * as z from 'zod/mini';
import { menuFields } from '../../lib/domain/menu/menu-fields.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { Created } from '../../lib/http/reply.ts';
import { serve } from '../../lib/http/serve.ts';
import { readMenusHead } from '../../lib/store/menu/menu.ts';
import { createMenu, readMenuGround } from '../../lib/store/menu/menu-change.ts';

export const endpoint = defineEndpoint({
  id: 'createMenu',
  route: 'PUT /api/menu',
  side: 'business',
  permission: 'menu.create',
  access: 'write',
  creates: true,
  input: z.object({
    ...menuFields,
    name: menuFields.name.def.innerType,
    start: menuFields.start.def.innerType,
    groups: menuFields.groups.def.innerType,
  }),
  reasons: ['quota_reached', 'unit_not_found', 'changed_meanwhile'],
  summary: { zh: '在本单位新建食谱', en: 'Create a menu in the own unit' },
  prefetch: async ({ input, session: { vender }, deps: { db } }) => {
    const [ground, head] = await Promise.all([readMenuGround(db, vender, input.items), readMenusHead(db, vender)]);
    return { ground, head };
  },
  handle: async ({ input, caller, deps, prefetched }) => {
    const id = await createMenu(deps.db, caller.vender, input, { ...prefetched, now: deps.now() });
    return Created.of([id], '/api/menu?id=');
  },
});

export const handler = serve(endpoint);
