import * as z from 'zod/mini';
import { requireMenuAccess } from '../../lib/domain/menu/menu.ts';
import { listSamples } from '../../lib/domain/purchase/samples.ts';
import { about, date, id } from '../../lib/domain/values/fields.ts';
import { defineEndpoint, FileAnswer, XLSX } from '../../lib/http/serve.ts';
import { writeSamplesWorkbook } from '../../lib/sheets/samples-workbook.ts';
import { getShownMenu } from '../../lib/store/menu/shown-menu.ts';

export const { endpoint, handler } = defineEndpoint('getSamplesWorkbook', 'GET /api/menu/samples.xlsx', {
  permission: 'menu.view',
  input: {
    id: about('A menu of the own unit, for the platform of any.', id()),
    from: about('The first day that is listed; absent: that of the menu.', z.optional(date())),
    to: about('The last day that is listed; absent: that of the menu.', z.optional(date())),
  },
  reasons: ['menu_not_found', 'revision_not_found', 'unit_not_found', 'menu_too_large'],
  summary:
    'The list of samples (留样) of the live revision of a menu, or else of its present content, as a workbook: a row for ' +
    'each dish of a meal that anybody gets, with empty columns for weight, time and person.',
  example: { id: '1000006', from: '2026-09-01', to: '2026-12-31' },
  handle: async ({ input: { id: menuId, ...span }, caller, deps }) => {
    requireMenuAccess(caller, menuId);
    const { unitName, ...menu } = await getShownMenu(deps.db, { id: menuId });
    const samples = listSamples(menu, span);
    const file = writeSamplesWorkbook(samples, { unitName, menuName: menu.content.name });
    const fileName = `食品留样记录-${samples.days[0]?.date ?? menu.content.start}.xlsx`;
    return new FileAnswer(XLSX, file, { fileName });
  },
});
