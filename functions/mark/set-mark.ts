import { markInput, requireMark, toOutcomeText } from '../../lib/domain/mark.ts';
import { readMarkUpload } from '../../lib/files/mark-upload.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { Described } from '../../lib/http/reply.ts';
import { serve } from '../../lib/http/serve.ts';
import { readUpload } from '../../lib/http/upload.ts';
import { changeMarks } from '../../lib/store/mark.ts';

export const endpoint = defineEndpoint({
  id: 'setMark',
  route: 'PUT /api/ingredient/mark',
  side: 'business',
  permission: 'mark.edit',
  access: 'write',
  // For the processor time that comes with it: reading takes less than 256 MB, but up to a second.
  memory: 1024,
  upload: readUpload,
  input: markInput,
  reasons: ['quota_reached', 'too_many_marks', 'unit_not_found', 'changed_meanwhile'],
  summary: 'Mark an ingredient as commonly used or to avoid; or many, by a table in parts named files',
  handle: async ({ input, files, caller, deps }) => {
    if (files.length > 0) {
      const outcome = await changeMarks(deps.db, caller.vender, readMarkUpload(files));
      return new Described(toOutcomeText(outcome));
    }
    const { code, mark } = requireMark(input);
    await changeMarks(deps.db, caller.vender, new Map([[code, mark]]));
  },
});

export const handler = serve(endpoint);
