import * as z from 'zod/mini';
import { badField } from '../../errors.ts';
import { dishMarks } from '../dish.ts';
import { enumLists } from '../enum.ts';
import { Counts, capacityNames, mealTemplate, readCounts, type Template } from '../meal-pattern.ts';
import type { MenuContent } from '../menu/menu.ts';
import { MAX_MENU_ITEMS, menuItems } from '../menu/menu-fields.ts';
import type { UnitConfig } from '../unit.ts';
import { about, boolean, integer } from '../values/fields.ts';
import { isFiniteNumber, type JsonPlace, json, readChoice, readInteger, readObject } from '../values/json.ts';
import { idList } from '../values/list-fields.ts';
import { nameSchemas } from '../values/output.ts';
import { ratio } from '../values/ratio.ts';
import { DEFAULT_TEMPLATE } from './default-template.ts';
import { DEFAULT_RULE_SETTINGS, MAX_WEEKS, type PlanProblem, type RuleSettings, SETTINGS } from './problem.ts';
import { listSlots } from './slots.ts';

/** The maximum number of characters of the rule settings as JSON text. */
const MAX_TEXT_LENGTH = 5000;
const MAX_ADJACENT_MENUS = 20;
/** The random generator takes 32 bits. */
const MAX_SEED = 2 ** 32 - 1;
/** Yuan per head and day. */
const YUAN_LIMITS = { min: 0, max: 10_000, digits: 2 };
/** The minimum of a budget that is given only by its maximum, as a fraction of that. */
const MIN_BUDGET_FRACTION = '0.9';

const Yuan = z.number().check(z.minimum(YUAN_LIMITS.min), z.maximum(YUAN_LIMITS.max));
const BudgetRange = z.object({ min: Yuan, max: Yuan });

/** A rule setting as the document describes it, and the function that reads it and reports each problem. */
interface SettingForm {
  readonly shape: z.ZodMiniType;
  readonly read: (value: unknown, place: JsonPlace) => unknown;
}

const toNumberForm = (max: number): SettingForm => ({
  shape: z.int().check(z.minimum(0), z.maximum(max)),
  read: (value, place) => readInteger(value, { min: 0, max }, place),
});
const toCountsForm = (names: readonly string[]): SettingForm => ({
  shape: Counts,
  read: (value, place) => readCounts(value, names, place),
});
const formBySetting = new Map<string, SettingForm>([
  ...Object.entries(SETTINGS).map(([name, { max }]) => [name, toNumberForm(max)] as const),
  ['perWeek', toCountsForm(dishMarks)],
  ['classPerWeek', toCountsForm(enumLists.foodCategory.map(({ key }) => key))],
  ['capacity', toCountsForm(capacityNames)],
  ['budget', { shape: z.union([Yuan, BudgetRange]), read: readBudget }],
]);
const SettingsShape = z.object(
  Object.fromEntries([...formBySetting].map(([name, { shape }]) => [name, z.optional(shape)])),
);
nameSchemas({ PlanRules: SettingsShape, BudgetRange });

function describeRules(): string {
  const numberTexts = Object.entries(SETTINGS).map(
    ([name, { defaultValue, description }]) => `\`${name}\` (${defaultValue}): ${description}.`,
  );
  return [
    'What is observed beside the standard, with the default of each.',
    ...numberTexts,
    '`perWeek`: by mark, the maximum number of servings of a dish in the menu, in place of `perDish` and `perCycle` (水果 2).',
    '`classPerWeek`: by category of food, the maximum number of servings in the menu (动物肝脏 1).',
    '`capacity`: by way of cooking, and in `all`, the dishes of a meal that the kitchen can cook.',
    '`budget`: the maximum yuan per head and day, or `min` and `max`: below `min`, by default 90 % of `max`, nothing is gained.',
  ].join(' ');
}

