import { requireMayDeleteRole } from '../../lib/domain/user/actor.ts';
import { about, id } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { deleteRole } from '../../lib/store/user/role.ts';

export const { endpoint, handler } = defineEndpoint('deleteRole', 'DELETE /api/role', {
  permission: 'role.delete',
  logged: { kind: '用户与角色', text: '删除角色' },
  input: { roleId: about('A role of the own unit.', id()) },
  reasons: ['role_not_found', 'protected_role', 'protected_self', 'outranked', 'unit_not_found'],
  summary: 'Deletes a role of the own unit. Its users stay, without a role.',
  example: { roleId: '1000005' },
  handle: ({ input, caller, deps, isTimeUp }) =>
    deleteRole(deps.db, caller.vender, input.roleId, { isTimeUp, guard: (role) => requireMayDeleteRole(caller, role) }),
});
