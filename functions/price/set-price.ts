import { describeUnknownCodes, requireCodeAndValue, valueChecks } from '../../lib/domain/ingredient/named-code.ts';
import { priceFields } from '../../lib/domain/ingredient/price.ts';
import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { readUpload } from '../../lib/http/upload.ts';
import { priceSheetForm } from '../../lib/sheets/value-sheets.ts';
import { writeCodeUpload } from '../../lib/store/ingredient/code-upload.ts';
import { changeValues, priceKind } from '../../lib/store/ingredient/code-values.ts';

export const { endpoint, handler } = defineEndpoint('setPrice', 'PUT /api/ingredient/price', {
  permission: 'price.edit',
  logged: { kind: '食材', text: '设置食材价格' },
  upload: readUpload,
  input: priceFields,
  checks: valueChecks('price'),
  reasons: ['quota_reached', 'unit_not_found'],
  summary:
    'Sets what a kilogram of an ingredient costs as it is bought. A code that neither the catalogue nor a food of ' +
    'the unit has is set and named in `desc`. Tables of prices are taken here too, as by `PUT /api/ingredient/price/sheet.xlsx`.',
  example: { nutrient: '209904', price: '4.6' },
  handle: async ({ input, files, caller, deps }) => {
    if (files.length > 0)
      return new Answer({ desc: await writeCodeUpload(deps.db, caller.vender, priceKind, priceSheetForm, files) });
    const codeAndPrice = requireCodeAndValue(input, 'price', input.price);
    const outcome = await changeValues(deps.db, caller.vender, priceKind, new Map([codeAndPrice]));
    const desc = describeUnknownCodes(outcome.unknownCodes);
    return desc && new Answer({ desc });
  },
});
