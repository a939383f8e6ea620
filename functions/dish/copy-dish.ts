import { chooseTargetUnits, requireVisible, targetUnitsField, toDishContent } from '../../lib/domain/dish.ts';
import { about, id } from '../../lib/domain/values/fields.ts';
import { AppError } from '../../lib/errors.ts';
import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { findDish, readDishIcon } from '../../lib/store/dish/dish.ts';
import { placeDish } from '../../lib/store/dish/dish-placement.ts';

export const { endpoint, handler } = defineEndpoint('copyDish', 'PUT /api/dish/copy', {
  permission: 'dish.create',
  logged: { kind: '菜品', text: '复制菜品' },
  answersNewIds: true,
  isVersioned: true,
  input: {
    id: about('The dish to copy: one of the own unit or the library, for the platform any.', id()),
    vendors: targetUnitsField(),
  },
  reasons: ['dish_not_found', 'unknown_unit', 'foreign_unit', 'quota_reached', 'too_many_dishes'],
  summary:
    'Copies a dish into units, by default into the own one. Each copy is independent and has an id of its ' +
    'own; nothing is overwritten.',
  example: { id: '1', vendors: '1' },
  handle: async ({ input, caller, deps, isTimeUp }) => {
    const original = await findDish(deps.db, input.id);
    if (!original) throw new AppError('dish_not_found');
    requireVisible(caller, original.vender);
    const units = chooseTargetUnits(caller, input.vendors);
    const content = { ...toDishContent(original), modify: deps.now() };
    const placement = { content, icon: () => readDishIcon(deps.db, original), units };
    return Answer.created(await placeDish(deps.db, placement, isTimeUp), '/api/dish?id=');
  },
});
