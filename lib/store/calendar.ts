import { calendarKey, unitKey } from '../../tables/keys.ts';
import { Calendar, type CalendarChange, type Calendars, withCalendarChange } from '../domain/calendar.ts';
import { PLATFORM } from '../domain/unit.ts';
import { type IsExpectedVersion, isUnchanged, requireExpectedVersion } from '../domain/values/change.ts';
import type { Database } from '../table/database.ts';
import { checkExistsStep, type Item, insertStep, replaceStep } from '../table/steps.ts';
import { changeServiceCalendarSteps } from './unit/service-facts.ts';

/** The calendar that nobody has changed yet. */
const EMPTY_CALENDAR: Calendar = { version: 0, off: [], on: [] };

/** Reads the platform's calendar, which applies to all units by default. */
export async function readPlatformCalendar(db: Database): Promise<Calendar> {
  return parseCalendar(await db.get(calendarKey(PLATFORM)));
}

/** Reads the calendar of a unit, and as `usual` the platform's, which applies where its own says nothing of a day. */
export async function readCalendars(db: Database, unit: number): Promise<Calendars & { readonly own: Calendar }> {
  // The platform's calendar has no default of its own.
  if (unit === PLATFORM) return { own: await readPlatformCalendar(db), usual: EMPTY_CALENDAR };
  const [ownItem, usualItem] = await db.getMany([calendarKey(unit), calendarKey(PLATFORM)]);
  return { own: parseCalendar(ownItem), usual: parseCalendar(usualItem) };
}

/**
 * Changes the calendar of a unit and returns the calendar's version. Writes nothing where the calendar stays the same.
 * `today` is `YYYY-MM-DD`.
 * @throws AppError `invalid_input` where a day is both off and on; `changed_meanwhile` where the version is not the
 * expected one; `unit_not_found`.
 */
export async function changeCalendar(
  db: Database,
  unit: number,
  change: CalendarChange,
  { today, isExpectedVersion }: { readonly today: string; readonly isExpectedVersion: IsExpectedVersion },
): Promise<number> {
  return db.retryLostRaces(async () => {
    const before = parseCalendar(await db.get(calendarKey(unit)));
    requireExpectedVersion(before.version, isExpectedVersion);
    const entries = withCalendarChange(before, change, today);
    if (isUnchanged(before, entries)) return before.version;
    const version = before.version + 1;
    const item = { ...calendarKey(unit), version, ...entries };
    await db.write([
      checkExistsStep(unitKey(unit), 'unit_not_found'),
      before.version === 0 ? insertStep(item) : replaceStep(item, before.version),
      // The platform serves no meals.
      ...(unit === PLATFORM ? [] : changeServiceCalendarSteps(unit, entries)),
    ]);
    return version;
  });
}

const parseCalendar = (item: Item | undefined): Calendar => (item ? Calendar.parse(item) : EMPTY_CALENDAR);