/** The fields that the input of a plan has besides those of a menu. */
export const planFields = {
  template: about(
    'What each meal is made of: by meal, rows of dishes by mark, of which at least `min` (absent: 1) and at most ' +
      '`max` are served. A meal without an entry is as the unit has set it, or has the default template.',
    z.optional(mealTemplate()),
  ),
  rules: about(describeRules(), z.optional(ruleSettingsField())),
  locked: about('Items that stay as they are. They count for the template.', z.optional(menuItems())),
  library: about('Whether dishes of the library may be served, too; absent: they are not.', z.optional(boolean())),
  weeks: about(
    'Plans this many consecutive weeks, the first from `start`; each has the same days and locked items, and ' +
      'sees what the weeks before it serve. The answer then has them as `weeks`.',
    z.optional(integer(1, MAX_WEEKS)),
  ),
  adjacent: about(
    'Menus of the own unit whose dishes count as served, such as drafts of the weeks before and after. What is live ' +
      'there counts in any case.',
    z.optional(idList(MAX_ADJACENT_MENUS)),
  ),
  seed: about('Which of the many good menus is found.', z.optional(integer(0, MAX_SEED, { default: 1 }))),
};

/** Fills in what the input does not say: from the settings of the unit, then from the defaults. */
export function withDefaults(
  meals: MenuContent['meals'],
  { template, rules }: { readonly template?: Template | undefined; readonly rules?: Partial<RuleSettings> | undefined },
  unit: Pick<UnitConfig, 'template' | 'capacity'>,
): Pick<PlanProblem, 'template' | 'rules'> {
  const rowsByMeal: Template = { ...DEFAULT_TEMPLATE, ...unit.template, ...template };
  const perWeek = { ...DEFAULT_RULE_SETTINGS.perWeek, ...rules?.perWeek };
  const classPerWeek = { ...DEFAULT_RULE_SETTINGS.classPerWeek, ...rules?.classPerWeek };
  const capacity = rules?.capacity ?? unit.capacity ?? DEFAULT_RULE_SETTINGS.capacity;
  return {
    template: Object.fromEntries(meals.map((meal) => [meal, rowsByMeal[meal] ?? []])),
    rules: { ...DEFAULT_RULE_SETTINGS, ...rules, perWeek, classPerWeek, capacity },
  };
}

/** Requires that locked dishes exist, and no more slots than a menu can have items. @throws AppError `invalid_input`. */
export function requirePlannable(problem: PlanProblem): void {
  const missingIds = problem.locked.map(({ dish: id }) => id).filter((id) => !problem.dishes.has(id));
  if (missingIds.length > 0) throw badField('locked', { code: 'unknown', names: [...new Set(missingIds)].join(', ') });
  if (listSlots(problem).length <= MAX_MENU_ITEMS) return;
  throw badField('template', { code: 'too_many', max: MAX_MENU_ITEMS });
}

/** A field with the rule settings as JSON text: `{"repeatDays": 3, "perWeek": {"大荤": 2}, "budget": 12.5}`. */
function ruleSettingsField() {
  return json({ max: MAX_TEXT_LENGTH, empty: '{}', shape: SettingsShape }, (value, _, place): Partial<RuleSettings> => {
    const settings = Object.entries(readObject(value, place) ?? {}).map(([name, setting]) => {
      // Reports an unknown name.
      readChoice(name, [...formBySetting.keys()], place.at(name));
      return [name, formBySetting.get(name)?.read(setting, place.at(name))];
    });
    return Object.fromEntries(settings);
  });
}

/** Reads a budget: its bounds, or the maximum alone. */
function readBudget(value: unknown, place: JsonPlace): RuleSettings['budget'] {
  if (typeof value !== 'object') {
    const max = readYuan(value, place);
    return { min: ratio(max).times(MIN_BUDGET_FRACTION).toText(), max };
  }
  const { min, max, ...otherFields } = readObject(value, place) ?? {};
  for (const name of Object.keys(otherFields)) readChoice(name, ['min', 'max'], place.at(name));
  const budget = { min: readYuan(min, place.at('min')), max: readYuan(max, place.at('max')) };
  if (Number(budget.min) > Number(budget.max)) place.report({ code: 'min_over_max' });
  return budget;
}

/** Reads an amount of yuan. After a report the input is refused, so the 0 returned then is never used. */
function readYuan(value: unknown, place: JsonPlace): string {
  const { min, max, digits } = YUAN_LIMITS;
  const isMoney = isFiniteNumber(value) && value >= min && value <= max && Number(value.toFixed(digits)) === value;
  if (!isMoney) place.report({ code: 'decimal', min, max, digits });
  return isMoney ? String(value) : '0';
}
