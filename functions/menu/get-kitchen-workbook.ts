import { requireMenuAccess } from '../../lib/domain/menu/menu.ts';
import { kitchenFields } from '../../lib/domain/purchase/shape.ts';
import { defineEndpoint, FileAnswer, XLSX } from '../../lib/http/serve.ts';
import { writeKitchenWorkbook } from '../../lib/sheets/kitchen-workbook.ts';
import { getKitchenDays } from '../../lib/store/menu/shown-menu.ts';

export const { endpoint, handler } = defineEndpoint('getKitchenWorkbook', 'GET /api/menu/kitchen.xlsx', {
  permission: 'menu.view',
  input: kitchenFields,
  reasons: ['menu_not_found', 'revision_not_found', 'unit_not_found', 'menu_too_large'],
  summary:
    'What goes into each pot on a day of a menu (投料单), or on each day, as a workbook: by meal and dish the heads, the cooking ' +
    'method, and the kilograms of each ingredient as it is eaten and as it is bought, each rounded up to 0.01 kg.',
  example: { id: '1000006', day: '1' },
  handle: async ({ input, caller, deps }) => {
    requireMenuAccess(caller, input.id);
    const sheets = await getKitchenDays(deps.db, input);
    return new FileAnswer(XLSX, writeKitchenWorkbook(sheets), { fileName: `投料单-${sheets[0]?.facts.date}.xlsx` });
  },
});
