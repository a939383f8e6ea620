import * as z from 'zod/mini';
import { about, isReserved, MAX_UID_LENGTH, requiredText } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { isUidFree } from '../../lib/store/user/user.ts';

export const { endpoint, handler } = defineEndpoint('checkAccount', 'GET /api/vender/check/account', {
  permission: 'session',
  input: { account: about('Account that is wanted; case does not matter.', requiredText(MAX_UID_LENGTH)) },
  output: z.boolean(),
  summary: 'Whether an account is free to be taken. Accounts and user ids are one namespace.',
  example: { account: 'guangming' },
  handle: async ({ input, deps }) => !isReserved(input.account) && isUidFree(deps.db, input.account),
});
