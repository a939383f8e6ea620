import * as z from 'zod/mini';
import { MenuChoice } from '../../lib/domain/menu/menu.ts';
import { keyword } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { readMenusHead, selectMenus } from '../../lib/store/menu/menu.ts';

export const endpoint = defineEndpoint({
  id: 'selectMenus',
  route: 'GET /api/menu/select',
  side: 'business',
  permission: 'menu.view',
  access: 'read',
  input: z.object({ keyword: keyword() }),
  output: z.array(MenuChoice),
  reasons: ['too_many_matches'],
  summary: { zh: '供选择的食谱：本单位的，最新的在前', en: 'Menus of the own unit to choose from, newest first' },
  prefetch: ({ session, deps }) => readMenusHead(deps.db, session.vender),
  handle: ({ input, caller, deps, prefetched }) => selectMenus(deps.db, caller.vender, input.keyword, prefetched),
});

export const handler = serve(endpoint);
