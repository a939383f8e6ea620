import * as z from 'zod/mini';
import { MOST_VENDORS, overflow } from '../../lib/domain/standard.ts';
import { idList, NAME_MAX, requiredText } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { Created } from '../../lib/http/reply.ts';
import { serve } from '../../lib/http/serve.ts';
import { createStandard } from '../../lib/store/standard.ts';

export const endpoint = defineEndpoint({
  id: 'createStandard',
  route: 'PUT /api/nutrition',
  side: 'admin',
  permission: 'standard.create',
  access: 'write',
  creates: true,
  input: z.object({ name: requiredText(NAME_MAX), vendors: idList(MOST_VENDORS, 1), overflow: overflow() }),
  reasons: ['unknown_unit', 'changed_meanwhile'],
  summary: { zh: '新建营养标准并分配给单位', en: 'Create a nutrition standard and assign it to units' },
  handle: async ({ input, deps }) => Created.of([await createStandard(deps.db, input)], '/api/nutrition/select?id='),
});

export const handler = serve(endpoint);
