import * as z from 'zod/mini';
import { MAX_PHONE_LENGTH } from '../../lib/domain/user/user.ts';
import { about, MAX_NAME_LENGTH, newName, text } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { updateUser } from '../../lib/store/user/user.ts';

export const { endpoint, handler } = defineEndpoint('updateMe', 'POST /api/me', {
  permission: 'session',
  logged: { kind: '登录与密码', text: '修改自己的资料' },
  input: {
    name: about('Your name.', z.optional(newName(MAX_NAME_LENGTH))),
    phone: about('Your telephone number.', z.optional(text(MAX_PHONE_LENGTH))),
  },
  reasons: ['user_not_found'],
  summary: 'Changes the own name and telephone number.',
  example: { name: '李红', phone: '13800000004' },
  handle: ({ input, caller: { vender, uid }, deps }) => updateUser(deps.db, vender, uid, input),
});
