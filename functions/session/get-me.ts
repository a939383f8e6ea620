import * as z from 'zod';
import { ProfileRecord, toProfileRecord } from '../../lib/auth/caller.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';

export const endpoint = defineEndpoint({
  id: 'getMe',
  route: 'GET /api/me',
  side: 'any',
  permission: 'session',
  access: 'read',
  input: z.object({}),
  output: ProfileRecord,
  reasons: [],
  summary: 'Who is signed in, with role and permission items',
  handle: ({ caller }) => toProfileRecord(caller),
});

export const handler = serve(endpoint);
