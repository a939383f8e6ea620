import * as z from 'zod';
import { EnumLists, enumLists } from '../../lib/domain/enum.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';

export const endpoint = defineEndpoint({
  id: 'getEnum',
  route: 'GET /api/basic/enum',
  side: 'any',
  permission: 'session',
  access: 'read',
  input: z.object({}),
  output: EnumLists,
  reasons: [],
  summary: 'The fixed lists that front ends choose from',
  handle: () => enumLists,
});

export const handler = serve(endpoint);
