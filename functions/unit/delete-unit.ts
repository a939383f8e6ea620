import * as z from 'zod/mini';
import { id } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { deleteUnit } from '../../lib/store/unit-deletion.ts';

export const endpoint = defineEndpoint({
  id: 'deleteUnit',
  route: 'DELETE /api/vender',
  side: 'admin',
  permission: 'unit.delete',
  access: 'write',
  input: z.object({ vender: id() }),
  reasons: ['unit_not_found', 'changed_meanwhile'],
  summary: { zh: '删除单位及属于它的一切', en: 'Delete a unit with everything that belongs to it' },
  handle: ({ input, deps, isTimeUp }) => deleteUnit(deps.db, input.vender, isTimeUp),
});

export const handler = serve(endpoint);
