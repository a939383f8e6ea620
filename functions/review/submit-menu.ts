import * as z from 'zod/mini';
import { confirmations } from '../../lib/domain/menu/review.ts';
import { about, choice, id } from '../../lib/domain/values/fields.ts';
import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { submitMenu } from '../../lib/store/menu/menu-submission.ts';

export const { endpoint, handler } = defineEndpoint('submitMenu', 'POST /api/menu/submit', {
  permission: 'menu.edit',
  logged: { kind: '食谱', text: '提交食谱' },
  // More memory brings more processor time: all facts about the menu's foods are read and compressed.
  memoryMegabytes: 1024,
  input: {
    id: about('A menu of the own unit.', id()),
    confirm: about(
      '`allergen` confirms dishes that groups get although they should avoid them, `forbidden` dishes that the standard ' +
        'forbids; or both, separated by a comma.',
      z.optional(choice(confirmations)),
    ),
  },
  isVersioned: true,
  reasons: [
    'menu_not_found',
    'unit_not_found',
    'menu_pending',
    'menu_published',
    'menu_too_large',
    'too_many_revisions',
    'day_full',
    'allergens_unconfirmed',
    'forbidden_unconfirmed',
    'page_too_large',
  ],
  summary:
    'Submits a menu: it waits for review or, where none is needed, is published. Its content and all data of its analysis ' +
    'are frozen as its next revision. With the `ETag` of the analysis as `If-Match`, it is submitted only if that analysis ' +
    'still holds.',
  example: { id: '1000003', confirm: 'allergen' },
  handle: async ({ input, caller: { vender, uid, name: userName }, deps, isExpectedVersion }) => {
    const actor = { uid, userName, now: deps.now(), isExpectedVersion, confirmation: input.confirm };
    return new Answer({ version: await submitMenu(deps.db, vender, input.id, actor) });
  },
});
