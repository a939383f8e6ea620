import * as z from 'zod/mini';
import { demandMenuOf, MenuRecord, menuUnit, toMenuRecord } from '../../lib/domain/menu/menu.ts';
import { menuSearch } from '../../lib/domain/menu/menu-fields.ts';
import { id, integer } from '../../lib/domain/values/fields.ts';
import { locate } from '../../lib/domain/values/id.ts';
import { pageOf } from '../../lib/domain/values/page.ts';
import { AppError } from '../../lib/errors.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { Versioned } from '../../lib/http/reply.ts';
import { serve } from '../../lib/http/serve.ts';
import { listMenus, readMenusHead } from '../../lib/store/menu/menu.ts';
import { demandRevision, findMenuAsOf } from '../../lib/store/menu/menu-revision.ts';
import { demandAskedUnit } from '../../lib/store/unit/unit.ts';

export const endpoint = defineEndpoint({
  id: 'findMenus',
  route: 'GET /api/menu',
  side: 'any',
  permission: 'menu.view',
  access: 'read',
  input: z.object({
    id: z.optional(id()),
    revision: z.optional(integer(1, Number.MAX_SAFE_INTEGER)),
    ...menuSearch,
  }),
  output: z.union([MenuRecord, pageOf(MenuRecord)]),
  isVersioned: true,
  reasons: ['menu_not_found', 'revision_not_found', 'foreign_unit', 'unit_not_found', 'page_too_large'],
  summary: {
    zh: '带 id：该食谱。不带 id：本单位的食谱，最新的在前，分页',
    en: 'With id: that menu. Without: menus of the own unit, newest first, by page',
  },
  prefetch: async ({ input: { id: one, revision, vender }, session, deps }) => {
    if (one !== undefined) return { head: undefined, found: await findMenuAsOf(deps.db, one, revision) };
    const head = readMenusHead(deps.db, vender ?? session.vender);
    await Promise.all([head, demandAskedUnit(deps.db, session.vender, vender)]);
    return { head: await head, found: undefined };
  },
  handle: async ({ input, caller, deps, prefetched: { head, found } }) => {
    const { id: one, revision, vender, pageNo, pageSize, ...filter } = input;
    if (one !== undefined) {
      demandMenuOf(caller, locate(one).unit);
      if (!found) throw new AppError('menu_not_found');
      return new Versioned(toMenuRecord(demandRevision(found, revision)), found.menu.version);
    }
    const page = await listMenus(deps.db, menuUnit(caller, vender), { pageNo, pageSize }, filter, head);
    return { ...page, content: page.content.map(toMenuRecord) };
  },
});

export const handler = serve(endpoint);
