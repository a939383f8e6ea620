import { MAX_DISHES_AT_ONCE, mayChange } from '../../lib/domain/dish.ts';
import { about } from '../../lib/domain/values/fields.ts';
import { idList } from '../../lib/domain/values/list-fields.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { deleteDishes } from '../../lib/store/dish/dish-change.ts';

export const { endpoint, handler } = defineEndpoint('deleteDishes', 'DELETE /api/dish', {
  permission: 'dish.delete',
  logged: { kind: '菜品', text: '删除菜品' },
  input: { ids: about('Dishes of the own unit, for the platform of any.', idList(MAX_DISHES_AT_ONCE, 1)) },
  reasons: ['dish_not_found'],
  summary: 'Deletes dishes, all or none.',
  example: { ids: '1000003,1000004' },
  handle: async ({ input: { ids }, caller, deps, isTimeUp }) => {
    await deleteDishes(deps.db, ids, (unit) => mayChange(caller, unit), isTimeUp);
  },
});
