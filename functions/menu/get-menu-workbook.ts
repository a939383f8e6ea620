import { requireMenuAccess } from '../../lib/domain/menu/menu.ts';
import { makeMenuSheet, sheetFields } from '../../lib/domain/menu-sheet/sheet.ts';
import { defineEndpoint, FileAnswer, XLSX } from '../../lib/http/serve.ts';
import { writeMenuWorkbook } from '../../lib/sheets/menu-workbook.ts';
import { getSheetFacts } from '../../lib/store/menu/shown-menu.ts';

export const { endpoint, handler } = defineEndpoint('getMenuWorkbook', 'GET /api/menu/sheet.xlsx', {
  permission: 'menu.view',
  input: sheetFields,
  reasons: ['menu_not_found', 'revision_not_found', 'unit_not_found', 'menu_too_large', 'page_too_large'],
  summary: 'The sheet of a menu for the notice board as a workbook.',
  example: { id: '1000006', revision: '1' },
  handle: async ({ input, caller, deps: { db, env } }) => {
    requireMenuAccess(caller, input.id);
    const facts = await getSheetFacts(db, input, caller.vender);
    const sheet = makeMenuSheet({ ...facts, timeZone: env.timeZone });
    return new FileAnswer(XLSX, writeMenuWorkbook(sheet), { fileName: `带量食谱公示表-${sheet.from}.xlsx` });
  },
});
