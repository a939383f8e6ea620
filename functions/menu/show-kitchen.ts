import { requireMenuAccess } from '../../lib/domain/menu/menu.ts';
import { kitchenFields } from '../../lib/domain/purchase/shape.ts';
import { defineEndpoint, FileAnswer } from '../../lib/http/serve.ts';
import { drawKitchenPage } from '../../lib/sheets/kitchen-page.ts';
import { getKitchenDays } from '../../lib/store/menu/shown-menu.ts';

export const { endpoint, handler } = defineEndpoint('showKitchen', 'GET /api/menu/kitchen.html', {
  permission: 'menu.view',
  input: kitchenFields,
  reasons: ['menu_not_found', 'revision_not_found', 'unit_not_found', 'menu_too_large', 'page_too_large'],
  summary:
    'The content of `GET /api/menu/kitchen.xlsx` as a page to be printed on A4, with each day on pages of its own.',
  example: { id: '1000006', day: '1' },
  handle: async ({ input, caller, deps }) => {
    requireMenuAccess(caller, input.id);
    const page = drawKitchenPage(await getKitchenDays(deps.db, input));
    return new FileAnswer('text/html', page, { headers: { 'x-robots-tag': 'noindex' } });
  },
});
