import * as z from 'zod/mini';
import { demandMenuOf } from '../../lib/domain/menu/menu.ts';
import { FREE_TEXT_MAX, id, requiredText } from '../../lib/domain/values/fields.ts';
import { locate } from '../../lib/domain/values/id.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { retractMenu } from '../../lib/store/menu/menu-transition.ts';

export const endpoint = defineEndpoint({
  id: 'retractMenu',
  route: 'POST /api/menu/retract',
  side: 'any',
  permission: 'menu.retract',
  access: 'write',
  input: z.object({ id: id(), comment: requiredText(FREE_TEXT_MAX) }),
  reasons: ['menu_not_found', 'menu_not_live', 'quota_reached', 'changed_meanwhile'],
  summary: { zh: '下架食谱已生效的版本', en: 'Take down what is live of a menu' },
  handle: async ({ input, caller: { side, uid, vender }, deps }) => {
    demandMenuOf({ vender }, locate(input.id).unit);
    const facts = { comment: input.comment, byPlatform: side === 'admin' };
    await retractMenu(deps.db, input.id, facts, { uid, now: deps.now() });
  },
});

export const handler = serve(endpoint);
