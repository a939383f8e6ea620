import * as z from 'zod/mini';
import { id } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { readSubmissionGround, submitMenu } from '../../lib/store/menu/menu-submission.ts';

export const endpoint = defineEndpoint({
  id: 'submitMenu',
  route: 'POST /api/menu/submit',
  side: 'business',
  permission: 'menu.edit',
  access: 'write',
  // More memory brings more processor time: all facts about the menu's foods are read and compressed.
  memory: 1024,
  input: z.object({ id: id() }),
  isVersioned: true,
  reasons: [
    'menu_not_found',
    'unit_not_found',
    'menu_pending',
    'menu_published',
    'menu_too_large',
    'too_many_revisions',
    'day_full',
    'quota_reached',
    'page_too_large',
    'changed_meanwhile',
  ],
  summary: {
    zh: '提交食谱：进入待审核，无需审核的直接发布',
    en: 'Submit a menu: it waits for review or, where none is needed, is published',
  },
  prefetch: ({ input, session, deps }) => readSubmissionGround(deps.db, session.vender, input.id),
  handle: ({ input, caller: { vender, uid }, deps, prefetched: known, isMeant }) =>
    submitMenu(deps.db, vender, input.id, { uid, now: deps.now(), known, isMeant }),
});

export const handler = serve(endpoint);
