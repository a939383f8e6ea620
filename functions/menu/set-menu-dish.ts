import * as z from 'zod/mini';
import { itemFields, portion } from '../../lib/domain/menu/menu-fields.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { setMenuItem } from '../../lib/store/menu/menu-change.ts';

export const endpoint = defineEndpoint({
  id: 'setMenuDish',
  route: 'PUT /api/menu/dish',
  side: 'business',
  permission: 'menu.edit',
  access: 'write',
  input: z.object({ ...itemFields, portion: z.optional(portion()) }),
  reasons: ['menu_not_found', 'menu_pending', 'changed_meanwhile'],
  summary: {
    zh: '设置食谱中的一道菜，不影响食谱的其他改动',
    en: 'Set one dish of a menu, whatever else of it is being changed',
  },
  handle: ({ input: { id, ...item }, caller, deps }) => setMenuItem(deps.db, caller.vender, id, item, deps.now()),
});

export const handler = serve(endpoint);
