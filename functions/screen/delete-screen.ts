import { requirePermission, screenPermissions } from '../../lib/auth/permissions.ts';
import { about, id } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { deleteScreen } from '../../lib/store/screen/screen.ts';

export const { endpoint, handler } = defineEndpoint('deleteScreen', 'DELETE /api/screen', {
  permission: screenPermissions,
  logged: { kind: '大屏与打印', text: '删除大屏' },
  input: { id: about('A screen of the own unit.', id()) },
  reasons: ['screen_not_found'],
  summary: 'Deletes a display screen. Its address answers 410 for 30 days, then 404.',
  example: { id: '1000002' },
  handle: ({ input, caller, deps }) =>
    deleteScreen(deps.db, caller.vender, input.id, {
      now: deps.now(),
      guard: ({ form }) => requirePermission(caller, `screen.${form}`),
    }),
});
