import * as z from 'zod/mini';
import { chooseSearchedUnit, dishFilter } from '../../lib/domain/dish.ts';
import { about, boolean, unitParameter } from '../../lib/domain/values/fields.ts';
import { defineEndpoint, FileAnswer, XLSX } from '../../lib/http/serve.ts';
import { MAX_WORKBOOK_DISHES, writeDishWorkbook } from '../../lib/sheets/dish-workbook.ts';
import { selectDishes } from '../../lib/store/dish/dish-selection.ts';
import { readFoodNames } from '../../lib/store/ingredient/food-list.ts';
import { requireRequestedUnit } from '../../lib/store/unit/unit.ts';

export const { endpoint, handler } = defineEndpoint('getDishSheet', 'GET /api/dish/sheet.xlsx', {
  permission: ['dish.view', 'dish.create', 'dish.edit', 'dish.delete'],
  // More memory brings more processor time: writing two thousand dishes takes half a second of a full core.
  memoryMegabytes: 1024,
  input: {
    vender: unitParameter(),
    ...dishFilter(),
    template: about('`true`: an empty one, to be filled in.', z._default(boolean(), false)),
  },
  reasons: ['foreign_unit', 'unit_not_found', 'too_many_matches', 'page_too_large'],
  summary:
    'A workbook of dishes and their ingredients, to be changed and uploaded. It has at most 2,000 dishes and ' +
    'no icons; the filters make it less.',
  example: { vender: '1', keyword: '番茄', mark: '半荤', poly: '炒', month: '7', template: 'false' },
  handle: async ({ input: { vender, template: isTemplate, ...filter }, caller, deps }) => {
    const unit = chooseSearchedUnit(caller, vender);
    if (isTemplate) return new FileAnswer(XLSX, writeDishWorkbook([], new Map()), { fileName: '菜品模板.xlsx' });
    const [dishes, foodNamesByCode] = await Promise.all([
      selectDishes(deps.db, unit, filter, MAX_WORKBOOK_DISHES),
      readFoodNames(deps.db, unit),
      requireRequestedUnit(deps.db, caller.vender, vender),
    ]);
    // `selectDishes` gives the newest first; a workbook has the oldest first.
    return new FileAnswer(XLSX, writeDishWorkbook(dishes.toReversed(), foodNamesByCode), { fileName: '菜品.xlsx' });
  },
});
