import { codeFields, requireCode } from '../../lib/domain/ingredient/named-code.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { changeValues, markKind } from '../../lib/store/ingredient/code-values.ts';

export const { endpoint, handler } = defineEndpoint('removeMark', 'DELETE /api/ingredient/mark', {
  permission: 'mark.edit',
  logged: { kind: '食材', text: '取消食材打标' },
  input: codeFields,
  reasons: ['unit_not_found'],
  summary: 'Removes the mark of an ingredient. Where it has none, nothing changes.',
  example: { nutrient: '072004' },
  handle: async ({ input, caller, deps }) => {
    await changeValues(deps.db, caller.vender, markKind, new Map([[requireCode(input), undefined]]));
  },
});
