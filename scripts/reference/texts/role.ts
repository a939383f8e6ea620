import type { Documentation } from './documentation.ts';

const items = {
  zh: '本端权限项的编号（`GET /api/role/item`），以逗号分隔；每个一次，顺序不限。',
  en: 'Ids of permission items of the own side (`GET /api/role/item`), separated by commas; each once, the order does not matter.',
};

export const documentation: Documentation = {
  about: { zh: '单位的角色及其权限项', en: 'Roles of a unit and the permission items they consist of' },
  operations: {
    listPermissionItems: {
      description: {
        zh: '调用者所在端的角色可以拥有的权限项。对所有单位都相同，只随版本变化。',
        en: `The permission items that roles of the caller's side can have. They are the same for all units and
        change with a release only.`,
      },
      examples: { school: {} },
    },
    listRoles: {
      description: {
        zh: `调用者本单位的全部角色。第一个类型为 \`系统角色\`，拥有本端的全部权限项，是主账号的角色；不能修改，
          也不能删除。`,
        en: `All roles of the caller's own unit. The first, of type \`系统角色\`, holds every item of the side and
        is that of the main account; it can be neither changed nor deleted.`,
      },
      examples: { all: {} },
    },
    createRole: {
      description: {
        zh: '在调用者本单位新建角色。不能授予自己没有的权限项。',
        en: `Creates a role in the caller's own unit. Nobody can grant an item that he does not hold himself.`,
      },
      parameters: {
        roleName: {
          zh: '名称，1 至 100 个字符，不与本单位的其他角色重名。',
          en: 'Name, 1 to 100 characters, not yet that of a role of the unit.',
        },
        items: { zh: `${items.zh}传空或不传：没有权限项。`, en: `${items.en} Empty or absent: none.` },
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
      description: {
        zh: `删除调用者本单位的角色。它的用户仍在，但没有角色，从下一次调用起不再有它的权限。不能删除自己的角色，
          也不能删除拥有自己没有的权限项的角色。`,
        en: `Deletes a role of the caller's own unit. Its users stay, without a role and from their next call on
        without its permissions. Nobody can delete his own role, nor one that holds an item that he does not hold.`,
      },
      parameters: { roleId: { zh: '本单位的角色编号。', en: 'Id of a role of the own unit.' } },
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
      description: {
        zh: `修改调用者本单位的角色：不传的字段不变。它的用户从下一次调用起按新的权限项。不能修改自己的角色，
          不能加入自己没有的权限项，也不能从拥有自己没有的权限项的角色中去掉权限项。`,
        en: `Changes a role of the caller's own unit: what is absent stays. Its users have the new items from
        their next call on. Nobody can change his own role, or add an item that he does not hold himself, or take
        items out of a role that holds one that he does not.`,
      },
      parameters: {
        roleId: { zh: '本单位的角色编号。', en: 'Id of a role of the own unit.' },
        roleName: {
          zh: '新名称，1 至 100 个字符；不传：不变。',
          en: 'New name, 1 to 100 characters; absent: unchanged.',
        },
        items: { zh: `${items.zh}传空：没有权限项；不传：不变。`, en: `${items.en} Empty: none; absent: unchanged.` },
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
