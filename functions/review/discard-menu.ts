import { about, id } from '../../lib/domain/values/fields.ts';
import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { discardChanges } from '../../lib/store/menu/menu-change.ts';

export const { endpoint, handler } = defineEndpoint('discardMenu', 'POST /api/menu/discard', {
  permission: 'menu.edit',
  logged: { kind: '食谱', text: '放弃修改食谱' },
  input: { id: about('A menu of the own unit.', id()) },
  isVersioned: true,
  reasons: ['menu_not_found', 'menu_pending', 'menu_published', 'menu_not_live'],
  summary: 'Discards the changes of a menu: it gets the content of its live revision again.',
  example: { id: '1000005' },
  handle: async ({ input, caller, deps, isExpectedVersion }) => {
    const options = { now: deps.now(), isExpectedVersion };
    return new Answer({ version: await discardChanges(deps.db, caller.vender, input.id, options) });
  },
});
