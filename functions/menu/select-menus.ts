import * as z from 'zod/mini';
import { MenuChoice } from '../../lib/domain/menu/menu-record.ts';
import { keyword } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { selectMenus } from '../../lib/store/menu/menu.ts';

export const { endpoint, handler } = defineEndpoint('selectMenus', 'GET /api/menu/select', {
  callers: 'business',
  permission: 'menu.view',
  input: { keyword: keyword() },
  output: z.array(MenuChoice),
  reasons: ['too_many_matches'],
  summary: 'Menus of the own unit to choose from, newest first and without pages.',
  example: { keyword: '周' },
  handle: ({ input, caller, deps }) => selectMenus(deps.db, caller.vender, input.keyword),
});
