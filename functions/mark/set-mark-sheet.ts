import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { readUpload } from '../../lib/http/upload.ts';
import { markSheetForm } from '../../lib/sheets/value-sheets.ts';
import { writeCodeUpload } from '../../lib/store/ingredient/code-upload.ts';
import { markKind } from '../../lib/store/ingredient/code-values.ts';

export const { endpoint, handler } = defineEndpoint('setMarkSheet', 'PUT /api/ingredient/mark/sheet.xlsx', {
  permission: 'mark.edit',
  logged: { kind: '食材', text: '设置打标表' },
  upload: readUpload,
  isUploadOnly: true,
  reasons: ['quota_reached', 'unit_not_found'],
  summary:
    'Marks many ingredients, by tables in parts named `files`: `.xlsx`, or `.csv` in UTF-8 or GB18030, with the ' +
    'columns `编码` and `标记`. An empty mark removes; one wrong row, and nothing is applied.',
  example: { files: '编码,标记\n043119,常用\n072004,' },
  handle: async ({ files, caller, deps }) =>
    new Answer({ desc: await writeCodeUpload(deps.db, caller.vender, markKind, markSheetForm, files) }),
});
