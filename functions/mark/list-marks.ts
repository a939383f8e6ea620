import * as z from 'zod/mini';
import { MarkRecord } from '../../lib/domain/ingredient/mark.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { markKind, readValues } from '../../lib/store/ingredient/code-values.ts';

export const { endpoint, handler } = defineEndpoint('listMarks', 'GET /api/ingredient/mark', {
  callers: 'business',
  permission: ['ingredient.view', 'mark.edit'],
  output: z.array(MarkRecord),
  summary: 'The marks of the own unit, in the order of the codes.',
  handle: async ({ caller, deps }) => {
    const markByCode = await readValues(deps.db, caller.vender, markKind);
    return [...markByCode].map(([nutrient, mark]) => ({ nutrient, mark }));
  },
});
