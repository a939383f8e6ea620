import * as z from 'zod/mini';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { readUnitsHead } from '../../lib/store/unit/unit.ts';

export const endpoint = defineEndpoint({
  id: 'checkHealth',
  route: 'GET /health',
  side: 'public',
  permission: 'none',
  access: 'read',
  input: z.object({}),
  reasons: [],
  summary: { zh: '服务是否正常，包括数据表', en: 'Whether the service works, its table included' },
  handle: async ({ deps }) => {
    await readUnitsHead(deps.db);
  },
});

export const handler = serve(endpoint);
