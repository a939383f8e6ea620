import * as z from 'zod/mini';
import { itemFields, portion } from '../../lib/domain/menu/item-fields.ts';
import { groupNames } from '../../lib/domain/menu/menu-groups.ts';
import { about, id } from '../../lib/domain/values/fields.ts';
import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { setMenuItem } from '../../lib/store/menu/menu-item.ts';

export const { endpoint, handler } = defineEndpoint('setMenuDish', 'PUT /api/menu/dish', {
  permission: 'menu.edit',
  logged: { kind: '食谱', text: '设置食谱里的菜' },
  input: {
    ...itemFields,
    portion: about(
      'The multiple of the written dish that a person gets; absent: the present one, 1 for a new dish.',
      z.optional(portion()),
    ),
    groups: about(
      'Names of the groups that get it, `[]` for all; absent: the present ones, all for a new dish.',
      z.optional(groupNames()),
    ),
    before: about('The dish of the same meal before which it is served.', z.optional(id())),
  },
  isVersioned: true,
  reasons: ['menu_not_found', 'menu_pending'],
  summary:
    'Sets one dish of a meal of a menu. Concurrent changes of other dishes stay. A dish that the meal has gets the new ' +
    'portion; a new one is served last. With `groups` only these groups get it, as a substitute. With `before` it is served before another dish of the meal.',
  example: { id: '1000001', day: '3', meal: 'lunch', dish: '1000001', portion: '0.5', groups: '["轻体力"]' },
  handle: async ({ input: { id: menuId, before: beforeDishId, ...item }, caller, deps, isExpectedVersion }) => {
    const editOptions = { isExpectedVersion, now: deps.now() };
    const itemToSet = { ...item, beforeDishId };
    return new Answer({ version: await setMenuItem(deps.db, caller.vender, menuId, itemToSet, editOptions) });
  },
});
