import { createPlatform } from '../../lib/store/platform.ts';
import type { Patterns } from '../support/pattern.ts';

export const patterns: Patterns = {
  'platform.createPlatform': {
    does: 'create the platform with its first administrator',
    keys: '`V#0`: `UNIT`, `USER#…`, `ROLES`; `UID#…`',
    roundTrips: '1',
    cost: '8 w',
    call: (reference) => async () =>
      createPlatform(await reference.openEmpty(), { uid: 'admin', hash: 'none', allItems: [1, 2, 3] }, reference.now),
  },
};
