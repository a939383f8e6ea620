import { menuFields } from '../../lib/domain/menu/menu-fields.ts';
import { required } from '../../lib/domain/values/fields.ts';
import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { createMenu } from '../../lib/store/menu/menu-change.ts';

export const { endpoint, handler } = defineEndpoint('createMenu', 'PUT /api/menu', {
  permission: 'menu.create',
  logged: { kind: '食谱', text: '新建食谱' },
  answersNewIds: true,
  isVersioned: true,
  input: {
    ...menuFields,
    name: required(menuFields.name),
    start: required(menuFields.start),
    groups: required(menuFields.groups),
  },
  reasons: ['quota_reached', 'unit_not_found'],
  summary: 'Creates a menu in the own unit. It is a draft.',
  example: {
    name: '第二周',
    start: '2026-09-14',
    days: '5',
    meals: 'breakfast,lunch',
    groups:
      '[{"level":"轻体力","people":320},{"name":"避花生","level":"轻体力","people":4,"avoid":["花生"]},{"name":"教师","level":"中体力","people":45,"factor":1.2,"meals":["lunch"],"standard":1}]',
    standard: '1',
    items:
      '[{"day":1,"meal":"lunch","dish":1},{"day":1,"meal":"lunch","dish":1000001,"portion":1.5},{"day":2,"meal":"lunch","dish":1000002,"groups":["轻体力","教师"]}]',
  },
  handle: async ({ input, caller, deps }) =>
    Answer.created([await createMenu(deps.db, caller.vender, input, deps.now())], '/api/menu?id='),
});
