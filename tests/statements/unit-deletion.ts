import * as deletion from '../../lib/store/unit-deletion.ts';
import { always, never, type Patterns } from '../support/statements/pattern.ts';

export const patterns: Patterns = {
  'unit-deletion.deleteUnit': {
    does: 'delete a unit',
    keys: '`V#12` / all; `UID#…` of its users; `UNITNAME#…`; `UNITS`: `HEAD`, row; `TASKS`',
    roundTrips: '19; by size',
    cost: '15 r, 20 w; 1 w per KB of each item, 6 w per standard; at most 500 of both',
    call: async (reference) => {
      const id = await reference.addUnit();
      return (db) => deletion.deleteUnit(db, id);
    },
  },
  'unit-deletion.finishUnitDeletion': {
    does: 'finish deleting a unit',
    keys: '`V#12` / all; `TASKS`',
    roundTrips: '17; by size',
    cost: '14 r, 6 w; 1 w per KB of each item',
    call: async (reference) => {
      const id = await reference.addUnit();
      await deletion.deleteUnit(reference.service.deps.db, id, always);
      return (db) => deletion.finishUnitDeletion(db, id, { isTimeUp: never });
    },
  },
};
