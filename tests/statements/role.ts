import { empty, newName, newRole, type Statements } from '../support/statement.ts';

export const statements: Statements = {
  'GET /api/role/item': {
    side: 'any',
    items: { admin: [16, 17], business: [40, 41, 42] },
    parameters: {},
    cost: [2, 4, 0],
  },
  'PUT /api/role': {
    side: 'any',
    items: { admin: [17], business: [41] },
    parameters: { roleName: newName('nothing', '营养师'), items: empty },
    operation: 'createRole',
    cost: [3, 5, 4],
  },
  'DELETE /api/role': {
    side: 'any',
    items: { admin: [17], business: [43] },
    parameters: { roleId: newRole },
    operation: 'deleteRole',
    cost: [5, 6, 8],
  },
  'POST /api/role': {
    side: 'any',
    items: { admin: [17], business: [42] },
    parameters: { roleId: newRole, roleName: newName('nothing', '主厨'), items: empty },
    operation: 'updateRole',
    cost: [3, 5, 4],
  },
  'GET /api/role': {
    side: 'any',
    items: { admin: [14, 15, 16, 17], business: [36, 37, 38, 40, 41, 42, 43] },
    parameters: {},
    cost: [2, 5, 0],
  },
};
