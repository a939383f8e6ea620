import * as z from 'zod/mini';
import { hashDigest } from '../../lib/auth/password.ts';
import { requireMayChangeRole, requireMaySetPassword } from '../../lib/domain/user/actor.ts';
import { userFields } from '../../lib/domain/user/user.ts';
import { about, digest, integer, MAX_UID_LENGTH, requiredText } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { updateUser } from '../../lib/store/user/user.ts';

const { name, ...otherFields } = userFields;

export const { endpoint, handler } = defineEndpoint('updateUser', 'POST /api/user', {
  permission: 'user.edit',
  logged: { kind: '用户与角色', text: '修改用户' },
  input: {
    uid: about('User id; case does not matter.', requiredText(MAX_UID_LENGTH)),
    name,
    password: z.optional(digest()),
    roleId: about('A role of the own unit; 0: none.', z.optional(integer(0, Number.MAX_SAFE_INTEGER))),
    ...otherFields,
  },
  reasons: ['user_not_found', 'unknown_role', 'cannot_grant', 'outranked', 'protected_self', 'protected_main_account'],
  summary: "Changes a user of the own unit; `roleId` 0 revokes the role. A new password ends the user's sessions.",
  example: { uid: 'zhaolei', name: '赵磊', password: 'BE56E057F20F883E', phone: '13800000002' },
  handle: async ({ input: { uid, password, ...change }, caller, deps }) => {
    const passwordHash = password && (await hashDigest(password, deps.hashCost));
    await updateUser(deps.db, caller.vender, uid, { ...change, passwordHash }, (user) => {
      if (change.roleId !== undefined) requireMayChangeRole(caller, user, change.roleId);
      if (passwordHash !== undefined) requireMaySetPassword(caller, user);
    });
  },
});
