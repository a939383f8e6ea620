import { requireMayDeleteUser } from '../../lib/domain/user/actor.ts';
import { about, MAX_UID_LENGTH, requiredText } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { deleteUser } from '../../lib/store/user/user.ts';

export const { endpoint, handler } = defineEndpoint('deleteUser', 'DELETE /api/user', {
  permission: 'user.delete',
  logged: { kind: '用户与角色', text: '删除用户' },
  input: { uid: about('User id; case does not matter.', requiredText(MAX_UID_LENGTH)) },
  reasons: ['user_not_found', 'protected_self', 'protected_main_account', 'outranked'],
  summary: 'Deletes a user of the own unit and ends all his sessions.',
  example: { uid: 'zhoujie' },
  handle: ({ input, caller, deps }) =>
    deleteUser(deps.db, caller.vender, input.uid, (user) => requireMayDeleteUser(caller, user)),
});
