import * as z from 'zod/mini';
import { analyse } from '../analysis/analyse.ts';
import { findGroupStandard } from '../analysis/content.ts';
import { listLimits } from '../analysis/evaluation-figures.ts';
import type { ResolvedMenu } from '../revision.ts';
import type { Unit } from '../unit.ts';
import { addDays, formatDate, toWeekdayName } from '../values/calendar.ts';
import { about, id } from '../values/fields.ts';
import { ratio } from '../values/ratio.ts';
import { describeCategories } from './categories.ts';
import { listEnergies, listGroups, listMeals } from './meals.ts';
import { describeEvaluations, describeNutrition, listKnownFigures } from './nutrition.ts';
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

interface SheetFacts {
  readonly unit: Pick<Unit, 'name' | 'contacts' | 'phone'>;
  readonly menu: ResolvedMenu;
  /** The stored names of all dishes by id, for those that are deleted. */
  readonly nameByDish: ReadonlyMap<number, string>;
  readonly status: StatusFacts;
  readonly timeZone: string;
}

/** Makes the sheet of a menu, as it is or as it was submitted. */
export function makeMenuSheet({ unit, menu, nameByDish, status, timeZone }: SheetFacts) {
  const { content, daysOff = [] } = menu;
  const { name, start: from, days: dayCount, items } = content;
  const servedDayNumbers = new Set(items.map(({ day }) => day));
  // Only a day off without dishes is marked, since the sheet shows the dishes of the others.
  const emptyDayOffNumbers = new Set(daysOff.filter((dayNumber) => !servedDayNumbers.has(dayNumber)));
  const { levels: analysisByGroup } = analyse(menu);
  const groups = listGroups(content);
  const toleranceByGroup = content.groups.map((group) => findGroupStandard(group, menu)?.overflow ?? '0');
  const dates = Array.from({ length: dayCount }, (_, dayIndex) => addDays(from, dayIndex));
  const contact = [unit.contacts, unit.phone].filter(Boolean).join('，');
  return {
    unit: unit.name,
    ...(contact === '' ? {} : { contact }),
    name,
    from,
    to: addDays(from, dayCount - 1),
    status: describeStatus(status, timeZone),
    groups,
    days: dates.map((date, dayIndex) => ({
      date: `${formatDate(date)}${emptyDayOffNumbers.has(dayIndex + 1) ? '（休息）' : ''}`,
      weekday: `周${toWeekdayName(date)}`,
    })),
    meals: listMeals({ menu, nameByDish, groups, analysisByGroup }),
    energiesByDay: dates.map((date) => listEnergies({ date }, groups, analysisByGroup)),
    nutrition: describeNutrition(analysisByGroup, toleranceByGroup),
    categories: describeCategories(analysisByGroup, toleranceByGroup),
    evaluation: describeEvaluations(analysisByGroup),
    limits: listLimits(analysisByGroup.flatMap(listKnownFigures)),
    standards: listStandards(menu),
  };
}

/** Lists each standard once. Groups with the same standard have the same object of it. */
function listStandards(menu: ResolvedMenu) {
  const standards = new Set(menu.content.groups.flatMap((group) => findGroupStandard(group, menu) ?? []));
  return [...standards].map(({ name, overflow }) => ({ name, tolerance: `${ratio(overflow).times(100).toText()}%` }));
}
