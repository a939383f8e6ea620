import * as z from 'zod/mini';
import { idList } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { deleteMenus, MOST_MENUS_AT_ONCE } from '../../lib/store/menu/menu-removal.ts';

export const endpoint = defineEndpoint({
  id: 'deleteMenus',
  route: 'DELETE /api/menu',
  side: 'business',
  permission: 'menu.delete',
  access: 'write',
  input: z.object({ ids: idList(MOST_MENUS_AT_ONCE, 1) }),
  reasons: ['menu_not_found', 'menu_pending', 'menu_published', 'changed_meanwhile'],
  summary: { zh: '删除本单位的食谱：要么全部删除，要么一份也不删', en: 'Delete menus of the own unit, all or none' },
  handle: ({ input, caller, deps, isTimeUp }) => deleteMenus(deps.db, caller.vender, input.ids, isTimeUp),
});

export const handler = serve(endpoint);
