import { addDays, findMonday } from '../values/calendar.ts';
import type { AdjacentServing, PlanProblem } from './problem.ts';

/** A serving up to so many days before or after the menu can be too near to one of the menu, since `repeatDays` is 7 at most. */
export const MAX_ADJACENT_DAYS = 6;

/**
 * Lists the adjacent servings that count for how often a dish may be served in a week: those in the calendar week of the menu. For
 * a menu that lies in two calendar weeks none count, since menu and servings together would be longer than a week.
 */
export function listServingsOfSameWeek({ content, adjacentServings = [] }: PlanProblem): readonly AdjacentServing[] {
  const { start, days } = content;
  const monday = findMonday(start);
  if (findMonday(addDays(start, days - 1)) !== monday) return [];
  return adjacentServings.filter(({ day }) => findMonday(addDays(start, day - 1)) === monday);
}
