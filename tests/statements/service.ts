import type { Statements } from '../support/statement.ts';

export const statements: Statements = {
  $default: { side: 'public', parameters: {}, cost: [0, 0, 0] },
  'GET /docs': { side: 'public', parameters: {}, cost: [0, 0, 0] },
  'GET /openapi.json': { side: 'public', parameters: {}, cost: [0, 0, 0] },
  'GET /health': { side: 'public', parameters: {}, cost: [1, 1, 0] },
};
