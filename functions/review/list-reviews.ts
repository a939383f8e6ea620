import * as z from 'zod/mini';
import { menuUnit } from '../../lib/domain/menu/menu.ts';
import {
  PendingPage,
  pendingCursor,
  ReviewRecord,
  reviewActions,
  toReviewRecord,
} from '../../lib/domain/menu/review.ts';
import { boolean, emptyOrChoice, id, integer, paging } from '../../lib/domain/values/fields.ts';
import { pageOf } from '../../lib/domain/values/page.ts';
import { AppError } from '../../lib/errors.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { listPending, listReviews, readReviewsHead } from '../../lib/store/menu/review.ts';
import { demandAskedUnit } from '../../lib/store/unit/unit.ts';

export const endpoint = defineEndpoint({
  id: 'listReviews',
  route: 'GET /api/menu/review',
  side: 'any',
  permission: 'record.view',
  access: 'read',
  input: z.object({
    vender: z.optional(integer(0, Number.MAX_SAFE_INTEGER)),
    menu: z.optional(id()),
    action: emptyOrChoice(reviewActions),
    pending: z.optional(boolean()),
    from: pendingCursor(),
    ...paging,
  }),
  output: z.union([pageOf(ReviewRecord), PendingPage]),
  reasons: ['admin_side_only', 'foreign_unit', 'unit_not_found'],
  summary: {
    zh: '一个单位的食谱审核记录，最新的在前，分页；平台还可查询待审核的食谱',
    en: 'What was done with the menus of a unit, newest first, by page; for the platform also what waits for review',
  },
  prefetch: async ({ input: { vender, pending }, session, deps }) => {
    if (pending) return undefined;
    const head = readReviewsHead(deps.db, vender ?? session.vender);
    await Promise.all([head, demandAskedUnit(deps.db, session.vender, vender)]);
    return head;
  },
  handle: async ({ input, caller, deps, prefetched: head }) => {
    const { vender, pending, from, pageNo, pageSize, ...filter } = input;
    if (pending) {
      if (caller.side === 'business') throw new AppError('admin_side_only');
      return listPending(deps.db, { from, size: pageSize });
    }
    const page = await listReviews(deps.db, menuUnit(caller, vender), { pageNo, pageSize }, filter, head);
    return { ...page, content: page.content.map((review) => toReviewRecord(review, caller.vender)) };
  },
});

export const handler = serve(endpoint);
