import { defineEndpoint } from '../../lib/http/serve.ts';
import { endSession } from '../../lib/store/user/session.ts';

export const { endpoint, handler } = defineEndpoint({
  id: 'signOut',
  route: 'POST /api/logout',
  side: 'any',
  permission: 'session',
  allowsClosedUnits: true,
  access: 'write',
  logged: { kind: '登录与密码', text: '退出登录' },
  reasons: ['changed_meanwhile'],
  summary: 'Ends this session.',
  examples: [{}],
  handle: ({ caller, deps }) => endSession(deps.db, caller.vender, caller.sessionId),
});
