import { configFields } from '../../lib/domain/unit.ts';
import { about, id } from '../../lib/domain/values/fields.ts';
import { AppError } from '../../lib/errors.ts';
import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { configureUnit } from '../../lib/store/unit/unit-change.ts';

export const { endpoint, handler } = defineEndpoint('updateConfig', 'POST /api/vender/config', {
  permission: 'config.edit',
  logged: { kind: '单位与设置', text: '修改配餐设置' },
  input: { vender: about('The own unit.', id()), ...configFields },
  isVersioned: true,
  reasons: ['foreign_unit', 'unit_not_found'],
  summary:
    'Sets the shares of the meals in the energy of a day, what meals are made of, and what the kitchen can cook at once.',
  example: {
    vender: '1',
    breakfast: '25',
    lunch: '35',
    afternoonSnack: '10',
    dinner: '30',
    template: '{"lunch":[{"marks":["小荤","半荤"],"min":1,"max":1}]}',
    capacity: '{"炸":1,"all":7}',
  },
  handle: async ({ input: { vender, ...config }, caller, deps, isExpectedVersion }) => {
    if (vender !== caller.vender) throw new AppError('foreign_unit');
    return new Answer({ version: await configureUnit(deps.db, vender, config, isExpectedVersion) });
  },
});
