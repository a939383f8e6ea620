import { requireMenuAccess } from '../../lib/domain/menu/menu.ts';
import { makeMenuSheet, sheetFields } from '../../lib/domain/menu-sheet/sheet.ts';
import { defineEndpoint, FileAnswer } from '../../lib/http/serve.ts';
import { drawMenuPage } from '../../lib/sheets/menu-page.ts';
import { getSheetFacts } from '../../lib/store/menu/shown-menu.ts';

export const { endpoint, handler } = defineEndpoint('showMenuSheet', 'GET /api/menu/sheet.html', {
  permission: 'menu.view',
  input: sheetFields,
  reasons: ['menu_not_found', 'revision_not_found', 'unit_not_found', 'menu_too_large', 'page_too_large'],
  summary: 'The sheet of a menu for the notice board, a page to be printed on A4 landscape.',
  example: { id: '1000006', revision: '1' },
  handle: async ({ input, caller, deps: { db, env } }) => {
    requireMenuAccess(caller, input.id);
    const facts = await getSheetFacts(db, input, caller.vender);
    const sheet = makeMenuSheet({ ...facts, timeZone: env.timeZone });
    return new FileAnswer('text/html', drawMenuPage(sheet), { headers: { 'x-robots-tag': 'noindex' } });
  },
});
