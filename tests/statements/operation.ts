import { listOperations } from '../../lib/store/operation.ts';
import type { Patterns } from '../support/statements/pattern.ts';
import { empty, ownUnit, paging, type Statements } from '../support/statements/statement.ts';

export const statements: Statements = {
  'GET /api/log': {
    side: 'any',
    items: { admin: [1, 14], business: [34, 36] },
    parameters: { vender: ownUnit, from: empty, pageSize: paging.pageSize },
    cost: [2, 5, 0],
  },
};

export const patterns: Patterns = {
  'operation.listOperations': {
    does: "read a part of a unit's log of operations",
    keys: '`V#12#LOG` / from a time backwards',
    roundTrips: '1',
    cost: '1 r; 1 r per 4 KB',
    call: () => (db) => listOperations(db, 1, { from: undefined, size: 20 }),
  },
};
