import { foodFilter, IngredientRecord, toIngredientDetail } from '../../lib/domain/ingredient/food.ts';
import { paging } from '../../lib/domain/values/fields.ts';
import { makePageSchema } from '../../lib/domain/values/page.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { markKind, readValues } from '../../lib/store/ingredient/code-values.ts';
import { listFoods } from '../../lib/store/ingredient/food-list.ts';

export const { endpoint, handler } = defineEndpoint('listIngredients', 'GET /api/ingredient', {
  permission: ['ingredient.view', 'ingredient.edit', 'mark.edit', 'dish.view', 'dish.create', 'dish.edit'],
  input: { ...foodFilter, ...paging },
  output: makePageSchema(IngredientRecord),
  summary:
    'The foods of the own unit and then those of the catalogue by page, with their values per 100 g of the edible portion ' +
    'and the marks of the own unit. `own` says which foods are those of the unit.',
  example: { keyword: '花生', category: '坚果种子类', mark: '忌用', pageSize: '5', pageNo: '0' },
  handle: async ({ input: { pageNo, pageSize, ...filter }, caller, deps }) => {
    const marksReading = readValues(deps.db, caller.vender, markKind);
    const listing = listFoods(deps.db, caller.vender, { pageNo, pageSize }, { filter, marksPromise: marksReading });
    const [page, marks] = await Promise.all([listing, marksReading]);
    const content = page.content.map(({ food, isOwn }) => ({
      ...toIngredientDetail(food, { isOwn }),
      mark: marks.get(food.code) ?? null,
    }));
    return { ...page, content };
  },
});
