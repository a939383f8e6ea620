import * as z from 'zod/mini';
import { UnitRecord } from '../../lib/domain/unit.ts';
import { boolean, date, FREE_TEXT_MAX, keyword, paging, text } from '../../lib/domain/values/fields.ts';
import { pageOf } from '../../lib/domain/values/page.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { readUnitsHead } from '../../lib/store/unit/unit.ts';
import { listUnits } from '../../lib/store/unit/unit-list.ts';

export const endpoint = defineEndpoint({
  id: 'listUnits',
  route: 'GET /api/vender',
  side: 'admin',
  permission: ['unit.view', 'unit.edit', 'unit.delete'],
  access: 'read',
  input: z.object({
    keyword: keyword(),
    category: z.pipe(
      z.optional(text(FREE_TEXT_MAX)),
      z.transform((category) => category || undefined),
    ),
    status: z.optional(boolean()),
    expireBefore: z.optional(date()),
    ...paging,
  }),
  output: pageOf(UnitRecord),
  reasons: ['page_too_large'],
  summary: { zh: '单位，最新的在前，分页', en: 'Units, newest first, by page' },
  prefetch: ({ deps }) => readUnitsHead(deps.db),
  handle: ({ input: { pageNo, pageSize, ...filter }, deps, prefetched: head }) =>
    listUnits(deps.db, { pageNo, pageSize }, filter, head),
});

export const handler = serve(endpoint);
