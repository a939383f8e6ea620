import * as z from 'zod/mini';
import { chooseMenuUnit } from '../../lib/domain/menu/menu.ts';
import { PendingPage, ReviewRecord, reviewActions, toReviewRecord } from '../../lib/domain/menu/review.ts';
import { about, boolean, choice, cursor, id, integer, paging } from '../../lib/domain/values/fields.ts';
import { locate } from '../../lib/domain/values/id.ts';
import { makePageSchema } from '../../lib/domain/values/page.ts';
import { AppError } from '../../lib/errors.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { listPendingMenus, listReviews } from '../../lib/store/menu/review.ts';
import { requireRequestedUnit } from '../../lib/store/unit/unit.ts';

export const { endpoint, handler } = defineEndpoint('listReviews', 'GET /api/menu/review', {
  permission: 'record.view',
  input: {
    vender: about(
      'The unit whose records to list; absent: for a unit its own, for the platform its own decisions.',
      z.optional(integer(0, Number.MAX_SAFE_INTEGER)),
    ),
    menu: about('Only records of this menu.', z.optional(id())),
    action: about(
      'Only submitted (`提交`), withdrawn (`撤回`), approved (`通过`), rejected (`驳回`), published without review (`免审`), ' +
        'taken down (`下架`), or another dish served (`换菜`).',
      z.optional(choice(reviewActions)),
    ),
    pending: about('`true`: the menus that wait for review.', z.optional(boolean())),
    from: about(
      'With `pending`: the `next` of the page before; absent: from the menu that has waited longest.',
      cursor(/^\d{16}#\d{1,16}$/),
    ),
    ...paging,
  },
  output: z.union([makePageSchema(ReviewRecord), PendingPage]),
  reasons: ['admin_side_only', 'foreign_unit', 'unit_not_found'],
  summary:
    'The submissions, reviews and other changes of state of the menus of a unit by page, newest first. Without a unit, the ' +
    'platform gets its own decisions about menus of all units. With `pending=true`, for the platform alone: the menus of ' +
    'all units that wait for review, the longest waiting first, with what the mean of each group lacks and has too much of.',
  example: { vender: '1', menu: '1000006', action: '免审', pageSize: '2', pageNo: '0' },
  handle: async ({ input, caller, deps }) => {
    const { vender, pending, from, pageNo, pageSize, ...filter } = input;
    if (pending) {
      if (caller.side === 'business') throw new AppError('admin_side_only');
      return listPendingMenus(deps.db, from, pageSize);
    }
    // For the platform, a menu names its unit.
    const defaultUnit = caller.side === 'admin' && filter.menu !== undefined ? locate(filter.menu).unit : caller.vender;
    const [page] = await Promise.all([
      listReviews(deps.db, chooseMenuUnit(caller, vender ?? defaultUnit), { pageNo, pageSize }, filter),
      requireRequestedUnit(deps.db, caller.vender, vender),
    ]);
    return { ...page, content: page.content.map((review) => toReviewRecord(review, caller.vender)) };
  },
});
