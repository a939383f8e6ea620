import { ConfigRecord, toConfigRecord } from '../../lib/domain/unit.ts';
import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { getUnit } from '../../lib/store/unit/unit.ts';

export const { endpoint, handler } = defineEndpoint('getConfig', 'GET /api/vender/config', {
  // Whoever plans sees what the unit's meals are made of.
  permission: ['config.view', 'config.edit', 'menu.create', 'menu.edit'],
  output: ConfigRecord,
  isVersioned: true,
  reasons: ['unit_not_found'],
  summary:
    'The shares of the meals in the energy of a day, in per cent with two decimals. Early and afternoon snack and supper ' +
    'are present only where they are not 0, `template` and `capacity` where they are set.',
  handle: async ({ caller, deps }) => {
    const { config, version } = await getUnit(deps.db, caller.vender);
    return new Answer({ body: toConfigRecord(config), version });
  },
});
