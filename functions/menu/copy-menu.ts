import * as z from 'zod/mini';
import { id } from '../../lib/domain/fields.ts';
import { menuFields } from '../../lib/domain/menu-fields.ts';
import { AppError } from '../../lib/errors.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { Created } from '../../lib/http/reply.ts';
import { serve } from '../../lib/http/serve.ts';
import { findOwnMenu, readMenusHead } from '../../lib/store/menu.ts';
import { copyMenu } from '../../lib/store/menu-change.ts';

export const endpoint = defineEndpoint({
  id: 'copyMenu',
  route: 'PUT /api/menu/copy',
  side: 'business',
  permission: 'menu.create',
  access: 'write',
  creates: true,
  input: z.object({ id: id(), start: menuFields.start, name: menuFields.name }),
  reasons: ['menu_not_found', 'quota_reached', 'unit_not_found', 'changed_meanwhile'],
  summary: 'Copy a menu of the own unit, as for another week',
  prefetch: async ({ input, session: { vender }, deps: { db } }) => {
    const [whole, head] = await Promise.all([findOwnMenu(db, vender, input.id), readMenusHead(db, vender)]);
    return { whole, head };
  },
  handle: async ({ input: { id: _, ...change }, caller, deps, prefetched: { whole, head } }) => {
    if (!whole) throw new AppError('menu_not_found');
    const copied = await copyMenu(deps.db, caller.vender, whole, { change, head, now: deps.now() });
    return Created.of([copied], '/api/menu?id=');
  },
});

export const handler = serve(endpoint);
