import { hashDigest } from '../../lib/auth/password.ts';
import { requireMayGrant } from '../../lib/domain/user/actor.ts';
import { listRoleItems } from '../../lib/domain/user/role.ts';
import { userFields } from '../../lib/domain/user/user.ts';
import { about, digest, id, MAX_UID_LENGTH, newName, required } from '../../lib/domain/values/fields.ts';
import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { createUsers } from '../../lib/store/user/user.ts';

const { name, ...otherFields } = userFields;

export const { endpoint, handler } = defineEndpoint('createUser', 'PUT /api/user', {
  permission: 'user.create',
  logged: { kind: '用户与角色', text: '新建用户' },
  answersNewIds: true,
  input: {
    uid: about('User id that no user or unit of the service has; case does not matter.', newName(MAX_UID_LENGTH)),
    name: required(name),
    password: digest(),
    roleId: about('A role of the own unit.', id()),
    ...otherFields,
  },
  reasons: ['duplicate_uid', 'quota_reached', 'unknown_role', 'cannot_grant', 'unit_not_found'],
  summary: 'Creates a user of the own unit, who can sign in at once.',
  example: { uid: 'sunyan', name: '孙燕', password: 'BE56E057F20F883E', roleId: '1000002', phone: '13800000001' },
  handle: async ({ input: { password, ...draft }, caller, deps }) => {
    const passwordHash = await hashDigest(password, deps.hashCost);
    await createUsers(deps.db, caller.vender, [{ ...draft, passwordHash }], deps.now(), (unitRoles) =>
      requireMayGrant(caller, listRoleItems(unitRoles, draft.roleId)),
    );
    return Answer.created([draft.uid], '/api/user');
  },
});
