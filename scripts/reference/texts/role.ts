import type { Documentation } from './documentation.ts';

const items =
  'Ids of permission items of the own side (`GET /api/role/item`), separated by commas; each once, the order does not matter.';

export const documentation: Documentation = {
  about: 'Roles of a unit and the permission items they consist of',
  operations: {
    listPermissionItems: {
      description: `The permission items that roles of the caller's side can have. They are the same for all units and
        change with a release only.`,
      examples: { school: {} },
    },
    listRoles: {
      description: `All roles of the caller's own unit. The first, of type \`系统角色\`, holds every item of the side and
        is that of the main account; it can be neither changed nor deleted.`,
      examples: { all: {} },
    },
    createRole: {
      description: `Creates a role in the caller's own unit. Nobody can grant an item that he does not hold himself.`,
      parameters: {
        roleName: 'Name, 1 to 100 characters, not yet that of a role of the unit.',
        items: `${items} Empty or absent: none.`,
      },
      examples: {
        buyer: {
          parameters: { roleName: '采购员', items: '23,25' },
          headers: { 'Idempotency-Key': 'role-2026-09-01-1' },
        },
      },
      failures: {
        invalid_input: { parameters: { roleName: '', items: '23;25' } },
        unknown_permission_item: { parameters: { roleName: '采购员', items: '1,23' } },
        cannot_grant: { as: 'limei', parameters: { roleName: '采购员', items: '23,34' } },
        duplicate_role_name: { parameters: { roleName: '营养师', items: '23' } },
      },
    },
    deleteRole: {
      description: `Deletes a role of the caller's own unit. Its users stay, without a role and from their next call on
        without its permissions. Nobody can delete his own role, nor one that holds an item that he does not hold.`,
      parameters: { roleId: 'Id of a role of the own unit.' },
      examples: { unused: { parameters: { roleId: 1000005 } } },
      failures: {
        invalid_input: { parameters: { roleId: 0 } },
        role_not_found: { parameters: { roleId: 2000001 } },
        protected_role: { parameters: { roleId: 1000001 } },
        protected_self: { as: 'chenjing', parameters: { roleId: 1000004 } },
        outranked: { as: 'limei', parameters: { roleId: 1000004 } },
      },
    },
    updateRole: {
      description: `Changes a role of the caller's own unit: what is absent stays. Its users have the new items from
        their next call on. Nobody can change his own role, or add an item that he does not hold himself, or take
        items out of a role that holds one that he does not.`,
      parameters: {
        roleId: 'Id of a role of the own unit.',
        roleName: 'New name, 1 to 100 characters; absent: unchanged.',
        items: `${items} Empty: none; absent: unchanged.`,
      },
      examples: { more: { parameters: { roleId: 1000003, roleName: '仓库管理员', items: '23,24' } } },
      failures: {
        invalid_input: { parameters: { roleId: 1000003, items: '23,x' } },
        role_not_found: { parameters: { roleId: 2000002, roleName: '采购员' } },
        protected_role: { parameters: { roleId: 1000001, roleName: '校长' } },
        unknown_permission_item: { parameters: { roleId: 1000003, items: '99' } },
        cannot_grant: { as: 'limei', parameters: { roleId: 1000003, items: '34' } },
        outranked: { as: 'limei', parameters: { roleId: 1000004, items: '' } },
        protected_self: { as: 'limei', parameters: { roleId: 1000002, items: '21' } },
        duplicate_role_name: { parameters: { roleId: 1000003, roleName: '营养师' } },
      },
    },
  },
};
