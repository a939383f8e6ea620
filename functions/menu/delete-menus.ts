import { about } from '../../lib/domain/values/fields.ts';
import { idList } from '../../lib/domain/values/list-fields.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { deleteMenus, MAX_MENUS_AT_ONCE } from '../../lib/store/menu/menu-removal.ts';

export const { endpoint, handler } = defineEndpoint('deleteMenus', 'DELETE /api/menu', {
  permission: 'menu.delete',
  logged: { kind: '食谱', text: '删除食谱' },
  input: { ids: about('Menus of the own unit.', idList(MAX_MENUS_AT_ONCE, 1)) },
  reasons: ['menu_not_found', 'menu_pending', 'menu_published'],
  summary: 'Deletes menus of the own unit, all or none. One that waits for review or is live cannot be deleted.',
  example: { ids: '1000002' },
  handle: ({ input, caller, deps, isTimeUp }) => deleteMenus(deps.db, caller.vender, input.ids, isTimeUp),
});
