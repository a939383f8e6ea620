import { about, id } from '../../lib/domain/values/fields.ts';
import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { withdrawMenu } from '../../lib/store/menu/menu-transition.ts';

export const { endpoint, handler } = defineEndpoint('withdrawMenu', 'POST /api/menu/withdraw', {
  permission: 'menu.edit',
  logged: { kind: '食谱', text: '撤回食谱' },
  input: { id: about('A menu of the own unit.', id()) },
  isVersioned: true,
  reasons: ['menu_not_found', 'menu_not_pending'],
  summary: 'Withdraws a menu that waits for review: it is a draft again.',
  example: { id: '1000004' },
  handle: async ({ input, caller: { vender, uid, name: userName }, deps, isExpectedVersion }) => {
    const actor = { uid, userName, now: deps.now(), isExpectedVersion };
    return new Answer({ version: await withdrawMenu(deps.db, vender, input.id, actor) });
  },
});
