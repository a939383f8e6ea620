import * as z from 'zod/mini';
import { choosingUnits } from '../../lib/auth/permissions.ts';
import { UnitChoice, UnitSearch } from '../../lib/domain/unit.ts';
import { MOST_MATCHES } from '../../lib/domain/values/page.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { readUnitsHead } from '../../lib/store/unit/unit.ts';
import { selectUnits } from '../../lib/store/unit/unit-list.ts';

export const endpoint = defineEndpoint({
  id: 'selectUnits',
  route: 'GET /api/vender/select',
  side: 'admin',
  permission: choosingUnits,
  access: 'read',
  input: UnitSearch,
  output: z.array(UnitChoice),
  reasons: ['too_many_matches'],
  summary: { zh: '供选择的单位，按名称或按编号', en: 'Units to choose from, by name or by ids' },
  prefetch: ({ deps }) => readUnitsHead(deps.db),
  handle: ({ input, deps, prefetched }) => selectUnits(deps.db, input, prefetched, MOST_MATCHES),
});

export const handler = serve(endpoint);
