import { empty, ownUnit, paging, type Statements } from '../support/statement.ts';

export const statements: Statements = {
  'GET /api/log': {
    side: 'any',
    items: { admin: [1, 14], business: [34, 36] },
    parameters: { vender: ownUnit, from: empty, pageSize: paging.pageSize },
    cost: [2, 5, 0],
  },
};
