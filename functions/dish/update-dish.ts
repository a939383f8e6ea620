import * as z from 'zod/mini';
import { chooseTargetUnits, dishFields, MAX_DISHES_AT_ONCE, requireChangeable } from '../../lib/domain/dish.ts';
import { about, id } from '../../lib/domain/values/fields.ts';
import { locate } from '../../lib/domain/values/id.ts';
import { idList } from '../../lib/domain/values/list-fields.ts';
import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { updateDish } from '../../lib/store/dish/dish-change.ts';

export const { endpoint, handler } = defineEndpoint('updateDish', 'POST /api/dish', {
  permission: 'dish.edit',
  logged: { kind: '菜品', text: '修改菜品' },
  answersNewIds: true,
  input: {
    id: about('A dish of the own unit, for the platform of any.', id()),
    ...dishFields,
    vendors: about('Units that shall have it; absent: it stays where it is.', z.optional(idList(MAX_DISHES_AT_ONCE))),
  },
  isVersioned: true,
  reasons: ['dish_not_found', 'unknown_unit', 'foreign_unit', 'quota_reached', 'too_many_dishes', 'payload_too_large'],
  summary:
    'Changes a dish, and gives it to the units `vendors`. If its own unit is among them, it stays there; otherwise it moves ' +
    'to the first of them, with a new id. The others get copies.',
  example: {
    id: '1000002',
    name: '清炒西红柿',
    vendors: '1',
    icon: 'tomato.png',
    month: '',
    meals: '',
    mark: '素菜',
    poly: '炒',
    ingredient: '[{"key":"043119","value":150,"isMain":true},{"key":"192004","value":6}]',
  },
  handle: async ({ input: { id: dishId, vendors, ...change }, caller, deps, isTimeUp, isExpectedVersion }) => {
    requireChangeable(caller, locate(dishId).unit);
    const units = vendors === undefined || vendors.length === 0 ? undefined : chooseTargetUnits(caller, vendors);
    const options = { units, isExpectedVersion, now: deps.now(), isTimeUp };
    const { placedIds, version } = await updateDish(deps.db, dishId, change, options);
    return Answer.created(placedIds, '/api/dish?id=', { version });
  },
});
