import { foodFilter } from '../../lib/domain/ingredient/food.ts';
import { defineEndpoint, FileAnswer, XLSX } from '../../lib/http/serve.ts';
import { priceSheetForm, writeValueTemplate } from '../../lib/sheets/value-sheets.ts';
import { markKind, priceKind, readValues } from '../../lib/store/ingredient/code-values.ts';
import { listMarkableFoods } from '../../lib/store/ingredient/food-list.ts';

export const { endpoint, handler } = defineEndpoint('getPriceTemplate', 'GET /api/ingredient/price/template', {
  callers: 'business',
  permission: 'price.view',
  input: foodFilter,
  contentType: XLSX,
  reasons: ['too_many_matches'],
  summary:
    "A workbook of the catalogue with the unit's own prices, to be filled in and uploaded. An upload without changes " +
    'changes nothing. The workbook has at most 20,000 rows; use the filters if there are more.',
  example: { keyword: '米', category: '谷类及制品', mark: '常用' },
  handle: async ({ input, caller, deps }) => {
    const [prices, marks] = await Promise.all([
      readValues(deps.db, caller.vender, priceKind),
      // Only a search by mark needs the marks.
      input.mark === undefined ? new Map() : readValues(deps.db, caller.vender, markKind),
    ]);
    const foods = await listMarkableFoods(deps.db, caller.vender, input, { marks, valuedCodes: prices.keys() });
    return new FileAnswer(XLSX, writeValueTemplate(priceSheetForm, foods, prices), { fileName: '食材价格.xlsx' });
  },
});
