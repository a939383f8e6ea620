import { servingDays, type WeekStanding, weekStanding } from '../../domain/menu/week.ts';
import { dayAfter } from '../../domain/values/calendar.ts';
import type { Database } from '../../table/database.ts';
import { readCalendars } from '../calendar.ts';
import { listLive } from './live-menu.ts';
import { findMenuRows } from './menu.ts';

/** How far a unit is with each of some weeks. `mondays` are `YYYY-MM-DD`, the earliest first, and not empty. */
export async function findWeeks(
  db: Database,
  unit: number,
  mondays: readonly string[],
): Promise<(WeekStanding & { readonly week: string })[]> {
  const [from = '', last = from] = [mondays[0], mondays[mondays.length - 1]];
  const to = dayAfter(last, 6);
  const [menus, live, calendars] = await Promise.all([
    findMenuRows(db, unit, { from, to }),
    listLive(db, unit, from, to),
    readCalendars(db, unit),
  ]);
  return mondays.map((week) => {
    const touches = ({ start, days }: { start: string; days: number }) =>
      start <= dayAfter(week, 6) && week <= dayAfter(start, days - 1);
    const within = { menus: menus.filter(touches), live: live.filter(touches) };
    return { week, ...weekStanding(servingDays(calendars, week), within) };
  });
}
