import * as z from 'zod/mini';
import { itemFields, placeOfItem } from '../../lib/domain/menu/menu-fields.ts';
import { Alternative, findAlternatives, marksBeside } from '../../lib/domain/planner/alternatives.ts';
import { DEFAULT_RULES } from '../../lib/domain/planner/problem.ts';
import { boolean } from '../../lib/domain/values/fields.ts';
import { AppError, badField } from '../../lib/errors.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { findDish } from '../../lib/store/dish/dish.ts';
import { findOwnMenu } from '../../lib/store/menu/menu.ts';
import { gatherPlan, readPlanGround } from '../../lib/store/menu/plan.ts';

export const endpoint = defineEndpoint({
  id: 'listAlternatives',
  route: 'GET /api/menu/alternatives',
  side: 'business',
  permission: ['menu.create', 'menu.edit'],
  access: 'read',
  memory: 1769,
  input: z.object({ ...itemFields, library: z.optional(boolean()) }),
  output: z.array(Alternative),
  reasons: ['menu_not_found', 'unit_not_found', 'too_many_matches', 'menu_too_large'],
  summary: { zh: '食谱某个位置上最好的十道替代菜', en: 'The ten best other dishes for one place of a menu' },
  prefetch: async ({ input: { id, dish, library = false }, session: { vender }, deps: { db } }) => {
    const [menu, ground, present] = await Promise.all([
      findOwnMenu(db, vender, id),
      readPlanGround(db, vender, library),
      findDish(db, dish),
    ]);
    return { menu, ground, present };
  },
  handle: async ({ input, deps, prefetched: { menu, ground, present } }) => {
    if (!menu) throw new AppError('menu_not_found');
    const { content } = menu;
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
    return findAlternatives(await gatherPlan(deps.db, { ...request, judgedBy: 'stored' }, ground), item);
  },
});

export const handler = serve(endpoint);
