import { menuFields } from '../../lib/domain/menu/menu-fields.ts';
import { about, id } from '../../lib/domain/values/fields.ts';
import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { updateMenu } from '../../lib/store/menu/menu-change.ts';

export const { endpoint, handler } = defineEndpoint('updateMenu', 'POST /api/menu', {
  permission: 'menu.edit',
  logged: { kind: '食谱', text: '修改食谱' },
  input: { id: about('A menu of the own unit.', id()), ...menuFields },
  isVersioned: true,
  reasons: ['menu_not_found', 'menu_pending'],
  summary: 'Changes a menu of the own unit, which becomes a draft. Its live revision stays live.',
  example: {
    id: '1000001',
    name: '第一周（改）',
    start: '2026-09-07',
    days: '5',
    meals: 'breakfast,lunch',
    groups: '[{"level":"轻体力","people":320},{"level":"中体力","people":45,"factor":1.2,"meals":["lunch"]}]',
    standard: '1',
    items:
      '[{"day":1,"meal":"lunch","dish":1},{"day":1,"meal":"lunch","dish":1000001,"portion":1.5},{"day":2,"meal":"lunch","dish":1000002}]',
  },
  handle: async ({ input: { id: menuId, ...change }, caller, deps, isExpectedVersion }) => {
    const options = { isExpectedVersion, now: deps.now() };
    return new Answer({ version: await updateMenu(deps.db, caller.vender, menuId, change, options) });
  },
});
