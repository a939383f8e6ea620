import { defineEndpoint } from '../../lib/http/serve.ts';
import { endSession } from '../../lib/store/user/session.ts';

export const { endpoint, handler } = defineEndpoint('signOut', 'POST /api/logout', {
  permission: 'session',
  allowsClosedUnits: true,
  logged: { kind: '登录与密码', text: '退出登录' },
  summary: 'Ends this session.',
  handle: ({ caller, deps }) => endSession(deps.db, caller.vender, caller.sessionId),
});
