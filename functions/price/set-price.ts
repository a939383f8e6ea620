import { describeUnknownCodes, requireCodeAndValue, valueChecks } from '../../lib/domain/ingredient/named-code.ts';
import { describePriceOutcome, priceFields } from '../../lib/domain/ingredient/price.ts';
import { DescribedAnswer } from '../../lib/http/reply.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { readUpload } from '../../lib/http/upload.ts';
import { readCodeUpload } from '../../lib/sheets/code-upload.ts';
import { priceSheetForm } from '../../lib/sheets/price-sheet.ts';
import { addUnread } from '../../lib/sheets/unread.ts';
import { changePrices } from '../../lib/store/ingredient/price.ts';

export const { endpoint, handler } = defineEndpoint({
  id: 'setPrice',
  route: 'PUT /api/ingredient/price',
  side: 'business',
  permission: 'price.edit',
  access: 'write',
  logged: { kind: '食材', text: '设置食材价格' },
  // More memory brings more processor time: reading an upload takes less than 256 MB, but up to a second.
  memory: 1024,
  upload: readUpload,
  input: priceFields,
  checks: valueChecks('price'),
  reasons: ['quota_reached', 'unit_not_found', 'changed_meanwhile'],
  summary:
    'Sets what a kilogram of an ingredient costs as it is bought. A code that nobody knows is set and named in ' +
    '`desc`. Tables of prices are taken here too, as by `PUT /api/ingredient/price/sheet.xlsx`.',
  examples: [{ nutrient: '209904', price: '4.6' }],
  handle: async ({ input, files, caller, deps }) => {
    if (files.length > 0) {
      const { changes, unread, toConflictError } = readCodeUpload(priceSheetForm, files);
      const outcome = await changePrices(deps.db, caller.vender, changes, { toConflictError });
      return new DescribedAnswer(addUnread(describePriceOutcome(outcome), unread));
    }
    const [code, price] = requireCodeAndValue(input, 'price', input.price);
    const outcome = await changePrices(deps.db, caller.vender, new Map([[code, price]]));
    const desc = describeUnknownCodes(outcome);
    return desc && new DescribedAnswer(desc);
  },
});
