import { dayAfter, mondayOf } from '../values/calendar.ts';
import type { NearServing, PlanProblem } from './problem.ts';

/** How many days the rule of repeats reaches beyond the menu, at most. */
export const MAX_DAYS_NEAR = 6;

/**
 * The servings near by that count for how often a dish may come in a week: those of the menu's calendar week. A menu that
 * lies in two weeks has none, since together they would be longer than a week.
 */
export function findInSameWeek({ content: { start, days }, near = [] }: PlanProblem): readonly NearServing[] {
  const monday = mondayOf(start);
  if (mondayOf(dayAfter(start, days - 1)) !== monday) return [];
  return near.filter(({ day }) => mondayOf(dayAfter(start, day - 1)) === monday);
}
