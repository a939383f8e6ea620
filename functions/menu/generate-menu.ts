import * as z from 'zod/mini';
import { hasPermission } from '../../lib/auth/permissions.ts';
import { withoutCosts } from '../../lib/domain/analysis/cost.ts';
import { Analysis } from '../../lib/domain/analysis/shape.ts';
import type { NameByDish } from '../../lib/domain/menu/menu.ts';
import { menuFields, newMenuContent } from '../../lib/domain/menu/menu-fields.ts';
import { MenuItemRecord, toItemRecord } from '../../lib/domain/menu/menu-record.ts';
import { findMisfits } from '../../lib/domain/menu/misfits.ts';
import { type PlanAnswer, PlanCost, Unmet } from '../../lib/domain/planner/answer.ts';
import { planFields, requirePlannable, withDefaults } from '../../lib/domain/planner/fields.ts';
import { foldUnmet } from '../../lib/domain/planner/folded-unmet.ts';
import { planCycle, planMenu } from '../../lib/domain/planner/plan.ts';
import type { UnitConfig } from '../../lib/domain/unit.ts';
import { required } from '../../lib/domain/values/fields.ts';
import { nameSchemas } from '../../lib/domain/values/output.ts';
import { AppError, badField } from '../../lib/errors.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { getPlanProblems } from '../../lib/store/menu/plan.ts';

const { items: _, ...menuFieldsWithoutItems } = menuFields;

/** The plan of one week. */
const Plan = z.object({
  items: z.array(MenuItemRecord),
  analysis: Analysis,
  unmet: z.array(Unmet),
  cost: z.optional(PlanCost),
});
const MenuPlan = z.extend(Plan, { seed: z.int() });
const CycleWeek = z.extend(Plan, { start: z.string() });
const MenuCycle = z.object({ weeks: z.array(CycleWeek), seed: z.int() });
nameSchemas({ MenuPlan, CycleWeek, MenuCycle });

export const { endpoint, handler } = defineEndpoint('generateMenu', 'POST /api/menu/generate', {
  permission: 'menu.create',
  // This much memory brings a whole core, which planning uses.
  memoryMegabytes: 1769,
  input: {
    ...menuFieldsWithoutItems,
    start: required(menuFields.start),
    groups: required(menuFields.groups),
    ...planFields,
  },
  output: z.union([MenuPlan, MenuCycle]),
  reasons: ['menu_not_found', 'unit_not_found', 'too_many_matches', 'menu_too_large'],
  summary:
    'Plans a menu that meets the standard at the least cost, and stores nothing: `PUT /api/menu` takes its `items`. ' +
    '`unmet` lists what could not be met: an entry for each rule, group and reason, with the days and by how much. The same ' +
    'input on the same data has the same answer. The rules of repetition also count what is live in the four weeks before ' +
    'and in the week after. Only callers who may see prices (item 21) get costs and may send a budget.',
  example: {
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
  },
  handle: async ({ input, caller, deps, language }) => {
    const { template, rules, locked = [], seed = 1, weeks, adjacent, library, ...menuInput } = input;
    const maySeePrices = hasPermission(caller, 'price.view');
    if (rules?.budget !== undefined && !maySeePrices)
      throw badField('rules.budget', { code: 'not_allowed', names: 'budget' }, 'missing_permission');
    const content = newMenuContent({ ...menuInput, name: menuInput.name ?? '' });
    const misfits = findMisfits({ ...content, items: locked }).map(({ field, problem }) => ({
      // The caller has sent these items as `locked`.
      field: field.replace(/^items/, 'locked'),
      problem,
    }));
    if (misfits.length > 0) throw new AppError('invalid_input', { fields: misfits });
    const configure = (config: UnitConfig) => withDefaults(content.meals, { template, rules }, config);
    const judgedBy = menuInput.standard === null ? 'none' : 'requested';
    const options = { judgedBy, mayUseLibrary: library ?? false, adjacentMenuIds: adjacent, language } as const;
    const request = { content, locked, seed, configure, ...options };
    const problems = await getPlanProblems(deps.db, caller.vender, request, weeks);
    for (const problem of problems) requirePlannable(problem);
    const nameByDish = new Map([...problems[0].dishes].map(([id, { name }]) => [id, name]));
    const toRecord = (plan: PlanAnswer) =>
      toPlanRecord({ ...plan, unmet: foldUnmet(plan.unmet, problems[0]) }, nameByDish, maySeePrices);
    if (weeks === undefined) return { ...toRecord(planMenu(problems[0])), seed };
    return { weeks: planCycle(problems).map(({ start, ...plan }) => ({ start, ...toRecord(plan) })), seed };
  },
});

function toPlanRecord({ items, analysis, unmet, cost }: PlanAnswer, nameByDish: NameByDish, maySeePrices: boolean) {
  return {
    items: items.map((item) => toItemRecord(item, nameByDish)),
    analysis: maySeePrices ? analysis : withoutCosts(analysis),
    unmet: [...unmet],
    ...(cost && maySeePrices ? { cost } : {}),
  };
}
