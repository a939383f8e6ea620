import * as z from 'zod/mini';
import { hashDigest } from '../../lib/auth/password.ts';
import { guardPasswordChange, guardRoleChange } from '../../lib/domain/user/actor.ts';
import { PHONE_MAX } from '../../lib/domain/user/user.ts';
import { digest, integer, NAME_MAX, newName, requiredText, text, UID_MAX } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { updateUser } from '../../lib/store/user/user.ts';

export const endpoint = defineEndpoint({
  id: 'updateUser',
  route: 'POST /api/user',
  side: 'any',
  permission: 'user.edit',
  access: 'write',
  input: z.object({
    uid: requiredText(UID_MAX),
    name: z.optional(newName(NAME_MAX)),
    password: z.optional(digest()),
    roleId: z.optional(integer(0, Number.MAX_SAFE_INTEGER)),
    phone: z.optional(text(PHONE_MAX)),
  }),
  reasons: [
    'user_not_found',
    'unknown_role',
    'cannot_grant',
    'outranked',
    'protected_self',
    'protected_main_account',
    'changed_meanwhile',
  ],
  summary: {
    zh: '修改本单位的用户；roleId 为 0 收回角色',
    en: 'Change a user of the own unit; roleId 0 revokes the role',
  },
  prefetch: async ({ input: { password }, deps }) => password && hashDigest(password, deps.hashCost),
  handle: async ({ input: { uid, password: _, ...change }, caller, deps, prefetched: hash }) => {
    await updateUser(deps.db, caller.vender, uid, { ...change, hash }, (user) => {
      if (change.roleId !== undefined) guardRoleChange(caller, user, change.roleId);
      if (hash !== undefined) guardPasswordChange(caller, user);
    });
  },
});

export const handler = serve(endpoint);
