import * as z from 'zod/mini';
import { hasPermission, screenPermissions } from '../../lib/auth/permissions.ts';
import { ScreenRecord } from '../../lib/domain/screen/screen.ts';
import { toId } from '../../lib/domain/values/id.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { listScreens } from '../../lib/store/screen/screen.ts';

export const { endpoint, handler } = defineEndpoint('findScreens', 'GET /api/screen', {
  permission: screenPermissions,
  output: z.array(ScreenRecord),
  summary: 'The display screens of the forms that the caller may see, newest first.',
  handle: async ({ caller, deps }) => {
    const screens = await listScreens(deps.db, caller.vender);
    const visible = screens.filter(({ form }) => hasPermission(caller, `screen.${form}`));
    return visible.map((screen) => ({ ...screen, id: toId(screen.vender, screen.number) }));
  },
});
