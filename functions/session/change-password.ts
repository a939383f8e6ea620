import { hashDigest } from '../../lib/auth/password.ts';
import { withCheckedPassword } from '../../lib/auth/sign-in.ts';
import { digest } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { changePassword, readOwnCredentials } from '../../lib/store/user/credentials.ts';
import { normaliseKey } from '../../lib/text/normal-form.ts';

export const { endpoint, handler } = defineEndpoint('changePassword', 'POST /api/me/password', {
  permission: 'session',
  logged: { kind: '登录与密码', text: '修改自己的密码' },
  input: { oldPassword: digest(), newPassword: digest() },
  reasons: ['wrong_password', 'too_many_failures', 'user_not_found'],
  summary: "Changes the own password and ends the user's other sessions.",
  example: { oldPassword: '079DEB120BECED15', newPassword: '9BAF30C9F9BB4F00' },
  handle: async ({ input, caller: { uid, vender, sessionId }, deps, ipAddress }) => {
    const session = { uid: normaliseKey(uid), vender, sessionId };
    const credentials = await readOwnCredentials(deps.db, session);
    const attempt = { uid, digest: input.oldPassword, ipAddress };
    // The change runs inside: the failed attempts are forgotten meanwhile, even if it throws.
    await withCheckedPassword(deps, { attempt, credentials, wrongReason: 'wrong_password' }, async (claim) => {
      const newHash = await hashDigest(input.newPassword, deps.hashCost);
      await changePassword(deps.db, session, { checkedHash: claim.hash, newHash, lastRead: credentials });
    });
  },
});
