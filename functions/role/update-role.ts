import * as z from 'zod/mini';
import { MAX_ITEMS, requireItemsOfSide } from '../../lib/auth/permissions.ts';
import { requireMayEditRole } from '../../lib/domain/user/actor.ts';
import { about, id, MAX_NAME_LENGTH, newName } from '../../lib/domain/values/fields.ts';
import { idList } from '../../lib/domain/values/list-fields.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { updateRole } from '../../lib/store/user/role.ts';

export const { endpoint, handler } = defineEndpoint('updateRole', 'POST /api/role', {
  permission: 'role.edit',
  logged: { kind: '用户与角色', text: '修改角色' },
  input: {
    roleId: about('A role of the own unit.', id()),
    roleName: about('Name that no other role of the unit has.', z.optional(newName(MAX_NAME_LENGTH))),
    items: about('Permission items of the own side, by their ids.', z.optional(idList(MAX_ITEMS))),
  },
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
  ],
  summary: 'Changes a role of the own unit. Its users have the new items from their next call on.',
  example: { roleId: '1000003', roleName: '仓库管理员', items: '23,24' },
  handle: async ({ input: { roleId, roleName, items }, caller, deps }) => {
    if (items) requireItemsOfSide(caller.side, items);
    await updateRole(deps.db, caller.vender, roleId, { roleName, roleItems: items }, (role, next) =>
      requireMayEditRole(caller, role, next),
    );
  },
});
