import { addDays, findMonday } from '../values/calendar.ts';
import type { AdjacentServing, PlanProblem } from './problem.ts';

/**
 * Lists the adjacent servings in the calendar week of the menu. They count among the servings of a dish in a week. For a menu in two
 * calendar weeks there are none, because menu and servings together would be longer than a week.
 */
export function listServingsOfSameWeek({ content, adjacentServings = [] }: PlanProblem): readonly AdjacentServing[] {
  const { start, days } = content;
  const monday = findMonday(start);
  if (findMonday(addDays(start, days - 1)) !== monday) return [];
  return adjacentServings.filter(({ day }) => findMonday(addDays(start, day - 1)) === monday);
}
