import * as z from 'zod/mini';
import { hashAddressToken, makeAddressToken } from '../../lib/auth/address-token.ts';
import { LINK_LIFE_S, printableAddress, printablePaths } from '../../lib/domain/link.ts';
import { about } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { createLink } from '../../lib/store/link.ts';
import { normaliseKey } from '../../lib/text/normal-form.ts';

export const { endpoint, handler } = defineEndpoint('createLink', 'POST /api/link', {
  permission: 'session',
  logged: { kind: '大屏与打印', text: '新建打印链接' },
  input: { path: about(`One of ${printablePaths.join(', ')}, with its query.`, printableAddress()) },
  output: z.object({ address: z.string() }),
  summary:
    'Makes an address that a browser can open, to print. Opened within ' +
    `${LINK_LIFE_S} seconds, it answers once what \`path\` answers to this caller then.`,
  example: { path: '/api/menu/sheet.html?id=1000006' },
  handle: async ({ input, caller: { uid, vender, sessionId }, deps }) => {
    const token = makeAddressToken();
    // `input.path` is parsed into a path and its query.
    const link = { ...input.path, uid: normaliseKey(uid), vender, sessionId };
    await createLink(deps.db, hashAddressToken(token), link, deps.now());
    return { address: `/print/${token}` };
  },
});
