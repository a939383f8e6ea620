import * as z from 'zod';
import { idList, keyword } from '../../lib/domain/fields.ts';
import { MOST_MATCHES } from '../../lib/domain/page.ts';
import { UnitChoice } from '../../lib/domain/unit.ts';
import { AppError } from '../../lib/errors.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { readUnitsHead, selectUnits } from '../../lib/store/unit.ts';

const MOST_IDS = 10_000;

export const endpoint = defineEndpoint({
  id: 'selectUnits',
  route: 'GET /api/vender/select',
  side: 'admin',
  permission: ['unit.view', 'unit.create', 'unit.edit', 'standard.create', 'standard.edit', 'dish.create', 'dish.edit'],
  access: 'read',
  input: z.object({ keyword: keyword(), vendors: idList(MOST_IDS).optional() }),
  output: z.array(UnitChoice),
  reasons: ['too_many_matches'],
  summary: 'Units to choose from, by name or by ids',
  prefetch: ({ deps }) => readUnitsHead(deps.db),
  handle: async ({ input, deps, prefetched }) => {
    const ids = input.vendors?.length ? input.vendors : undefined;
    const matches = await selectUnits(deps.db, { keyword: input.keyword, ids }, prefetched);
    if (matches.length > MOST_MATCHES) throw new AppError('too_many_matches');
    return matches;
  },
});

export const handler = serve(endpoint);
