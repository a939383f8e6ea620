import * as z from 'zod/mini';
import { dishFields, MOST_DISHES_AT_ONCE, newContent, requireUnits } from '../../lib/domain/dish.ts';
import { idList, NAME_MAX, requiredText } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { Created } from '../../lib/http/reply.ts';
import { serve } from '../../lib/http/serve.ts';
import { placeDishes } from '../../lib/store/dish/dish-placement.ts';

export const endpoint = defineEndpoint({
  id: 'createDish',
  route: 'PUT /api/dish',
  side: 'any',
  permission: 'dish.create',
  access: 'write',
  creates: true,
  input: z.object({
    ...dishFields,
    name: requiredText(NAME_MAX),
    mark: dishFields.mark.def.innerType,
    vendors: z.optional(idList(MOST_DISHES_AT_ONCE)),
  }),
  reasons: [
    'unknown_unit',
    'foreign_unit',
    'quota_reached',
    'too_many_dishes',
    'payload_too_large',
    'changed_meanwhile',
  ],
  summary: {
    zh: '在指定的各单位新建菜品，默认在本单位',
    en: 'Create a dish in each of the named units, by default in the own one',
  },
  handle: async ({ input: { vendors, icon, ...facts }, caller, deps, isTimeUp }) => {
    const units = requireUnits(caller, vendors);
    const { content, data } = newContent({ ...facts, icon }, deps.now());
    return Created.of(await placeDishes(deps.db, { content, icon: data, units }, isTimeUp), '/api/dish?id=');
  },
});

export const handler = serve(endpoint);
