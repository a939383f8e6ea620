import * as z from 'zod/mini';
import { holds } from '../../lib/auth/permissions.ts';
import { withoutCosts } from '../../lib/domain/analysis/cost.ts';
import { Analysis } from '../../lib/domain/analysis/shape.ts';
import { MenuItemRecord, toItemRecord } from '../../lib/domain/menu/menu.ts';
import { menuFields, newContent } from '../../lib/domain/menu/menu-fields.ts';
import { findMisfits } from '../../lib/domain/menu/misfits.ts';
import { PlanCost, Unmet } from '../../lib/domain/planner/answer.ts';
import { demandPlannable, planFields, planOf } from '../../lib/domain/planner/fields.ts';
import { planMenu } from '../../lib/domain/planner/plan.ts';
import { AppError, badField } from '../../lib/errors.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { serve } from '../../lib/http/serve.ts';
import { gatherPlan } from '../../lib/store/menu/plan.ts';

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
    cost: z.optional(PlanCost),
    seed: z.int(),
  }),
  reasons: ['unit_not_found', 'too_many_matches', 'menu_too_large'],
  summary:
    'Plans a menu that meets the standard at the least cost, and stores nothing: `PUT /api/menu` takes its ' +
    '`items`. `unmet` names what could not be met, where and by how much. The same input on the same data has ' +
    'the same answer. Costs are told, and a budget is taken, only where the caller may see prices (21).',
  examples: [
    {
      name: '第二周',
      start: '2026-09-14',
      days: '2',
      meals: 'lunch',
      groups: '[{"level":"轻体力","people":320}]',
      standard: '1',
      template: '{"lunch":[{"marks":["小荤","半荤"],"min":1,"max":1}]}',
      rules: '{"repeatDays":1,"perWeek":{"半荤":3},"budget":12.5}',
      locked: '[{"day":1,"meal":"lunch","dish":1000002}]',
      library: 'true',
      seed: '7',
      effort: 'thorough',
    },
  ],
  handle: async ({ input, caller, deps, language }) => {
    const { template, rules, locked = [], seed, effort, library: hasLibrary = false, ...sent } = input;
    const seesPrices = holds(caller, 'price.view');
    if (rules?.budget !== undefined && !seesPrices) {
      throw badField('rules.budget', { code: 'not_allowed', names: 'budget' }, 'missing_permission');
    }
    const content = newContent({ ...sent, name: sent.name ?? '' });
    const fields = findMisfits({ ...content, items: locked }).map(({ field, problem }) => ({
      field: field.replace(/^items/, 'locked'),
      problem,
    }));
    if (fields.length > 0) throw new AppError('invalid_input', { fields });
    const request = planOf(content, { template, rules, locked, seed, effort });
    const judgedBy = sent.standard === 'none' ? 'none' : 'asked';
    const problem = await gatherPlan(deps.db, caller.vender, { ...request, judgedBy, hasLibrary });
    demandPlannable(problem);
    const { items, analysis, unmet, cost } = planMenu({ ...problem, language });
    const names = new Map([...problem.dishes].map(([id, { name }]) => [id, name]));
    return {
      items: items.map((item) => toItemRecord(item, names)),
      analysis: seesPrices ? analysis : withoutCosts(analysis),
      unmet: [...unmet],
      ...(cost && seesPrices ? { cost } : {}),
      seed: problem.seed,
    };
  },
});

export const handler = serve(endpoint);
