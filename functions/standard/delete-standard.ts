import * as z from 'zod/mini';
import { id } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { deleteStandard } from '../../lib/store/standard.ts';

export const endpoint = defineEndpoint({
  id: 'deleteStandard',
  route: 'DELETE /api/nutrition',
  side: 'admin',
  permission: 'standard.delete',
  access: 'write',
  input: z.object({ id: id() }),
  reasons: ['standard_not_found', 'changed_meanwhile'],
  summary: { zh: '删除营养标准', en: 'Delete a nutrition standard' },
  handle: ({ input, deps }) => deleteStandard(deps.db, input.id),
});

export const handler = serve(endpoint);
