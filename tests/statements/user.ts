import { empty, newName, newRole, newUser, password, type Statements, value } from '../support/statement.ts';

export const statements: Statements = {
  'GET /api/user/check': {
    side: 'any',
    parameters: { uid: newName('account', '新用户') },
    cost: [2, 5, 0],
    demo: () => ({ uid: 'lixuemei' }),
  },
  'PUT /api/user': {
    side: 'any',
    items: { admin: [15], business: [37] },
    parameters: {
      uid: newName('account', '厨师'),
      name: value('李师傅'),
      password,
      roleId: newRole,
      phone: value('010-2'),
    },
    operation: 'createUser',
    cost: [3, 5, 8],
  },
  'DELETE /api/user': {
    side: 'any',
    items: { admin: [15], business: [39] },
    parameters: { uid: newUser },
    operation: 'deleteUser',
    cost: [3, 8, 8],
  },
  'POST /api/user': {
    side: 'any',
    items: { admin: [15], business: [38] },
    parameters: { uid: newUser, name: value('张师傅'), password, roleId: newRole, phone: empty },
    operation: 'updateUser',
    cost: [3, 8, 8],
  },
  'GET /api/user': {
    side: 'any',
    items: { admin: [14, 15], business: [36, 37, 38, 39] },
    parameters: {},
    cost: [2, 6, 0],
  },
};
