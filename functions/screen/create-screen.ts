import { hashAddressToken, makeAddressToken } from '../../lib/auth/address-token.ts';
import { requirePermission, screenPermissions } from '../../lib/auth/permissions.ts';
import { NewScreen, newScreen, screenFields } from '../../lib/domain/screen/screen.ts';
import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { createScreen } from '../../lib/store/screen/screen.ts';

export const { endpoint, handler } = defineEndpoint('createScreen', 'PUT /api/screen', {
  permission: screenPermissions,
  logged: { kind: '大屏与打印', text: '新建大屏' },
  answersNewIds: true,
  input: screenFields,
  output: NewScreen,
  reasons: ['quota_reached', 'unit_not_found'],
  summary: 'Creates a display screen. Only this answer has its address, which is not stored.',
  example: { name: '二楼食堂', form: 'wall', levels: '["轻体力"]' },
  handle: async ({ input, caller, deps }) => {
    requirePermission(caller, `screen.${input.form}`);
    const token = makeAddressToken();
    const content = { ...newScreen(input), hash: hashAddressToken(token) };
    const id = await createScreen(deps.db, caller.vender, content);
    return Answer.created([id], '/api/screen', { body: { id, address: `/screen/${token}` } });
  },
});
