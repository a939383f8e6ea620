import * as z from 'zod/mini';
import { itemFields, placeOfItem } from '../../lib/domain/menu/menu-fields.ts';
import { Alternative, findAlternatives, marksBeside } from '../../lib/domain/planner/alternatives.ts';
import { DEFAULT_RULES } from '../../lib/domain/planner/problem.ts';
import { about, boolean } from '../../lib/domain/values/fields.ts';
import { badField } from '../../lib/errors.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { findDish } from '../../lib/store/dish/dish.ts';
import { getMenu } from '../../lib/store/menu/menu.ts';
import { gatherPlan } from '../../lib/store/menu/plan.ts';

export const endpoint = defineEndpoint({
  id: 'listAlternatives',
  route: 'GET /api/menu/alternatives',
  side: 'business',
  permission: ['menu.create', 'menu.edit'],
  access: 'read',
  memory: 1769,
  input: z.object({
    ...itemFields,
    library: about('Whether dishes of the library may be served, too.', z.optional(boolean())),
  }),
  output: z.array(Alternative),
  reasons: ['menu_not_found', 'unit_not_found', 'too_many_matches', 'menu_too_large'],
  summary:
    'The ten best other dishes for one place of a menu. `changes` has the figures that would be others, ' +
    '`warnings` what would newly have to be warned of.',
  examples: [{ id: '1000001', day: '1', meal: 'lunch', dish: '1000001', library: 'true' }],
  handle: async ({ input, caller: { vender }, deps: { db } }) => {
    const [{ content }, present] = await Promise.all([getMenu(db, vender, input.id), findDish(db, input.dish)]);
    const item = content.items.find((one) => placeOfItem(one) === placeOfItem(input));
    if (!item) throw badField('dish', { code: 'unknown', names: String(input.dish) });
    const template = { [item.meal]: [{ marks: marksBeside(item.meal, present?.mark), min: 0, max: 1 }] };
    const request = {
      content,
      template,
      rules: DEFAULT_RULES,
      locked: content.items,
      seed: 1,
      effort: 'quick',
    } as const;
    const hasLibrary = input.library ?? false;
    return findAlternatives(await gatherPlan(db, vender, { ...request, judgedBy: 'stored', hasLibrary }), item);
  },
});

export const handler = serve(endpoint);
