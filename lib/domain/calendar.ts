import * as z from 'zod/mini';
import { badField } from '../errors.ts';
import { addDays } from './values/calendar.ts';
import { about } from './values/fields.ts';
import { dateList } from './values/list-fields.ts';
import { nameSchemas } from './values/output.ts';

/** The maximum number of days in a list: those of a year. */
const MAX_DATES = 366;
/** Dates that are more days than this in the past are dropped. */
const DAYS_KEPT = 366;

/** The dates, `YYYY-MM-DD`, on which a unit serves nothing (`off`), or serves although most units do not (`on`). */
const CalendarEntries = z.object({ off: z.array(z.string()), on: z.array(z.string()) });
type CalendarEntries = z.output<typeof CalendarEntries>;
export const Calendar = z.extend(CalendarEntries, { version: z.int() });
export type Calendar = z.output<typeof Calendar>;

/** The calendars that decide which days are off for a unit: its own, and the platform's, which is everybody's default. */
export interface Calendars {
  readonly own: CalendarEntries;
  readonly usual: CalendarEntries;
}

export const CalendarRecord = z.extend(CalendarEntries, {
  /** The platform's entries, which hold for days that the unit does not name; absent for the platform. */
  usual: z.optional(CalendarEntries),
});
nameSchemas({ Calendar: CalendarRecord, CalendarEntries });

/** Input of a calendar's change. An absent list stays as it is. */
export const calendarFields = {
  off: about('Days off, separated by commas; empty: none.', z.optional(dateList(MAX_DATES))),
  on: about(
    'Days that are served although the platform has them off, or that fall on a weekend; empty: none.',
    z.optional(dateList(MAX_DATES)),
  ),
};

export type CalendarChange = { readonly [List in keyof CalendarEntries]?: CalendarEntries[List] | undefined };

/** Changes the entries, and drops days that are long past. @throws AppError `invalid_input` if a day is both off and on. */
export function withCalendarChange(before: CalendarEntries, change: CalendarChange, today: string): CalendarEntries {
  const firstKeptDate = addDays(today, -DAYS_KEPT);
  const off = (change.off ?? before.off).filter((date) => date >= firstKeptDate);
  const on = (change.on ?? before.on).filter((date) => date >= firstKeptDate);
  const contradictoryDates = on.filter((date) => off.includes(date));
  if (contradictoryDates.length > 0)
    throw badField(change.on ? 'on' : 'off', { code: 'off_and_on', names: contradictoryDates.join(', ') });
  return { off, on };
}

/** Whether a unit serves nothing on a day. Its own entry for a day replaces the platform's. */
export function isOff({ own, usual }: Calendars, date: string): boolean {
  return own.off.includes(date) || (usual.off.includes(date) && !own.on.includes(date));
}

/** Lists the days of a menu, from 1, that are off. */
export function listDaysOff(calendars: Calendars, { start, days }: { readonly start: string; readonly days: number }) {
  const allDays = Array.from({ length: days }, (_, dayIndex) => dayIndex + 1);
  return allDays.filter((day) => isOff(calendars, addDays(start, day - 1)));
}
