import * as z from 'zod';
import { hashDigest } from '../../lib/auth/password.ts';
import { checkPassword } from '../../lib/auth/sign-in.ts';
import { digest } from '../../lib/domain/fields.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { changePassword, forgetFailures, readCredentials } from '../../lib/store/sign-in.ts';

export const endpoint = defineEndpoint({
  id: 'changePassword',
  route: 'POST /api/me/password',
  side: 'any',
  permission: 'session',
  access: 'write',
  input: z.object({ oldPassword: digest(), newPassword: digest() }),
  reasons: ['wrong_password', 'too_many_failures', 'user_not_found', 'changed_meanwhile'],
  summary: "Change the own password and end the user's other sessions",
  prefetch: ({ session: { uid }, deps, address }) => readCredentials(deps.db, { uid, address }),
  handle: async ({ input, caller: { uid, vender, sessionId }, deps, address, prefetched }) => {
    const attempt = { uid, digest: input.oldPassword, address };
    const { hash } = await checkPassword(deps, attempt, prefetched, 'wrong_password');
    const newHash = await hashDigest(input.newPassword, deps.hashCost);
    const forgetting = forgetFailures(attempt, prefetched.failures);
    await changePassword(deps.db, vender, { uid, sessionId, oldHash: hash, newHash }, forgetting);
  },
});

export const handler = serve(endpoint);
