import { MeRecord, toMeRecord } from '../../lib/auth/caller.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';

export const { endpoint, handler } = defineEndpoint('getMe', 'GET /api/me', {
  permission: 'session',
  output: MeRecord,
  summary: 'Who is signed in, with unit, role and permission items as they are now.',
  handle: ({ caller, deps }) => toMeRecord(caller, deps.env.timeZone),
});
