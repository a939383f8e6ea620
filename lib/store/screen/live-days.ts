import type * as z from 'zod/mini';
import { isOff } from '../../domain/calendar.ts';
import { describeLiveDay, type LiveDay } from '../../domain/screen/live-day.ts';
import { toId } from '../../domain/values/id.ts';
import { AppError, badField } from '../../errors.ts';
import type { Database } from '../../table/database.ts';
import { printJson } from '../../text/json-text.ts';
import { readCalendars } from '../calendar.ts';
import { listLiveMenus } from '../menu/live-menu.ts';
import { readLiveRevisions } from './shown-screen.ts';

/** The maximum bytes of all days in an answer: below `MAX_ANSWER_BYTES`, because the envelope comes on top. */
const MAX_DAYS_BYTES = 5_000_000;

/**
 * Reads what a unit's live menus, or only menu `menuId`, serve on one or more consecutive dates; nothing on days off.
 * @throws AppError `page_too_large` naming the parameter that makes the answer smaller, if there is one.
 */
export async function listLiveDays(db: Database, unit: number, dates: readonly string[], menuId: number | undefined) {
  const from = dates.at(0) ?? '';
  const to = dates.at(-1) ?? '';
  const [allMenus, calendars] = await Promise.all([listLiveMenus(db, unit, from, to), readCalendars(db, unit)]);
  const liveMenus = menuId === undefined ? allMenus : allMenus.filter(({ number }) => toId(unit, number) === menuId);
  const { menus, omittedMenus } = await readLiveRevisions(db, unit, liveMenus, dates);
  const days: z.input<typeof LiveDay>[] = [];
  let bytes = 0;
  for (const date of dates) {
    const day = describeLiveDay(date, isOff(calendars, date) ? [] : menus);
    bytes += Buffer.byteLength(printJson(day));
    // An omitted menu may serve on any day from its start on.
    const mayLackMenu = omittedMenus.some(({ start }) => start <= date);
    if (bytes > MAX_DAYS_BYTES || mayLackMenu) throw makeTooLargeError(days.length, menuId);
    days.push(day);
  }
  return days;
}

/** Makes the error that advises fewer days or, where not even the first day fits, to ask for one menu. */
function makeTooLargeError(fittingDayCount: number, menuId: number | undefined): AppError {
  if (fittingDayCount > 0) return badField('to', { code: 'days_fit', max: fittingDayCount }, 'page_too_large');
  if (menuId === undefined) return badField('menu', { code: 'menu_fits' }, 'page_too_large');
  return new AppError('page_too_large');
}
