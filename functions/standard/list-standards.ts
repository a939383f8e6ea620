import { StandardRecord, toStandardRecord } from '../../lib/domain/standard.ts';
import { keyword, paging } from '../../lib/domain/values/fields.ts';
import { makePageSchema } from '../../lib/domain/values/page.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { listStandards } from '../../lib/store/standard.ts';

export const { endpoint, handler } = defineEndpoint('listStandards', 'GET /api/nutrition', {
  permission: ['standard.view', 'standard.edit', 'standard.delete'],
  input: { keyword: keyword(), ...paging },
  output: makePageSchema(StandardRecord),
  reasons: ['page_too_large'],
  summary:
    'Nutrition standards by page, newest first. A unit sees those assigned to it, and only itself among their `vendors`.',
  example: { keyword: '学龄', pageSize: '1', pageNo: '0' },
  handle: async ({ input, caller, deps }) => {
    const onlyUnit = caller.side === 'business' ? caller.vender : undefined;
    const page = await listStandards(deps.db, input, { keyword: input.keyword, vender: onlyUnit });
    return { ...page, content: page.content.map((standard) => toStandardRecord(standard, onlyUnit)) };
  },
});
