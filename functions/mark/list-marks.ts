import * as z from 'zod/mini';
import { MarkRecord } from '../../lib/domain/ingredient/mark.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { listMarksByUnit } from '../../lib/store/ingredient/mark.ts';

export const { endpoint, handler } = defineEndpoint('listMarks', {
  route: 'GET /api/ingredient/mark',
  side: 'business',
  permission: ['ingredient.view', 'mark.edit'],
  output: z.array(MarkRecord),
  summary: 'The marks of the own unit, in the order of the codes.',
  handle: async ({ caller, deps }) => {
    const markByCode = await listMarksByUnit(deps.db, caller.vender);
    return [...markByCode].map(([nutrient, mark]) => ({ nutrient, mark }));
  },
});
