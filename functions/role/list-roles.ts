import * as z from 'zod/mini';
import { RoleRecord } from '../../lib/domain/user/role.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { getUnitRoles } from '../../lib/store/user/unit-roles.ts';

export const { endpoint, handler } = defineEndpoint('listRoles', 'GET /api/role', {
  permission: ['role.view', 'role.create', 'role.edit', 'role.delete', 'user.view', 'user.create', 'user.edit'],
  output: z.array(RoleRecord),
  reasons: ['unit_not_found'],
  summary: 'The roles of the own unit. The first, of type `系统角色`, holds every item and cannot be changed.',
  handle: async ({ caller: { vender }, deps }) => {
    const { roles } = await getUnitRoles(deps.db, vender);
    return roles.map((role) => ({ ...role, vender }));
  },
});
