import * as z from 'zod/mini';
import { hasPermission, screenPermissions } from '../../lib/auth/permissions.ts';
import { ScreenRecord, toScreenRecord } from '../../lib/domain/screen/screen.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { listScreens } from '../../lib/store/screen/screen.ts';

export const { endpoint, handler } = defineEndpoint({
  id: 'findScreens',
  route: 'GET /api/screen',
  side: 'business',
  permission: screenPermissions,
  output: z.array(ScreenRecord),
  summary: 'The display screens of the forms that the caller may see, newest first.',
  handle: async ({ caller, deps }) => {
    const screens = await listScreens(deps.db, caller.vender);
    return screens.filter(({ form }) => hasPermission(caller, `screen.${form}`)).map(toScreenRecord);
  },
});
