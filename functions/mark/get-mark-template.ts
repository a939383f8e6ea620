import { foodFilter } from '../../lib/domain/ingredient/food.ts';
import { defineEndpoint, FileAnswer, XLSX } from '../../lib/http/serve.ts';
import { markSheetForm, writeValueTemplate } from '../../lib/sheets/value-sheets.ts';
import { markKind, readValues } from '../../lib/store/ingredient/code-values.ts';
import { listMarkableFoods } from '../../lib/store/ingredient/food-list.ts';

export const { endpoint, handler } = defineEndpoint('getMarkTemplate', 'GET /api/ingredient/mark/template', {
  callers: 'business',
  permission: ['ingredient.view', 'mark.edit'],
  input: foodFilter,
  contentType: XLSX,
  reasons: ['too_many_matches'],
  summary:
    "A workbook of the catalogue with the unit's own marks, to be filled in and uploaded. An upload without changes " +
    'changes nothing. The workbook has at most 20,000 rows; use the filters if there are more.',
  example: { keyword: '花生', category: '坚果种子类', mark: '忌用' },
  handle: async ({ input, caller, deps }) => {
    const marks = await readValues(deps.db, caller.vender, markKind);
    const foods = await listMarkableFoods(deps.db, caller.vender, input, { marks, valuedCodes: marks.keys() });
    return new FileAnswer(XLSX, writeValueTemplate(markSheetForm, foods, marks), { fileName: '食材标记.xlsx' });
  },
});
