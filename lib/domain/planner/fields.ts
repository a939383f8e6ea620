import * as z from 'zod/mini';
import { badField } from '../../errors.ts';
import { dishMarks } from '../dish.ts';
import { meals } from '../meal.ts';
import type { MenuContent, MenuItem } from '../menu/menu.ts';
import { MAX_DIFFERENT_DISHES, menuItems } from '../menu/menu-fields.ts';
import { about, boolean, choice, idList, integer } from '../values/fields.ts';
import {
  isFiniteNumber,
  json,
  type Path,
  type ReportProblem,
  readInteger,
  readList,
  readObject,
} from '../values/json.ts';
import { nameSchemas } from '../values/schema-name.ts';
import {
  DEFAULT_RULE_SETTINGS,
  efforts,
  MAX_WEEKS,
  type PlanProblem,
  type RuleSettings,
  SETTINGS,
  type Template,
  type TemplateRow,
} from './problem.ts';
import { findSlots } from './slots.ts';
import { DEFAULT_TEMPLATE } from './template.ts';

/** The maximum number of rows in the template of one meal, and of dishes in one row. */
const MAX_ROWS = 10;
const MAX_DISHES_PER_ROW = 10;
const MAX_TEMPLATE_LENGTH = 10_000;
const MAX_RULES_LENGTH = 5000;
const MAX_ADJACENT_MENUS = 20;
const MAX_SEED = 4_294_967_295;
const BUDGET_RANGE = { min: 0, max: 10_000, digits: 2 };

/** The maximum of each number in the rule `perWeek`. */
const MAX_PER_WEEK = 105;
const settingByName: ReadonlyMap<string, { readonly max: number }> = new Map(Object.entries(SETTINGS));
const settingNames = [...settingByName.keys(), 'perWeek', 'budget'];

/** What the document says of template and rules. The `read…` functions below check the same, and report each problem at its place. */
const RowShape = z.object({
  marks: z.array(z.enum(dishMarks)).check(z.minLength(1)),
  min: z.optional(z.int().check(z.minimum(0), z.maximum(MAX_DISHES_PER_ROW))),
  max: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_DISHES_PER_ROW))),
});
const MealShape = z.optional(z.array(RowShape).check(z.maxLength(MAX_ROWS)));
const TemplateShape = z.object(Object.fromEntries(meals.map((meal) => [meal, MealShape])));
const optionalCount = (max: number) => z.optional(z.int().check(z.minimum(0), z.maximum(max)));
const RulesShape = z.object({
  ...Object.fromEntries(Object.entries(SETTINGS).map(([name, { max }]) => [name, optionalCount(max)])),
  perWeek: z.optional(z.record(z.string(), z.int().check(z.minimum(0), z.maximum(MAX_PER_WEEK)))),
  budget: z.optional(z.number().check(z.minimum(BUDGET_RANGE.min), z.maximum(BUDGET_RANGE.max))),
});
nameSchemas({ TemplateRow: RowShape, MenuTemplate: TemplateShape, PlanRules: RulesShape });

/** The input of a plan, in addition to the fields of a menu. */
export const planFields = {
  template: about(
    'What each meal is made of: by meal, rows of dishes by mark, of which at least `min` (absent: 1) and at most ' +
      '`max` are served. A meal without an entry has a usual one.',
    z.optional(planTemplate()),
  ),
  rules: about(
    'What is observed beside the standard; what is absent is as usual. `repeatDays`: in so many days no dish ' +
      'comes twice (3; 主食, 粥, 奶类 and 饮品: not twice a day); `perWeek`: by mark, how often one dish comes (主食 3, ' +
      '粥 2); plain rice may come at each meal. `kindsPerDay` (12), `kindsPerWeek` (25): least kinds of food; ' +
      '`mainPerMeal` (1), `mainPerDay` (1), `mainPerWeek` (2): how often a food is a main ingredient; `methodPerMeal` ' +
      '(1), `methodPerDay` (2): how often one way of cooking; `friedPerWeek` (2); `darkAtLunch` (1): least dishes with ' +
      'dark vegetables at lunch; `riceAtBreakfast`, `porridgeAtLunch` (0): 1 where there may be; `budget`: most yuan ' +
      'per head and day.',
    z.optional(planRules()),
  ),
  locked: about('Items that stay as they are. They count for the template.', z.optional(menuItems())),
  library: about('Whether dishes of the library may be served, too; absent: they are not.', z.optional(boolean())),
  weeks: about(
    'Plans so many weeks that follow each other, the first from `start`; each has the same days and locked items, and ' +
      'sees what the weeks before it serve. The answer then has them as `weeks`.',
    z.optional(integer(1, MAX_WEEKS)),
  ),
  adjacent: about(
    'Menus of the own unit whose dishes count as served, such as drafts of the weeks before and after. What is live ' +
      'there counts in any case.',
    z.optional(idList(MAX_ADJACENT_MENUS)),
  ),
  seed: about('Which of the many good menus is found.', z.optional(integer(0, MAX_SEED, { default: 1 }))),
  effort: about(
    '`thorough` takes several times as long as `quick`, the default, and comes closer to the least cost.',
    z.optional(choice(efforts)),
  ),
};

/** The checked input of a plan. */
interface PlanInput {
  readonly template?: Template | undefined;
  readonly rules?: Partial<RuleSettings> | undefined;
  readonly locked: readonly MenuItem[];
  readonly seed?: number | undefined;
  readonly effort?: PlanProblem['effort'] | undefined;
}

