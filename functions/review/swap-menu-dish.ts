import * as z from 'zod/mini';
import { itemFields } from '../../lib/domain/menu/item-fields.ts';
import { confirmations } from '../../lib/domain/menu/review.ts';
import { toDay } from '../../lib/domain/values/calendar.ts';
import { about, choice, id, MAX_FREE_TEXT_LENGTH, requiredText } from '../../lib/domain/values/fields.ts';
import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { swapDish } from '../../lib/store/menu/menu-swap.ts';

export const { endpoint, handler } = defineEndpoint('swapMenuDish', 'POST /api/menu/swap', {
  permission: 'menu.edit',
  logged: { kind: '食谱', text: '换掉食谱里的菜' },
  // More memory brings more processor time: the whole revision is read, analysed and compressed.
  memoryMegabytes: 1024,
  input: {
    ...itemFields,
    day: about('The day of the live revision, from 1: today or tomorrow.', itemFields.day),
    dish: about('The dish to be replaced.', id()),
    with: about('The dish to serve instead, of the own unit or of the library.', id()),
    comment: about('The reason, for the platform.', requiredText(MAX_FREE_TEXT_LENGTH)),
    confirm: about(
      '`allergen` confirms a dish that groups get although they should avoid it, `forbidden` one that the standard ' +
        'forbids; or both, separated by a comma.',
      z.optional(choice(confirmations)),
    ),
  },
  isVersioned: true,
  reasons: [
    'menu_not_found',
    'menu_pending',
    'menu_not_live',
    'menu_too_large',
    'too_many_revisions',
    'allergens_unconfirmed',
    'forbidden_unconfirmed',
  ],
  summary:
    'Replaces a dish of a live menu today or tomorrow, for the same groups and with the same portion. The result is a new ' +
    'revision, which is live at once without review. Everything else in it stays as it was frozen; the new dish is as it ' +
    'is now. The draft is changed likewise where it still serves the dish in that meal.',
  example: { id: '1000008', day: '2', meal: 'lunch', dish: '1000001', with: '1000002', comment: '鸡蛋未到货' },
  handle: async ({ input, caller: { vender, uid, name: userName }, deps, isExpectedVersion }) => {
    const { id: menuId, comment, confirm: confirmation, ...swap } = input;
    const now = deps.now();
    const today = toDay(now, deps.env.timeZone);
    const request = { swap, uid, userName, now, isExpectedVersion, comment, confirmation, today };
    return new Answer({ version: await swapDish(deps.db, vender, menuId, request) });
  },
});
