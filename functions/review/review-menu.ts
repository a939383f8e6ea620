import * as z from 'zod/mini';
import { menuComments } from '../../lib/domain/menu/comments.ts';
import { requireReason, reviewResults } from '../../lib/domain/menu/review.ts';
import { about, choice, id, integer, MAX_FREE_TEXT_LENGTH, text } from '../../lib/domain/values/fields.ts';
import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { reviewMenu } from '../../lib/store/menu/menu-transition.ts';

export const { endpoint, handler } = defineEndpoint('reviewMenu', 'POST /api/menu/review', {
  permission: 'menu.review',
  logged: { kind: '食谱', text: '审核食谱' },
  input: {
    id: about('A menu of any unit.', id()),
    revision: about(
      'The revision that was reviewed. If another one waits by now, nothing is changed.',
      integer(1, Number.MAX_SAFE_INTEGER),
    ),
    result: about('`通过`: approved; `驳回`: rejected.', choice(reviewResults)),
    comment: about('A comment for the unit, required for a rejection.', z._default(text(MAX_FREE_TEXT_LENGTH), '')),
    comments: about(
      'Comments for the unit on days, meals and dishes, shown until the next submission.',
      z._default(menuComments(), []),
    ),
  },
  isVersioned: true,
  reasons: ['menu_not_found', 'menu_not_pending', 'day_full'],
  summary:
    'Approves the revision of a menu that waits for review, or rejects it. An approved one replaces the live revision.',
  example: {
    id: '1000007',
    revision: '1',
    result: '通过',
    comment: '搭配合理',
    comments: '[{"day":1,"text":"可以再少些盐"}]',
  },
  handle: async ({ input: { id: menuId, ...judgement }, caller: { uid, name: userName }, deps, isExpectedVersion }) => {
    requireReason(judgement);
    const actor = { uid, userName, now: deps.now(), isExpectedVersion };
    return new Answer({ version: await reviewMenu(deps.db, menuId, judgement, actor) });
  },
});
