import type { Statements } from '../support/statements/statement.ts';

export const statements: Statements = {
  'GET /api/basic/enum': { side: 'any', parameters: {}, cost: [2, 5, 0] },
};
