import * as z from 'zod/mini';
import { analyse } from '../analysis/analyse.ts';
import { findGroupStandard } from '../analysis/content.ts';
import { listLimits } from '../analysis/evaluation-figures.ts';
import type { NameByDish } from '../menu/menu.ts';
import { type ResolvedMenu, toAllergenFacts } from '../revision.ts';
import type { Unit } from '../unit.ts';
import { addDays, formatDate, toWeekdayName } from '../values/calendar.ts';
import { about, id } from '../values/fields.ts';
import { ratio } from '../values/ratio.ts';
import { describeCategories } from './categories.ts';
import type { AmountColumn, AnalysedGroup } from './figures.ts';
import { listDayEnergies, listGroups, listMeals, type SheetEnergy, type SheetGroup, type SheetMeal } from './meals.ts';
import { describeEvaluations, describeNutrition, listKnownFigures } from './nutrition.ts';
import { describeStatus, type SheetStatus, type StatusFacts } from './status.ts';

/** Input of the calls that answer the sheet. */
export const sheetFields = {
  id: about('A menu of the own unit, for the platform of any.', id()),
  revision: about(
    'The number of a submission, from 1; absent: the live one, or else the present content.',
    z.optional(id()),
  ),
};

/** The sheet of a menu for a notice board: all its texts, in their order on the sheet. */
export interface MenuSheet
  extends Readonly<Record<'nutrition' | 'categories' | 'evaluation', readonly AmountColumn[]>> {
  readonly unitName: string;
  /** The unit's people and telephone; absent if it has neither. */
  readonly contact?: string;
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly status: SheetStatus;
  readonly groups: readonly SheetGroup[];
  readonly days: readonly Readonly<Record<'date' | 'weekday', string>>[];
  readonly meals: readonly SheetMeal[];
  readonly energiesByDay: readonly (readonly SheetEnergy[])[];
  readonly limits: readonly string[];
  readonly standards: readonly Readonly<Record<'name' | 'tolerancePercent', string>>[];
}

interface SheetFacts {
  readonly unit: Pick<Unit, 'name' | 'contacts' | 'phone'>;
  readonly menu: ResolvedMenu;
  readonly nameByDish: NameByDish;
  readonly status: StatusFacts;
  readonly timeZone: string;
}

export function makeMenuSheet({ unit, menu, nameByDish, status, timeZone }: SheetFacts): MenuSheet {
  const { content, daysOff = [] } = menu;
  const { name, start: from, days: dayCount, items } = content;
  const servedDayNumbers = new Set(items.map(({ day }) => day));
  // Only a day off without dishes is marked, since the sheet shows the dishes of the others.
  const emptyDayOffNumbers = new Set(daysOff.filter((dayNumber) => !servedDayNumbers.has(dayNumber)));
  const groups = analyseGroups(menu);
  const dates = Array.from({ length: dayCount }, (_, dayIndex) => addDays(from, dayIndex));
  const contact = [unit.contacts, unit.phone].filter(Boolean).join('，');
  return {
    unitName: unit.name,
    ...(contact === '' ? {} : { contact }),
    name,
    from,
    to: addDays(from, dayCount - 1),
    status: describeStatus(status, timeZone),
    groups: listGroups(groups, content),
    days: dates.map((date, dayIndex) => ({
      date: `${formatDate(date)}${emptyDayOffNumbers.has(dayIndex + 1) ? '（休息）' : ''}`,
      weekday: `周${toWeekdayName(date)}`,
    })),
    meals: listMeals({ menu, nameByDish, allergensByCode: toAllergenFacts(menu), groups, dates }),
    energiesByDay: dates.map((date) => listDayEnergies(date, groups)),
    nutrition: describeNutrition(groups),
    categories: describeCategories(groups),
    evaluation: describeEvaluations(groups),
    limits: listLimits(groups.flatMap(listKnownFigures)),
    standards: listStandards(menu),
  };
}

/** Analyses a menu, and puts beside each group its analysis and its letter: A, B and so on. */
function analyseGroups(menu: ResolvedMenu): AnalysedGroup[] {
  // An analysis has its levels in the order of the groups.
  const { levels } = analyse(menu);
  const { groups } = menu.content;
  return groups.flatMap((group, groupIndex) => {
    const analysis = levels[groupIndex];
    const letter = groups.length === 1 ? '' : String.fromCharCode('A'.charCodeAt(0) + groupIndex);
    return analysis ? [{ group, letter, analysis, tolerance: findGroupStandard(group, menu)?.overflow ?? '0' }] : [];
  });
}

/** Lists each standard once. Groups with the same standard have the same object of it. */
function listStandards(menu: ResolvedMenu): MenuSheet['standards'] {
  const standards = new Set(menu.content.groups.flatMap((group) => findGroupStandard(group, menu) ?? []));
  const toPercent = (tolerance: string) => `${ratio(tolerance).times(100).toText()}%`;
  return [...standards].map(({ name, overflow }) => ({ name, tolerancePercent: toPercent(overflow) }));
}
