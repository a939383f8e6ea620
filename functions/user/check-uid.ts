import * as z from 'zod/mini';
import { about, isReserved, MAX_UID_LENGTH, requiredText } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { isUidFree } from '../../lib/store/user/user.ts';

export const { endpoint, handler } = defineEndpoint('checkUid', 'GET /api/user/check', {
  permission: 'session',
  input: { uid: about('User id that is wanted; case does not matter.', requiredText(MAX_UID_LENGTH)) },
  output: z.boolean(),
  summary: 'Whether a user id is free to be taken.',
  example: { uid: 'sunyan' },
  handle: async ({ input, deps }) => !isReserved(input.uid) && isUidFree(deps.db, input.uid),
});
