import * as z from 'zod/mini';
import { chooseMenuUnit, requireMenuAccess } from '../../lib/domain/menu/menu.ts';
import { menuSearch } from '../../lib/domain/menu/menu-fields.ts';
import { MenuRecord, toMenuRecord } from '../../lib/domain/menu/menu-record.ts';
import { about, id } from '../../lib/domain/values/fields.ts';
import { makePageSchema } from '../../lib/domain/values/page.ts';
import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { listMenus } from '../../lib/store/menu/menu.ts';
import { getMenuAtRevision } from '../../lib/store/menu/menu-revision.ts';
import { requireRequestedUnit } from '../../lib/store/unit/unit.ts';

export const { endpoint, handler } = defineEndpoint('findMenus', 'GET /api/menu', {
  permission: 'menu.view',
  input: {
    id: about('The one menu to read. All other parameters but `revision` are then ignored.', z.optional(id())),
    revision: about('With `id`: the number of a submission, from 1; absent: the present content.', z.optional(id())),
    ...menuSearch,
  },
  output: z.union([MenuRecord, makePageSchema(MenuRecord)]),
  isVersioned: true,
  isConditional: true,
  reasons: ['menu_not_found', 'revision_not_found', 'foreign_unit', 'unit_not_found', 'page_too_large'],
  summary:
    "Menus of a unit by page, newest first; with `id`, that menu with its reviewer's comments on parts of it. Its `ETag` is " +
    'for `If-Match` of `POST /api/menu`.',
  example: [
    { vender: '1', keyword: '周', from: '2026-09-07', to: '2026-09-13', state: '草稿', pageSize: '2', pageNo: '0' },
    { id: '1000006', revision: '1' },
  ],
  handle: async ({ input, caller, deps }) => {
    const { id: menuId, revision, vender, pageNo, pageSize, ...filter } = input;
    if (menuId !== undefined) {
      requireMenuAccess(caller, menuId);
      const wholeMenu = await getMenuAtRevision(deps.db, menuId, revision);
      const { comments, version } = wholeMenu.menu;
      return new Answer({ body: { ...toMenuRecord(wholeMenu), comments }, version });
    }
    const [page] = await Promise.all([
      listMenus(deps.db, chooseMenuUnit(caller, vender), { pageNo, pageSize }, filter),
      requireRequestedUnit(deps.db, caller.vender, vender),
    ]);
    return { ...page, content: page.content.map(toMenuRecord) };
  },
});
