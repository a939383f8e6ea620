import { markFields } from '../../lib/domain/ingredient/mark.ts';
import { describeUnknownCodes, requireCodeAndValue, valueChecks } from '../../lib/domain/ingredient/named-code.ts';
import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { readUpload } from '../../lib/http/upload.ts';
import { markSheetForm } from '../../lib/sheets/value-sheets.ts';
import { writeCodeUpload } from '../../lib/store/ingredient/code-upload.ts';
import { changeValues, markKind } from '../../lib/store/ingredient/code-values.ts';

export const { endpoint, handler } = defineEndpoint('setMark', 'PUT /api/ingredient/mark', {
  permission: 'mark.edit',
  logged: { kind: '食材', text: '设置食材打标' },
  upload: readUpload,
  input: markFields,
  checks: valueChecks('mark'),
  reasons: ['quota_reached', 'unit_not_found'],
  summary:
    'Marks an ingredient as commonly used or to avoid. A code that neither the catalogue nor a food of the unit has ' +
    'is set and named in `desc`. Tables of marks are taken here too, as by `PUT /api/ingredient/mark/sheet.xlsx`.',
  example: { nutrient: '209904', mark: '常用' },
  handle: async ({ input, files, caller, deps }) => {
    if (files.length > 0)
      return new Answer({ desc: await writeCodeUpload(deps.db, caller.vender, markKind, markSheetForm, files) });
    const codeAndMark = requireCodeAndValue(input, 'mark', input.mark);
    const outcome = await changeValues(deps.db, caller.vender, markKind, new Map([codeAndMark]));
    const desc = describeUnknownCodes(outcome.unknownCodes);
    return desc && new Answer({ desc });
  },
});
