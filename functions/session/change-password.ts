import * as z from 'zod/mini';
import { hashDigest } from '../../lib/auth/password.ts';
import { checkPassword } from '../../lib/auth/sign-in.ts';
import { digest } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { changePassword, readOwnCredentials } from '../../lib/store/user/sign-in.ts';
import { normaliseKey } from '../../lib/text/normal-form.ts';

export const endpoint = defineEndpoint({
  id: 'changePassword',
  route: 'POST /api/me/password',
  side: 'any',
  permission: 'session',
  access: 'write',
  input: z.object({ oldPassword: digest(), newPassword: digest() }),
  reasons: ['wrong_password', 'too_many_failures', 'user_not_found', 'changed_meanwhile'],
  summary: {
    zh: '修改自己的密码，并结束该用户的其他会话',
    en: "Change the own password and end the user's other sessions",
  },
  prefetch: ({ session, deps }) => readOwnCredentials(deps.db, session),
  handle: async ({ input, caller: { uid, vender, sessionId }, deps, address, prefetched: found }) => {
    const attempt = { uid, digest: input.oldPassword, address };
    await checkPassword(deps, { attempt, credentials: found, wrong: 'wrong_password' }, async (right) => {
      const newHash = await hashDigest(input.newPassword, deps.hashCost);
      await changePassword(deps.db, { uid: normaliseKey(uid), vender, sessionId }, { right, newHash, found });
    });
  },
});

export const handler = serve(endpoint);
