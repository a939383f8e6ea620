import * as z from 'zod/mini';
import { PHONE_MAX } from '../../lib/domain/user/user.ts';
import { about, NAME_MAX, newName, text } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { updateUser } from '../../lib/store/user/user.ts';

export const endpoint = defineEndpoint({
  id: 'updateMe',
  route: 'POST /api/me',
  side: 'any',
  permission: 'session',
  access: 'write',
  logged: { kind: '登录与密码', text: '修改自己的资料' },
  input: z.object({
    name: about('Your name.', z.optional(newName(NAME_MAX))),
    phone: about('Your telephone number.', z.optional(text(PHONE_MAX))),
  }),
  reasons: ['user_not_found', 'changed_meanwhile'],
  summary: 'Changes the own name and telephone number.',
  examples: [{ name: '李红', phone: '13800000004' }],
  handle: ({ input, caller: { vender, uid }, deps }) => updateUser(deps.db, vender, uid, input),
});

export const handler = serve(endpoint);
