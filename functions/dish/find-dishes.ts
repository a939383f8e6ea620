import * as z from 'zod/mini';
import { chooseSearchedUnit, DishRecord, dishFilter, requireVisible, toDishRecord } from '../../lib/domain/dish.ts';
import { about, code, iconsParameter, id, paging, unitParameter } from '../../lib/domain/values/fields.ts';
import { makePageSchema } from '../../lib/domain/values/page.ts';
import { AppError } from '../../lib/errors.ts';
import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { findDishAndIcon, listDishes } from '../../lib/store/dish/dish.ts';
import { requireRequestedUnit } from '../../lib/store/unit/unit.ts';

export const { endpoint, handler } = defineEndpoint('findDishes', 'GET /api/dish', {
  permission: ['dish.view', 'dish.create', 'dish.edit', 'dish.delete'],
  input: {
    id: about('The one dish to read. The filters are then ignored.', z.optional(id())),
    vender: unitParameter(),
    ...dishFilter(),
    ingredient: about('Only dishes with the ingredient of this code.', z.optional(code())),
    icons: iconsParameter(),
    ...paging,
  },
  output: makePageSchema(DishRecord),
  bareOutput: DishRecord,
  isVersioned: true,
  reasons: ['dish_not_found', 'foreign_unit', 'unit_not_found', 'page_too_large'],
  summary:
    'Dishes of the own unit or the library by page, newest first; with `id`, that dish without an envelope. ' +
    'Its `ETag` is for `If-Match` of `POST /api/dish`.',
  example: [
    {
      vender: '1',
      keyword: '番茄',
      mark: '半荤',
      poly: '炒',
      month: '7',
      ingredient: '043119',
      icons: 'false',
      pageSize: '2',
      pageNo: '0',
    },
    { id: '1000001' },
  ],
  handle: async ({ input, caller, deps }) => {
    const { id: dishId, vender, pageNo, pageSize, icons: withIcons, ...filter } = input;
    if (dishId !== undefined) {
      const dishAndIcon = await findDishAndIcon(deps.db, dishId, { withIcon: withIcons });
      if (!dishAndIcon) throw new AppError('dish_not_found');
      const { dish, icon } = dishAndIcon;
      requireVisible(caller, dish.vender);
      return new Answer({ body: toDishRecord(dish, { icon, withIcons }), isBare: true, version: dish.version });
    }
    const unit = chooseSearchedUnit(caller, vender);
    const [page] = await Promise.all([
      listDishes(deps.db, unit, { pageNo, pageSize }, { filter, withIcons }),
      requireRequestedUnit(deps.db, caller.vender, vender),
    ]);
    return { ...page, content: page.content.map(({ dish, icon }) => toDishRecord(dish, { icon, withIcons })) };
  },
});
