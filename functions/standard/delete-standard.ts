import { about, id } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { deleteStandard } from '../../lib/store/standard.ts';

export const { endpoint, handler } = defineEndpoint('deleteStandard', 'DELETE /api/nutrition', {
  permission: 'standard.delete',
  logged: { kind: '营养标准', text: '删除营养标准' },
  input: { id: about('A standard.', id()) },
  reasons: ['standard_not_found'],
  summary: 'Deletes a nutrition standard for all units.',
  example: { id: '3' },
  handle: ({ input, deps }) => deleteStandard(deps.db, input.id),
});
