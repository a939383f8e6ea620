import { peopleFields } from '../../lib/domain/menu/day-people.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { setMenuPeople } from '../../lib/store/menu/menu-people.ts';

export const { endpoint, handler } = defineEndpoint('setMenuPeople', 'POST /api/menu/people', {
  permission: 'menu.edit',
  logged: { kind: '食谱', text: '设置食谱的用餐人数' },
  input: peopleFields,
  reasons: ['menu_not_found'],
  summary:
    'Sets how many people of a group eat on one day, in any state of the menu. Purchases, the kitchen and samples of that ' +
    'day count by it. The menu and its revisions keep the number of people of the group.',
  example: { id: '1000006', day: '1', group: '轻体力', people: '298' },
  handle: ({ input: { id: menuId, ...change }, caller, deps }) => setMenuPeople(deps.db, caller.vender, menuId, change),
});
