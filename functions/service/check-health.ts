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
  summary: 'Whether the service works, its table included.',
  examples: [{}],
  handle: async ({ deps }) => {
    await readUnitsHead(deps.db);
  },
});

export const handler = serve(endpoint);
