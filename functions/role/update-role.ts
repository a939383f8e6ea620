import * as z from 'zod/mini';
import { demandItemsOfSide, MOST_ITEMS } from '../../lib/auth/permissions.ts';
import { guardRoleEdit } from '../../lib/domain/user/actor.ts';
import { id, idList, NAME_MAX, newName } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { updateRole } from '../../lib/store/user/role.ts';

export const endpoint = defineEndpoint({
  id: 'updateRole',
  route: 'POST /api/role',
  side: 'any',
  permission: 'role.edit',
  access: 'write',
  input: z.object({
    roleId: id(),
    roleName: z.optional(newName(NAME_MAX)),
    items: z.optional(idList(MOST_ITEMS)),
  }),
  reasons: [
    'role_not_found',
    'protected_role',
    'unknown_permission_item',
    'cannot_grant',
    'outranked',
    'protected_self',
    'duplicate_role_name',
    'quota_reached',
    'unit_not_found',
    'changed_meanwhile',
  ],
  summary: { zh: '修改本单位的角色', en: 'Change a role of the own unit' },
  handle: async ({ input: { roleId, roleName, items }, caller, deps }) => {
    if (items) demandItemsOfSide(caller.side, items);
    await updateRole(deps.db, caller.vender, roleId, { roleName, roleItems: items }, (role, next) =>
      guardRoleEdit(caller, role, next),
    );
  },
});

export const handler = serve(endpoint);
