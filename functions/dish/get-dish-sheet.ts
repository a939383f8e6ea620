import * as z from 'zod/mini';
import { dishMarks, dishPolys, requireSearched, unitToSearch } from '../../lib/domain/dish.ts';
import { emptyOrChoice, integer, keyword } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { FileAnswer, XLSX } from '../../lib/http/file-answer.ts';
import { serve } from '../../lib/http/serve.ts';
import { MOST_WORKBOOK_DISHES, writeDishWorkbook } from '../../lib/sheets/dish-workbook.ts';
import { readDishesHead } from '../../lib/store/dish/dish.ts';
import { selectDishes } from '../../lib/store/dish/dish-selection.ts';
import { readCatalogueHead, readFoodNames } from '../../lib/store/ingredient/ingredient.ts';
import { demandAskedUnit } from '../../lib/store/unit/unit.ts';

export const endpoint = defineEndpoint({
  id: 'getDishSheet',
  route: 'GET /api/dish/sheet.xlsx',
  side: 'any',
  permission: ['dish.view', 'dish.create', 'dish.edit', 'dish.delete'],
  access: 'read',
  // More memory brings more processor time: writing two thousand dishes takes half a second of a full core.
  memory: 1024,
  input: z.object({
    vender: z.optional(integer(0, Number.MAX_SAFE_INTEGER)),
    keyword: keyword(),
    mark: emptyOrChoice(dishMarks),
    poly: emptyOrChoice(dishPolys),
    month: z.optional(integer(1, 12)),
  }),
  contentType: XLSX,
  reasons: ['foreign_unit', 'unit_not_found', 'too_many_matches', 'page_too_large'],
  summary: {
    zh: '菜品及其食材的工作簿，可修改后上传',
    en: 'A workbook of dishes and their ingredients, to be changed and uploaded',
  },
  prefetch: async ({ input: { vender }, session, deps }) => {
    const [head, catalogue] = await Promise.all([
      readDishesHead(deps.db, unitToSearch(session.vender, vender)),
      readCatalogueHead(deps.db),
      demandAskedUnit(deps.db, session.vender, vender),
    ]);
    return { head, catalogue };
  },
  handle: async ({ input: { vender, ...filter }, caller, deps, prefetched: { head, catalogue } }) => {
    const unit = requireSearched(caller, vender);
    const [dishes, foods] = await Promise.all([
      selectDishes(deps.db, unit, filter, MOST_WORKBOOK_DISHES, head),
      readFoodNames(deps.db, catalogue),
    ]);
    return new FileAnswer(XLSX, writeDishWorkbook(dishes.toReversed(), foods), { fileName: '菜品.xlsx' });
  },
});

export const handler = serve(endpoint);
