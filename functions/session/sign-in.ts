import * as z from 'zod/mini';
import { MeRecord, toMeRecord } from '../../lib/auth/caller.ts';
import { signIn } from '../../lib/auth/sign-in.ts';
import { about, digest, MAX_UID_LENGTH, requiredText } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';

export const { endpoint, handler } = defineEndpoint('signIn', 'POST /api/login', {
  callers: 'public',
  logged: { kind: '登录与密码', text: '登录' },
  input: {
    uid: about('User id or account of a unit; case does not matter.', requiredText(MAX_UID_LENGTH)),
    password: digest(),
  },
  output: z.extend(MeRecord, { token: z.string() }),
  reasons: ['bad_credentials', 'too_many_failures', 'unit_closed', 'unit_expired'],
  summary:
    'Begins a session of 12 hours. Its `token` goes with every other call as `Authorization: Bearer …`. Five ' +
    'failures in a row from one address, or twenty from anywhere, lock the user for 15 minutes.',
  example: { uid: 'limei', password: '9B246D269624A707' },
  handle: async ({ input, deps, ipAddress, identify }) => {
    const attempt = { uid: input.uid, digest: input.password, ipAddress };
    const { token, caller } = await signIn(deps, attempt, identify);
    return { token, ...toMeRecord(caller, deps.env.timeZone) };
  },
});
