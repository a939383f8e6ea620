import * as z from 'zod/mini';
import { unitChoicePermissions } from '../../lib/auth/permissions.ts';
import { UnitChoice, UnitSearch } from '../../lib/domain/unit.ts';
import { MAX_MATCHES } from '../../lib/domain/values/page.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { selectUnits } from '../../lib/store/unit/unit-list.ts';

export const { endpoint, handler } = defineEndpoint('chooseUnits', 'POST /api/vender/select', {
  callers: 'admin',
  permission: unitChoicePermissions,
  input: UnitSearch.shape,
  output: z.array(UnitChoice),
  reasons: ['too_many_matches'],
  summary: 'Units to choose from, as `GET /api/vender/select`, for more ids than fit into an address.',
  example: { vendors: '2,1,99' },
  handle: ({ input, deps }) => selectUnits(deps.db, input, MAX_MATCHES),
});
