import { standardFields } from '../../lib/domain/standard-fields.ts';
import { about, id } from '../../lib/domain/values/fields.ts';
import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { updateStandard } from '../../lib/store/standard.ts';

export const { endpoint, handler } = defineEndpoint('updateStandard', 'POST /api/nutrition', {
  permission: 'standard.edit',
  logged: { kind: '营养标准', text: '修改营养标准' },
  input: { id: about('A standard.', id()), ...standardFields },
  isVersioned: true,
  reasons: ['standard_not_found', 'unknown_unit', 'payload_too_large'],
  summary: 'Changes a nutrition standard, its figures or the units it is assigned to.',
  example: {
    id: '2',
    name: '学龄儿童膳食标准（旧）',
    vendors: '1',
    overflow: '0.25',
    foodCategoryDay: '{"谷类":250,"蔬菜类":300}',
    foodCategoryWeek: '{"水产品":350}',
    foodCategoryDayMax: '{"畜禽肉类":50}',
    foodCategoryWeekMax: '{"动物肝脏":25}',
    energyShares: '{"fat":{"min":0.2,"max":0.3}}',
    forbidden: '042110,045412',
    forbiddenMarks: '冷荤',
    unitCategories: '小学',
    ingredient: '{"轻体力":{"蛋白质":{"min":50,"max":75,"ul":100},"钙":{"min":800,"max":1200}}}',
  },
  handle: async ({ input: { id: standardId, ...change }, deps, isExpectedVersion }) =>
    new Answer({ version: await updateStandard(deps.db, standardId, change, isExpectedVersion) }),
});
