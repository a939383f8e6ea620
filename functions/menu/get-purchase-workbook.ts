import { hasPermission } from '../../lib/auth/permissions.ts';
import { requireMenuAccess } from '../../lib/domain/menu/menu.ts';
import { makePurchase } from '../../lib/domain/purchase/purchase.ts';
import { purchaseFields } from '../../lib/domain/purchase/shape.ts';
import { defineEndpoint, FileAnswer, XLSX } from '../../lib/http/serve.ts';
import { writePurchaseWorkbook } from '../../lib/sheets/purchase-workbook.ts';
import { getShownMenu } from '../../lib/store/menu/shown-menu.ts';

export const { endpoint, handler } = defineEndpoint('getPurchaseWorkbook', 'GET /api/menu/purchase.xlsx', {
  permission: 'menu.view',
  input: purchaseFields,
  reasons: ['menu_not_found', 'revision_not_found', 'unit_not_found', 'menu_too_large', 'page_too_large'],
  summary:
    'What is to be bought for a menu as a workbook: by category, and by day. Only callers who may see prices (item 21) get ' +
    'prices and costs.',
  example: { id: '1000006', revision: '1', from: '2026-09-01', to: '2026-12-31', reserve: '5' },
  handle: async ({ input, caller, deps }) => {
    requireMenuAccess(caller, input.id);
    const { unitName, ...facts } = await getShownMenu(deps.db, input);
    const purchaseList = makePurchase(facts, { ...input, isPriced: hasPermission(caller, 'price.view') });
    const { content } = facts;
    const file = writePurchaseWorkbook(purchaseList, { unitName, content, reserve: input.reserve });
    const fileName = `食材采购清单-${purchaseList.days[0]?.date ?? content.start}.xlsx`;
    return new FileAnswer(XLSX, file, { fileName });
  },
});
