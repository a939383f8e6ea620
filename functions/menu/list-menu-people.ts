import * as z from 'zod/mini';
import { PeopleRecord } from '../../lib/domain/menu/day-people.ts';
import { requireMenuAccess } from '../../lib/domain/menu/menu.ts';
import { about, id } from '../../lib/domain/values/fields.ts';
import { locate } from '../../lib/domain/values/id.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { getWholeMenu } from '../../lib/store/menu/menu.ts';
import { readMenuPeople } from '../../lib/store/menu/menu-people.ts';

export const { endpoint, handler } = defineEndpoint('listMenuPeople', 'GET /api/menu/people', {
  permission: 'menu.view',
  input: { id: about('A menu of the own unit, for the platform of any.', id()) },
  output: z.array(PeopleRecord),
  reasons: ['menu_not_found'],
  summary:
    'The numbers of people that `POST /api/menu/people` has set for single days, where they differ from those of the groups.',
  example: { id: '1000006' },
  handle: async ({ input: { id: menuId }, caller, deps: { db } }) => {
    requireMenuAccess(caller, menuId);
    const [, entries] = await Promise.all([getWholeMenu(db, locate(menuId).unit, menuId), readMenuPeople(db, menuId)]);
    return entries.map(([date, group, people]) => ({ date, group, people }));
  },
});
