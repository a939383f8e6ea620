import * as imports from '../../lib/store/unit-import.ts';
import type { Patterns } from '../support/pattern.ts';

export const patterns: Patterns = {
  'unit-import.readUnitIcon': {
    does: 'icon of a unit',
    keys: '`V#12` / `ICON`',
    roundTrips: '1',
    cost: '1 r; the icon',
    call: () => (db) => imports.readUnitIcon(db, 1),
  },
  'unit-import.restoreRoles': {
    does: 'give an imported unit its roles',
    keys: '`V#12` / `ROLES`',
    roundTrips: '2',
    cost: '1 r, 2 w',
    call: () => (db) => imports.restoreRoles(db, 4, [{ number: 3, roleName: '库管', roleItems: [25] }]),
  },
  'unit-import.finishImport': {
    does: 'end the import of a unit',
    keys: '`V#12` / `UNIT`',
    roundTrips: '2',
    cost: '1 r, 2 w',
    call: () => (db) => imports.finishImport(db, 4, true),
  },
};
