import * as z from 'zod/mini';
import { menuFields } from '../../lib/domain/menu/menu-fields.ts';
import { about, id } from '../../lib/domain/values/fields.ts';
import { locate } from '../../lib/domain/values/id.ts';
import { AppError } from '../../lib/errors.ts';
import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { copyMenu } from '../../lib/store/menu/menu-change.ts';
import { getMenuAtRevision } from '../../lib/store/menu/menu-revision.ts';

export const { endpoint, handler } = defineEndpoint('copyMenu', 'PUT /api/menu/copy', {
  permission: 'menu.create',
  logged: { kind: '食谱', text: '复制食谱' },
  answersNewIds: true,
  isVersioned: true,
  input: {
    id: about('A menu of the own unit.', id()),
    revision: about('The number of the submission to copy, from 1; absent: the present content.', z.optional(id())),
    start: menuFields.start,
    name: menuFields.name,
  },
  reasons: ['menu_not_found', 'revision_not_found', 'quota_reached', 'unit_not_found'],
  summary: 'Copies a menu of the own unit, as for another week. The copy is a draft.',
  example: { id: '1000001', start: '2026-09-14', name: '第二周' },
  handle: async ({ input: { id: menuId, revision, ...change }, caller, deps }) => {
    if (locate(menuId).unit !== caller.vender) throw new AppError('menu_not_found');
    const original = await getMenuAtRevision(deps.db, menuId, revision);
    const copyId = await copyMenu(deps.db, caller.vender, original, { ...change, now: deps.now() });
    return Answer.created([copyId], '/api/menu?id=');
  },
});
