import * as z from 'zod/mini';
import { MAX_ITEMS, requireItemsOfSide } from '../../lib/auth/permissions.ts';
import { requireMayGrant } from '../../lib/domain/user/actor.ts';
import { about, MAX_NAME_LENGTH, newName } from '../../lib/domain/values/fields.ts';
import { idList } from '../../lib/domain/values/list-fields.ts';
import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { createRole } from '../../lib/store/user/role.ts';

export const { endpoint, handler } = defineEndpoint('createRole', 'PUT /api/role', {
  permission: 'role.create',
  logged: { kind: '用户与角色', text: '新建角色' },
  answersNewIds: true,
  input: {
    roleName: about('Name that no other role of the unit has.', newName(MAX_NAME_LENGTH)),
    items: about('Permission items of the own side, by their ids.', z._default(idList(MAX_ITEMS), [])),
  },
  reasons: ['unknown_permission_item', 'cannot_grant', 'duplicate_role_name', 'quota_reached', 'unit_not_found'],
  summary: 'Creates a role in the own unit. Nobody can grant an item that he does not hold himself.',
  example: { roleName: '采购员', items: '23,25' },
  handle: async ({ input: { roleName, items }, caller, deps }) => {
    requireItemsOfSide(caller.side, items);
    requireMayGrant(caller, items);
    return Answer.created([await createRole(deps.db, caller.vender, { roleName, roleItems: items })], '/api/role');
  },
});
