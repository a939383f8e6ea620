import * as z from 'zod/mini';
import { Analysis, Cost } from '../../lib/domain/analysis/shape.ts';
import { findMisfits, MenuItemRecord, toItemRecord } from '../../lib/domain/menu/menu.ts';
import { menuFields, newContent } from '../../lib/domain/menu/menu-fields.ts';
import { Unmet } from '../../lib/domain/planner/answer.ts';
import { demandPlannable, planFields, planOf } from '../../lib/domain/planner/fields.ts';
import { planMenu } from '../../lib/domain/planner/plan.ts';
import { AppError } from '../../lib/errors.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { gatherPlan, readPlanGround } from '../../lib/store/menu/plan.ts';

const { items: _, ...facts } = menuFields;

export const endpoint = defineEndpoint({
  id: 'generateMenu',
  route: 'POST /api/menu/generate',
  side: 'business',
  permission: 'menu.create',
  access: 'read',
  // This much memory brings a whole core, which planning uses.
  memory: 1769,
  input: z.object({
    ...facts,
    start: menuFields.start.def.innerType,
    groups: menuFields.groups.def.innerType,
    ...planFields,
  }),
  output: z.object({
    items: z.array(MenuItemRecord),
    analysis: Analysis,
    unmet: z.array(Unmet),
    cost: z.optional(Cost),
    seed: z.int(),
  }),
  reasons: ['unit_not_found', 'too_many_matches', 'menu_too_large'],
  summary: { zh: '按营养标准排出一份食谱，不保存', en: 'Plan a menu that meets the standard, without storing it' },
  prefetch: ({ input: { library = false }, session, deps }) => readPlanGround(deps.db, session.vender, library),
  handle: async ({ input, deps, language, prefetched: ground }) => {
    const { template, rules, locked = [], seed, effort, library: __, ...sent } = input;
    const content = newContent({ ...sent, name: sent.name ?? '' });
    const fields = findMisfits({ ...content, items: locked }).map(({ field, problem }) => ({
      field: field.replace(/^items/, 'locked'),
      problem,
    }));
    if (fields.length > 0) throw new AppError('invalid_input', { fields });
    const request = planOf(content, { template, rules, locked, seed, effort });
    const judgedBy = sent.standard === 'none' ? 'none' : 'asked';
    const problem = await gatherPlan(deps.db, { ...request, judgedBy }, ground);
    demandPlannable(problem);
    const { items, unmet, ...plan } = planMenu({ ...problem, language });
    const names = new Map([...problem.dishes].map(([id, { name }]) => [id, name]));
    return {
      ...plan,
      items: items.map((item) => toItemRecord(item, names)),
      unmet: [...unmet],
      seed: problem.seed,
    };
  },
});

export const handler = serve(endpoint);
