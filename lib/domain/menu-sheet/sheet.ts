import * as z from 'zod/mini';
import { analyse } from '../analysis/analyse.ts';
import { findGroupStandard } from '../analysis/content.ts';
import type { ResolvedMenu } from '../revision.ts';
import type { Unit } from '../unit.ts';
import { addDays, formatDate, toWeekdayName } from '../values/calendar.ts';
import { about, id } from '../values/fields.ts';
import { ratio } from '../values/ratio.ts';
import { describeCategories } from './categories.ts';
import { listEnergies } from './energy.ts';
import { describeEvaluations, listLimits } from './evaluation.ts';
import { listGroups, listMeals } from './meals.ts';
import { describeNutrition } from './nutrition.ts';
import { describeStatus, type StatusFacts } from './status.ts';

/** Input of the calls that answer the sheet. */
export const sheetFields = {
  id: about('A menu of the own unit, for the platform of any.', id()),
  revision: about(
    'The number of a submission, from 1; absent: the live one, or else the present content.',
    z.optional(id()),
  ),
};

/** The sheet of a menu for a notice board: all its texts, in their order on the sheet. */
export type MenuSheet = ReturnType<typeof makeMenuSheet>;

/** The facts that a sheet is made from. */
export interface SheetFacts {
  readonly unit: Pick<Unit, 'name' | 'contacts' | 'phone'>;
  readonly menu: ResolvedMenu;
  /** Names of deleted dishes, by id. */
  readonly deletedNameById: ReadonlyMap<number, string>;
  readonly status: StatusFacts;
  readonly timeZone: string;
}

/** Makes the sheet of a menu, as it is or as it was submitted. */
export function makeMenuSheet({ unit, menu, deletedNameById, status, timeZone }: SheetFacts) {
  const { content, daysOff = [] } = menu;
  const { name, start: from, days: count, items } = content;
  const servedDays = new Set(items.map(({ day }) => day));
  const emptyDaysOff = new Set(daysOff.filter((day) => !servedDays.has(day)));
  const { levels } = analyse(menu);
  const groups = listGroups(content);
  const toleranceByGroup = content.groups.map((group) => findGroupStandard(group, menu)?.overflow ?? '0');
  const dates = Array.from({ length: count }, (_, index) => addDays(from, index));
  const contact = [unit.contacts, unit.phone].filter(Boolean).join('，');
  return {
    unit: unit.name,
    ...(contact === '' ? {} : { contact }),
    name,
    from,
    to: addDays(from, count - 1),
    status: describeStatus(status, timeZone),
    groups,
    days: dates.map((date, index) => describeDay(date, { isOff: emptyDaysOff.has(index + 1) })),
    meals: listMeals(menu, deletedNameById, levels),
    energiesByDay: dates.map((date) => listEnergies({ date }, groups, levels)),
    nutrition: describeNutrition(levels, toleranceByGroup),
    categories: describeCategories(levels, toleranceByGroup),
    evaluation: describeEvaluations(levels),
    limits: listLimits(levels),
    standards: listStandards(menu),
  };
}

function listStandards(served: ResolvedMenu) {
  const standards = new Set(served.content.groups.flatMap((group) => findGroupStandard(group, served) ?? []));
  return [...standards].map(({ name, overflow }) => ({ name, tolerance: `${ratio(overflow).times(100).toText()}%` }));
}

function describeDay(date: string, { isOff }: { readonly isOff: boolean }) {
  return { date: `${formatDate(date)}${isOff ? '（休息）' : ''}`, weekday: `周${toWeekdayName(date)}` };
}
