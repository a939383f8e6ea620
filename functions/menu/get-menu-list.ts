import { chooseMenuUnit } from '../../lib/domain/menu/menu.ts';
import { menuSearch } from '../../lib/domain/menu/menu-fields.ts';
import { defineEndpoint, FileAnswer, XLSX } from '../../lib/http/serve.ts';
import { writeMenuList } from '../../lib/sheets/menu-list.ts';
import { listMenus } from '../../lib/store/menu/menu.ts';
import { requireRequestedUnit } from '../../lib/store/unit/unit.ts';

export const { endpoint, handler } = defineEndpoint('getMenuList', 'GET /api/menu/list.xlsx', {
  permission: 'menu.view',
  input: menuSearch,
  reasons: ['foreign_unit', 'unit_not_found', 'page_too_large'],
  summary: 'A page of menus as a workbook, with all their dishes. It is for reading only: menus cannot be uploaded.',
  example: {
    vender: '1',
    keyword: '第一周',
    from: '2026-09-07',
    to: '2026-09-13',
    state: '草稿',
    pageSize: '100',
    pageNo: '0',
  },
  handle: async ({ input: { vender, pageNo, pageSize, ...filter }, caller, deps }) => {
    const [page] = await Promise.all([
      listMenus(deps.db, chooseMenuUnit(caller, vender), { pageNo, pageSize }, filter),
      requireRequestedUnit(deps.db, caller.vender, vender),
    ]);
    return new FileAnswer(XLSX, writeMenuList(page.content), { fileName: '食谱.xlsx' });
  },
});
