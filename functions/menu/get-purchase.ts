import { hasPermission } from '../../lib/auth/permissions.ts';
import { requireMenuAccess } from '../../lib/domain/menu/menu.ts';
import { makePurchase } from '../../lib/domain/purchase/purchase.ts';
import { Purchase, purchaseFields } from '../../lib/domain/purchase/shape.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { getShownMenu } from '../../lib/store/menu/shown-menu.ts';

export const { endpoint, handler } = defineEndpoint('getPurchase', 'GET /api/menu/purchase', {
  permission: 'menu.view',
  input: purchaseFields,
  output: Purchase,
  reasons: ['menu_not_found', 'revision_not_found', 'unit_not_found', 'menu_too_large', 'page_too_large'],
  summary:
    'What is to be bought for a menu, by day and in all. `kg` = `grams` / (`edible` / 100) / 1000 × (1 + ' +
    '`reserve` / 100), rounded up to 0.01 kg; an unknown edible share counts as 100 %. ' +
    '`cost` = `kg` × `price`, rounded half up; the cost of all is the sum of those in `total`. Only callers who may see ' +
    'prices (item 21) get prices and costs.',
  example: { id: '1000006', revision: '1', from: '2026-09-01', to: '2026-12-31', reserve: '5' },
  handle: async ({ input, caller, deps }) => {
    requireMenuAccess(caller, input.id);
    const menu = await getShownMenu(deps.db, input);
    return makePurchase(menu, { ...input, isPriced: hasPermission(caller, 'price.view') });
  },
});
