import * as guide from '../../lib/store/guide.ts';
import type { Patterns } from '../support/statements/pattern.ts';
import type { Statements } from '../support/statements/statement.ts';

export const statements: Statements = {
  'GET /api/guide': {
    side: 'business',
    items: { business: [18] },
    parameters: {},
    cost: [3, 14, 0],
  },
};

export const patterns: Patterns = {
  'guide.readGuideGround': {
    does: 'count what a unit has, for the guide',
    keys: '`V#12` / `UNIT`, `ROLES`, `MARKS`; `V#12#DISH`, `V#12#MENU`, `V#12#RECORD`, `STANDARD` / `HEAD`; `V#12#MENU` / `LIVE#…`',
    roundTrips: '1',
    cost: '8 r; 1 r more per 4 KB of 200 live menus',
    call: () => (db) => guide.readGuideGround(db, 1),
  },
  'guide.findGuide': {
    does: 'count what a unit has, with its standards',
    keys: '`STANDARD`: rows of the blocks that changed',
    roundTrips: '1; 0 while standards stay as they are',
    cost: '1 r; rows of changed blocks',
    call: async ({ service }) => {
      const ground = await guide.readGuideGround(service.deps.db, 1);
      return (db) => guide.findGuide(db, 1, ground);
    },
  },
};
