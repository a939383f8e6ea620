import * as z from 'zod/mini';
import { guardRoleDeletion } from '../../lib/domain/user/actor.ts';
import { id } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { deleteRole } from '../../lib/store/user/role-deletion.ts';

export const endpoint = defineEndpoint({
  id: 'deleteRole',
  route: 'DELETE /api/role',
  side: 'any',
  permission: 'role.delete',
  access: 'write',
  input: z.object({ roleId: id() }),
  reasons: ['role_not_found', 'protected_role', 'protected_self', 'outranked', 'unit_not_found', 'changed_meanwhile'],
  summary: { zh: '删除本单位的角色，并从其用户收回', en: 'Delete a role of the own unit and revoke it from its users' },
  handle: ({ input, caller, deps, isTimeUp }) =>
    deleteRole(deps.db, caller.vender, input.roleId, { isTimeUp, guard: (role) => guardRoleDeletion(caller, role) }),
});

export const handler = serve(endpoint);
