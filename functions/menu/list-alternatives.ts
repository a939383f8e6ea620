import * as z from 'zod/mini';
import { hasPermission } from '../../lib/auth/permissions.ts';
import { itemFields } from '../../lib/domain/menu/item-fields.ts';
import { requireSlot } from '../../lib/domain/menu/misfits.ts';
import { Alternative, listAlternatives, listFittingMarks } from '../../lib/domain/planner/alternatives.ts';
import { DEFAULT_RULE_SETTINGS } from '../../lib/domain/planner/problem.ts';
import { about, boolean, integer } from '../../lib/domain/values/fields.ts';
import { badField } from '../../lib/errors.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { findDish } from '../../lib/store/dish/dish.ts';
import { getWholeMenu } from '../../lib/store/menu/menu.ts';
import { getPlanProblems } from '../../lib/store/menu/plan.ts';

const MAX_LIMIT = 200;
const DEFAULT_LIMIT = 10;

export const { endpoint, handler } = defineEndpoint('listAlternatives', 'GET /api/menu/alternatives', {
  permission: ['menu.create', 'menu.edit'],
  // This much memory brings a whole core, which trying out dishes uses.
  memoryMegabytes: 1769,
  input: {
    ...itemFields,
    dish: about('The dish to be replaced; absent: one more dish for the meal.', z.optional(itemFields.dish)),
    limit: about('How many dishes, at most.', z.optional(integer(1, MAX_LIMIT, { default: DEFAULT_LIMIT }))),
    library: about('Whether dishes of the library may be served, too.', z.optional(boolean())),
  },
  output: z.array(Alternative),
  reasons: ['menu_not_found', 'unit_not_found', 'too_many_matches', 'menu_too_large'],
  summary:
    'The best dishes to replace a dish of a menu, or to add to a meal, the best first: similar ones (the same mark and ' +
    'class of the main food) before others. `changes` says what would get better and worse. `nearDays` says when the dish ' +
    'is served from the day before to the day after. `cost` is that of a serving, for callers who may see prices (item ' +
    '21). `warnings` are those that would be new.',
  example: { id: '1000001', day: '1', meal: 'lunch', dish: '1000001', library: 'true' },
  handle: async ({ input, caller, deps: { db }, language }) => {
    const { vender } = caller;
    const { day, meal, dish: dishId, limit = DEFAULT_LIMIT } = input;
    const dishReading = dishId === undefined ? undefined : findDish(db, dishId);
    const [{ content }, presentDish] = await Promise.all([getWholeMenu(db, vender, input.id), dishReading]);
    requireSlot(content, input);
    // Without a dish no item is found: the dish is then added to the meal.
    const item = content.items.find((other) => other.day === day && other.meal === meal && other.dish === dishId);
    if (dishId !== undefined && !item) throw badField('dish', { code: 'unknown', names: String(dishId) });
    const slot = item ?? { day, meal };
    // The template decides only which dishes are read: those of fitting marks.
    const template = { [meal]: [{ marks: listFittingMarks(slot, presentDish?.mark), min: 0, max: 1 }] };
    const configure = () => ({ template, rules: DEFAULT_RULE_SETTINGS });
    const options = { configure, mayUseLibrary: input.library ?? false, judgedBy: 'stored', language } as const;
    const [problem] = await getPlanProblems(db, vender, { content, locked: content.items, seed: 1, ...options });
    const alternatives = listAlternatives(problem, slot, limit);
    return hasPermission(caller, 'price.view') ? alternatives : alternatives.map(({ cost: _, ...others }) => others);
  },
});
