import * as z from 'zod/mini';
import { demandReason, reviewResults } from '../../lib/domain/menu/review.ts';
import { choice, FREE_TEXT_MAX, id, integer, text } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { readReviewGround, reviewMenu } from '../../lib/store/menu/menu-transition.ts';

export const endpoint = defineEndpoint({
  id: 'reviewMenu',
  route: 'POST /api/menu/review',
  side: 'admin',
  permission: 'menu.review',
  access: 'write',
  input: z.object({
    id: id(),
    revision: integer(1, Number.MAX_SAFE_INTEGER),
    result: choice(reviewResults),
    comment: z._default(text(FREE_TEXT_MAX), ''),
  }),
  reasons: ['menu_not_found', 'menu_not_pending', 'day_full', 'quota_reached', 'changed_meanwhile'],
  summary: {
    zh: '通过或驳回待审核的食谱版本',
    en: 'Approve the revision of a menu that waits for review, or reject it',
  },
  prefetch: ({ input, deps }) => readReviewGround(deps.db, input.id),
  handle: async ({ input: { id: menu, ...judgement }, caller: { uid }, deps, prefetched: known }) => {
    demandReason(judgement);
    await reviewMenu(deps.db, menu, judgement, { uid, now: deps.now(), known });
  },
});

export const handler = serve(endpoint);
