import { dayAfter, mondayOf } from '../values/calendar.ts';
import type { NearServing, PlanProblem } from './problem.ts';

/** The most days that a rule of repetition reaches beyond the menu. */
export const MOST_DAYS_NEAR = 6;

/**
 * The servings near by that count for what may come so often in a week: those of the calendar week in which the whole menu
 * lies. Of a menu that lies in two weeks each would be a week longer than seven days.
 */
export function findInSameWeek({ content: { start, days }, near = [] }: PlanProblem): readonly NearServing[] {
  const monday = mondayOf(start);
  if (mondayOf(dayAfter(start, days - 1)) !== monday) return [];
  return near.filter(({ day }) => mondayOf(dayAfter(start, day - 1)) === monday);
}
