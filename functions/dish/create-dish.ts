import { chooseTargetUnits, dishFields, newDishContent, targetUnitsField } from '../../lib/domain/dish.ts';
import { required } from '../../lib/domain/values/fields.ts';
import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { placeDish } from '../../lib/store/dish/dish-placement.ts';

export const { endpoint, handler } = defineEndpoint('createDish', 'PUT /api/dish', {
  permission: 'dish.create',
  logged: { kind: '菜品', text: '新建菜品' },
  answersNewIds: true,
  isVersioned: true,
  input: {
    ...dishFields,
    name: required(dishFields.name),
    mark: required(dishFields.mark),
    vendors: targetUnitsField(),
  },
  reasons: ['unknown_unit', 'foreign_unit', 'quota_reached', 'too_many_dishes', 'payload_too_large'],
  summary:
    "Creates a dish in each of the named units, by default in the caller's own unit. Of up to 16 units all get " +
    'it or none; of more, the rest may follow within the hour.',
  example: {
    name: '番茄炒蛋',
    vendors: '1',
    icon: 'tomato.png',
    month: '5,6,7,8,9',
    meals: 'lunch,dinner',
    mark: '半荤',
    poly: '炒',
    ingredient:
      '[{"key":"043119","value":120,"isMain":true},{"key":"111101x","value":60,"isMain":true},{"key":"192004","value":8}]',
  },
  handle: async ({ input: { vendors, ...facts }, caller, deps, isTimeUp }) => {
    const units = chooseTargetUnits(caller, vendors);
    const { content, iconData } = newDishContent(facts, deps.now());
    return Answer.created(await placeDish(deps.db, { content, icon: iconData, units }, isTimeUp), '/api/dish?id=');
  },
});
