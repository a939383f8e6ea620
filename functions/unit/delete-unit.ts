import { about, id } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { deleteUnit } from '../../lib/store/unit-deletion.ts';

export const { endpoint, handler } = defineEndpoint('deleteUnit', 'DELETE /api/vender', {
  permission: 'unit.delete',
  logged: { kind: '单位与设置', text: '删除单位' },
  input: { vender: about('A unit.', id()) },
  reasons: ['unit_not_found'],
  summary:
    'Deletes a unit with everything that belongs to it. Its sessions end at once; what is left is removed ' +
    'within the hour.',
  example: { vender: '5' },
  handle: ({ input, deps, isTimeUp }) => deleteUnit(deps.db, input.vender, isTimeUp),
});
