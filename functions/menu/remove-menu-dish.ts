import { itemFields } from '../../lib/domain/menu/item-fields.ts';
import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { removeMenuItem } from '../../lib/store/menu/menu-item.ts';

export const { endpoint, handler } = defineEndpoint('removeMenuDish', 'DELETE /api/menu/dish', {
  permission: 'menu.edit',
  logged: { kind: '食谱', text: '取消食谱里的菜' },
  input: itemFields,
  isVersioned: true,
  reasons: ['menu_not_found', 'menu_pending'],
  summary:
    'Removes one dish from a meal of a menu. Concurrent changes of other dishes stay. If the meal does not have the dish, ' +
    'nothing changes.',
  example: { id: '1000001', day: '1', meal: 'lunch', dish: '1000001' },
  handle: async ({ input: { id: menuId, ...item }, caller, deps, isExpectedVersion }) => {
    const editOptions = { isExpectedVersion, now: deps.now() };
    return new Answer({ version: await removeMenuItem(deps.db, caller.vender, menuId, item, editOptions) });
  },
});
