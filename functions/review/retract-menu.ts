import { requireMenuAccess } from '../../lib/domain/menu/menu.ts';
import { about, id, MAX_FREE_TEXT_LENGTH, requiredText } from '../../lib/domain/values/fields.ts';
import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { retractMenu } from '../../lib/store/menu/menu-transition.ts';

export const { endpoint, handler } = defineEndpoint('retractMenu', 'POST /api/menu/retract', {
  permission: 'menu.retract',
  logged: { kind: '食谱', text: '撤下食谱' },
  input: {
    id: about('A menu of the own unit, for the platform of any.', id()),
    comment: about('The reason, for the unit.', requiredText(MAX_FREE_TEXT_LENGTH)),
  },
  isVersioned: true,
  reasons: ['menu_not_found', 'menu_not_live'],
  summary: 'Takes down the live revision of a menu. Where the platform does so, the next submission must be reviewed.',
  example: { id: '1000006', comment: '食材不足，停供' },
  handle: async ({ input, caller: { side, uid, vender, name: userName }, deps, isExpectedVersion }) => {
    requireMenuAccess({ vender }, input.id);
    const facts = { comment: input.comment, byPlatform: side === 'admin' };
    const actor = { uid, userName, now: deps.now(), isExpectedVersion };
    return new Answer({ version: await retractMenu(deps.db, input.id, facts, actor) });
  },
});
