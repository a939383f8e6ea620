import { requireVisible } from '../../lib/domain/dish.ts';
import { iconVersion } from '../../lib/domain/icon.ts';
import { about, id } from '../../lib/domain/values/fields.ts';
import { AppError } from '../../lib/errors.ts';
import { answerPicture } from '../../lib/http/file-answer.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { findDishAndIcon } from '../../lib/store/dish/dish.ts';
import { readPicture } from '../../lib/text/picture.ts';

export const { endpoint, handler } = defineEndpoint('getDishIcon', 'GET /api/dish/icon', {
  permission: ['dish.view', 'dish.create', 'dish.edit', 'dish.delete'],
  input: { id: about('A dish of the own unit or the library.', id()), v: iconVersion() },
  contentType: 'image/*',
  reasons: ['dish_not_found', 'thing_not_found'],
  summary: 'The picture of a dish: its bytes, with an `ETag`. A dish without one, or with the name of a file, is 404.',
  example: { id: '1000001' },
  handle: async ({ input: { id: dishId, v }, caller, deps }) => {
    const dishAndIcon = await findDishAndIcon(deps.db, dishId);
    if (!dishAndIcon) throw new AppError('dish_not_found');
    requireVisible(caller, dishAndIcon.dish.vender);
    return answerPicture(readPicture(dishAndIcon.icon), v);
  },
});
