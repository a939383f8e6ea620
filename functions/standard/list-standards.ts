import * as z from 'zod/mini';
import { StandardRecord, toStandardRecord } from '../../lib/domain/standard.ts';
import { keyword, paging } from '../../lib/domain/values/fields.ts';
import { pageOf } from '../../lib/domain/values/page.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { listStandards, readStandardsHead } from '../../lib/store/standard.ts';

export const endpoint = defineEndpoint({
  id: 'listStandards',
  route: 'GET /api/nutrition',
  side: 'any',
  permission: ['standard.view', 'standard.edit', 'standard.delete'],
  access: 'read',
  input: z.object({ keyword: keyword(), ...paging }),
  output: pageOf(StandardRecord),
  reasons: ['page_too_large'],
  summary: {
    zh: '营养标准，最新的在前，分页；单位只看到分配给它的',
    en: 'Nutrition standards, newest first, by page; a unit sees those assigned to it',
  },
  prefetch: ({ deps }) => readStandardsHead(deps.db),
  handle: async ({ input: { keyword: word, ...request }, caller, deps, prefetched }) => {
    const onlyUnit = caller.side === 'business' ? caller.vender : undefined;
    const filter = { keyword: word, vender: onlyUnit };
    const page = await listStandards(deps.db, request, filter, prefetched);
    return { ...page, content: page.content.map((standard) => toStandardRecord(standard, onlyUnit)) };
  },
});

export const handler = serve(endpoint);
