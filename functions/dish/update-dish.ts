import * as z from 'zod/mini';
import { demandOwn, dishFields, locateDish, MOST_DISHES_AT_ONCE, requireUnits } from '../../lib/domain/dish.ts';
import { id, idList, NAME_MAX, requiredText } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { Created } from '../../lib/http/reply.ts';
import { serve } from '../../lib/http/serve.ts';
import { findDish } from '../../lib/store/dish/dish.ts';
import { updateDish } from '../../lib/store/dish/dish-change.ts';

export const endpoint = defineEndpoint({
  id: 'updateDish',
  route: 'POST /api/dish',
  side: 'any',
  permission: 'dish.edit',
  access: 'write',
  creates: true,
  input: z.object({
    id: id(),
    ...dishFields,
    name: z.optional(requiredText(NAME_MAX)),
    vendors: z.optional(idList(MOST_DISHES_AT_ONCE)),
  }),
  isVersioned: true,
  reasons: [
    'dish_not_found',
    'unknown_unit',
    'foreign_unit',
    'quota_reached',
    'too_many_dishes',
    'payload_too_large',
    'changed_meanwhile',
  ],
  summary: {
    zh: '修改菜品，把它移到别的单位，或把修改后的副本给别的单位',
    en: 'Change a dish, move it or give copies of the result to other units',
  },
  prefetch: ({ input, deps }) => findDish(deps.db, input.id),
  handle: async ({ input: { id: one, vendors, ...change }, caller, deps, prefetched, isTimeUp, isMeant }) => {
    demandOwn(caller, locateDish(one).unit);
    const units = vendors === undefined || vendors.length === 0 ? undefined : requireUnits(caller, vendors);
    const options = { units, isMeant, now: deps.now(), isTimeUp, known: prefetched };
    return Created.of(await updateDish(deps.db, one, change, options), '/api/dish?id=');
  },
});

export const handler = serve(endpoint);
