import * as z from 'zod/mini';
import { menuFields } from '../../lib/domain/menu/menu-fields.ts';
import { id, integer } from '../../lib/domain/values/fields.ts';
import { AppError } from '../../lib/errors.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { Created } from '../../lib/http/reply.ts';
import { serve } from '../../lib/http/serve.ts';
import { readMenusHead } from '../../lib/store/menu/menu.ts';
import { copyMenu } from '../../lib/store/menu/menu-change.ts';
import { demandRevision, findMenuAsOf } from '../../lib/store/menu/menu-revision.ts';

export const endpoint = defineEndpoint({
  id: 'copyMenu',
  route: 'PUT /api/menu/copy',
  side: 'business',
  permission: 'menu.create',
  access: 'write',
  creates: true,
  input: z.object({
    id: id(),
    revision: z.optional(integer(1, Number.MAX_SAFE_INTEGER)),
    start: menuFields.start,
    name: menuFields.name,
  }),
  reasons: ['menu_not_found', 'revision_not_found', 'quota_reached', 'unit_not_found', 'changed_meanwhile'],
  summary: { zh: '复制本单位的食谱，例如用于另一周', en: 'Copy a menu of the own unit, as for another week' },
  prefetch: async ({ input, session: { vender }, deps: { db } }) => {
    const { id: one, revision } = input;
    const [found, head] = await Promise.all([findMenuAsOf(db, one, revision), readMenusHead(db, vender)]);
    return { found, head };
  },
  handle: async ({ input: { id: _, revision, ...change }, caller, deps, prefetched: { found, head } }) => {
    if (found?.menu.vender !== caller.vender) throw new AppError('menu_not_found');
    const copied = await copyMenu(deps.db, caller.vender, demandRevision(found, revision), {
      change,
      head,
      now: deps.now(),
    });
    return Created.of([copied], '/api/menu?id=');
  },
});

export const handler = serve(endpoint);
