import { codeFields, requireCode } from '../../lib/domain/ingredient/named-code.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { changeValues, priceKind } from '../../lib/store/ingredient/code-values.ts';

export const { endpoint, handler } = defineEndpoint('removePrice', 'DELETE /api/ingredient/price', {
  permission: 'price.edit',
  logged: { kind: '食材', text: '取消食材价格' },
  input: codeFields,
  reasons: ['unit_not_found'],
  summary: 'Removes the price of an ingredient. Where it has none, nothing changes.',
  example: { nutrient: '072004' },
  handle: async ({ input, caller, deps }) => {
    await changeValues(deps.db, caller.vender, priceKind, new Map([[requireCode(input), undefined]]));
  },
});
