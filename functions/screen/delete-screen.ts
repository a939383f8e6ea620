import * as z from 'zod/mini';
import { demandPermission } from '../../lib/auth/permissions.ts';
import { id } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { deleteScreen } from '../../lib/store/screen/screen.ts';

export const endpoint = defineEndpoint({
  id: 'deleteScreen',
  route: 'DELETE /api/screen',
  side: 'business',
  permission: ['screen.wall', 'screen.led'],
  access: 'write',
  input: z.object({ id: id() }),
  reasons: ['screen_not_found', 'changed_meanwhile'],
  summary: {
    zh: '删除数据大屏；30 天内它的地址会说明已删除',
    en: 'Delete a display screen; its address tells so for 30 days',
  },
  handle: ({ input, caller, deps }) =>
    deleteScreen(deps.db, caller.vender, input.id, {
      now: deps.now(),
      demand: ({ form }) => demandPermission(caller, `screen.${form}`),
    }),
});

export const handler = serve(endpoint);
