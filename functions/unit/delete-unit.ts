import * as z from 'zod';
import { id } from '../../lib/domain/fields.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { deleteUnit } from '../../lib/store/unit-deletion.ts';

/** What is left of a large unit after this time is removed by a second call or by the sweep. */
const REMOVAL_TIME_MS = 8000;

export const endpoint = defineEndpoint({
  id: 'deleteUnit',
  route: 'DELETE /api/vender',
  side: 'admin',
  permission: 'unit.delete',
  access: 'write',
  input: z.object({ vender: id() }),
  reasons: ['unit_not_found', 'changed_meanwhile'],
  summary: 'Delete a unit with everything that belongs to it',
  handle: async ({ input, deps }) => {
    const end = deps.now() + REMOVAL_TIME_MS;
    await deleteUnit(deps.db, input.vender, () => deps.now() > end);
  },
});

export const handler = serve(endpoint);
