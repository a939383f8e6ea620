import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { readUpload } from '../../lib/http/upload.ts';
import { priceSheetForm } from '../../lib/sheets/value-sheets.ts';
import { writeCodeUpload } from '../../lib/store/ingredient/code-upload.ts';
import { priceKind } from '../../lib/store/ingredient/code-values.ts';

export const { endpoint, handler } = defineEndpoint('setPriceSheet', 'PUT /api/ingredient/price/sheet.xlsx', {
  permission: 'price.edit',
  logged: { kind: '食材', text: '设置价格表' },
  upload: readUpload,
  isUploadOnly: true,
  reasons: ['quota_reached', 'unit_not_found'],
  summary:
    'Sets what many ingredients cost, by tables in parts named `files`, as of marks, with the columns `编码` and ' +
    '`价格`. An empty price removes; one wrong row, and nothing is applied.',
  example: { files: '编码,价格\n043119,7.5\n072004,' },
  handle: async ({ files, caller, deps }) =>
    new Answer({ desc: await writeCodeUpload(deps.db, caller.vender, priceKind, priceSheetForm, files) }),
});
