import * as z from 'zod';
import { keyword, paging } from '../../lib/domain/fields.ts';
import { pageOf } from '../../lib/domain/page.ts';
import { UnitRecord } from '../../lib/domain/unit.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { listUnits, readUnitsHead } from '../../lib/store/unit.ts';

export const endpoint = defineEndpoint({
  id: 'listUnits',
  route: 'GET /api/vender',
  side: 'admin',
  permission: ['unit.view', 'unit.edit', 'unit.delete'],
  access: 'read',
  input: z.object({ keyword: keyword(), ...paging }),
  output: pageOf(UnitRecord),
  reasons: ['page_too_large'],
  summary: 'Units, newest first, by page',
  prefetch: ({ deps }) => readUnitsHead(deps.db),
  handle: ({ input: { keyword: word, ...page }, deps, prefetched }) => listUnits(deps.db, page, word, prefetched),
});

export const handler = serve(endpoint);