/** Fills in defaults for what the input lacks. Returns the part of the problem that the input determines. */
export function withDefaults(content: MenuContent, { template, rules, locked, seed = 1, effort = 'quick' }: PlanInput) {
  const rowsByMeal = { ...DEFAULT_TEMPLATE, ...template };
  const menuTemplate: Template = Object.fromEntries(content.meals.map((meal) => [meal, rowsByMeal[meal] ?? []]));
  const perWeek = { ...DEFAULT_RULE_SETTINGS.perWeek, ...rules?.perWeek };
  const ruleSettings = { ...DEFAULT_RULE_SETTINGS, ...rules, perWeek };
  return { content, template: menuTemplate, rules: ruleSettings, locked, seed, effort };
}

/**
 * Requires that the locked dishes exist, and that the template has no more slots than a menu can have dishes.
 * @throws AppError `invalid_input`.
 */
export function requirePlannable(problem: PlanProblem): void {
  const missing = problem.locked.map(({ dish }) => dish).filter((dish) => !problem.dishes.has(dish));
  if (missing.length > 0) throw badField('locked', { code: 'unknown', names: [...new Set(missing)].join(', ') });
  if (findSlots(problem).length <= MAX_DIFFERENT_DISHES) return;
  throw badField('template', { code: 'too_many_dishes', max: MAX_DIFFERENT_DISHES });
}

/** A field with the template as JSON text, rows of dishes by meal: `{"lunch": [{"marks": ["主食"], "min": 1, "max": 1}]}`. */
function planTemplate() {
  return json({ max: MAX_TEMPLATE_LENGTH, empty: '{}', shape: TemplateShape }, (value, _text, report): Template => {
    const rowsByMeal = Object.entries(readObject(value, [], report) ?? {}).map(([meal, rows]) => {
      readName(meal, meals, [meal], report);
      const list = readList(rows, MAX_ROWS, [meal], report) ?? [];
      return [meal, list.map((row, index) => readRow(row, [meal, index], report))] as const;
    });
    return Object.fromEntries(rowsByMeal);
  });
}

function readRow(value: unknown, path: Path, report: ReportProblem): TemplateRow {
  const { marks, min = 1, max, ...others } = readObject(value, path, report) ?? {};
  for (const name of Object.keys(others)) readName(name, ['marks', 'min', 'max'], [...path, name], report);
  const minDishes = readInteger(min, 0, MAX_DISHES_PER_ROW, [...path, 'min'], report);
  const maxDishes =
    max === undefined ? Math.max(1, minDishes) : readInteger(max, 1, MAX_DISHES_PER_ROW, [...path, 'max'], report);
  if (maxDishes < minDishes) report({ path, problem: { code: 'min_over_max' } });
  return { marks: readMarks(marks, [...path, 'marks'], report), min: minDishes, max: maxDishes };
}

function readMarks(value: unknown, path: Path, report: ReportProblem): string[] {
  const names = readList(value, dishMarks.length, path, report) ?? [];
  if (Array.isArray(value) && value.length === 0) report({ path, problem: { code: 'empty' } });
  return names.flatMap((name, index) => {
    if (names.indexOf(name) < index) report({ path: [...path, index], problem: { code: 'repeated' } });
    return readName(name, dishMarks, [...path, index], report) ?? [];
  });
}

/** A field with the settings of rules as JSON text: `{"repeatDays": 3, "perWeek": {"大荤": 2}, "budget": 12.5}`. */
function planRules() {
  return json({ max: MAX_RULES_LENGTH, empty: '{}', shape: RulesShape }, (value, _, report): Partial<RuleSettings> => {
    const { perWeek, budget, ...settings } = readObject(value, [], report) ?? {};
    const settingEntries = Object.entries(settings).flatMap(([name, setting]) => {
      const knownName = readName(name, settingNames, [name], report);
      return knownName === undefined
        ? []
        : [[name, readInteger(setting, 0, settingByName.get(knownName)?.max ?? 0, [name], report)] as const];
    });
    return {
      ...Object.fromEntries(settingEntries),
      ...(perWeek === undefined ? {} : { perWeek: readPerWeek(perWeek, report) }),
      ...(budget === undefined ? {} : { budget: readBudget(budget, report) }),
    };
  });
}

function readPerWeek(value: unknown, report: ReportProblem): Record<string, number> {
  const entries = Object.entries(readObject(value, ['perWeek'], report) ?? {});
  for (const [mark] of entries) readName(mark, dishMarks, ['perWeek', mark], report);
  return Object.fromEntries(
    entries.map(([mark, max]) => [mark, readInteger(max, 0, MAX_PER_WEEK, ['perWeek', mark], report)] as const),
  );
}

function readBudget(value: unknown, report: ReportProblem): string {
  const { min, max, digits } = BUDGET_RANGE;
  const isMoney = isFiniteNumber(value) && value >= min && value <= max && /^\d+(\.\d{1,2})?$/.test(String(value));
  if (!isMoney) report({ path: ['budget'], problem: { code: 'decimal', min, max, digits } });
  return isMoney ? String(value) : '0';
}

/** Reads one of these names. Reports any other, and returns undefined. */
function readName(name: unknown, names: readonly string[], path: Path, report: ReportProblem): string | undefined {
  const knownName = names.find((known) => known === name);
  if (knownName === undefined) report({ path, problem: { code: 'choice', names: names.join(' ') } });
  return knownName;
}
