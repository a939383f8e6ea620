import * as z from 'zod/mini';
import { categoryAmounts, MOST_VENDORS, nutrientRanges, overflow } from '../../lib/domain/standard.ts';
import { id, idList, NAME_MAX, requiredText } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { updateStandard } from '../../lib/store/standard.ts';

export const endpoint = defineEndpoint({
  id: 'updateStandard',
  route: 'POST /api/nutrition',
  side: 'admin',
  permission: 'standard.edit',
  access: 'write',
  input: z.object({
    id: id(),
    name: z.optional(requiredText(NAME_MAX)),
    vendors: z.optional(idList(MOST_VENDORS)),
    overflow: z.optional(overflow()),
    foodCategoryDay: z.optional(categoryAmounts()),
    foodCategoryWeek: z.optional(categoryAmounts()),
    ingredient: z.optional(nutrientRanges()),
  }),
  isVersioned: true,
  reasons: ['standard_not_found', 'unknown_unit', 'payload_too_large', 'changed_meanwhile'],
  summary: {
    zh: '修改营养标准、它的数值或它所分配的单位',
    en: 'Change a nutrition standard, its figures or the units it is assigned to',
  },
  handle: ({ input: { id: one, ...change }, deps, isMeant }) => updateStandard(deps.db, one, change, isMeant),
});

export const handler = serve(endpoint);
