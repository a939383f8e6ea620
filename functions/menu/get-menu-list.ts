import * as z from 'zod/mini';
import { menuUnit } from '../../lib/domain/menu/menu.ts';
import { menuSearch } from '../../lib/domain/menu/menu-fields.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { FileAnswer, XLSX } from '../../lib/http/file-answer.ts';
import { serve } from '../../lib/http/serve.ts';
import { writeMenuList } from '../../lib/sheets/menu-list.ts';
import { listMenus, readMenusHead } from '../../lib/store/menu/menu.ts';
import { demandAskedUnit } from '../../lib/store/unit/unit.ts';

export const endpoint = defineEndpoint({
  id: 'getMenuList',
  route: 'GET /api/menu/list.xlsx',
  side: 'any',
  permission: 'menu.view',
  access: 'read',
  input: z.object(menuSearch),
  contentType: XLSX,
  reasons: ['foreign_unit', 'unit_not_found', 'page_too_large'],
  summary: { zh: '一页食谱的工作簿，含全部菜品', en: 'A page of menus as a workbook, with all their dishes' },
  prefetch: async ({ input: { vender }, session, deps }) => {
    const head = readMenusHead(deps.db, vender ?? session.vender);
    await Promise.all([head, demandAskedUnit(deps.db, session.vender, vender)]);
    return head;
  },
  handle: async ({ input: { vender, pageNo, pageSize, ...filter }, caller, deps, prefetched: head }) => {
    const page = await listMenus(deps.db, menuUnit(caller, vender), { pageNo, pageSize }, filter, head);
    return new FileAnswer(XLSX, writeMenuList(page.content), { fileName: '食谱.xlsx' });
  },
});

export const handler = serve(endpoint);
