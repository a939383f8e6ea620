import { about, id } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { deleteStandard } from '../../lib/store/standard.ts';

export const { endpoint, handler } = defineEndpoint({
  id: 'deleteStandard',
  route: 'DELETE /api/nutrition',
  side: 'admin',
  permission: 'standard.delete',
  logged: { kind: '营养标准', text: '删除营养标准' },
  input: { id: about('A standard.', id()) },
  reasons: ['standard_not_found', 'changed_meanwhile'],
  summary: 'Deletes a nutrition standard for all units.',
  examples: [{ id: '3' }],
  handle: ({ input, deps }) => deleteStandard(deps.db, input.id),
});
