/** China has been eight hours ahead of UTC since 1992, and nobody asks for an earlier day. Thus a cold start loads no zones. */
const CHINA = 'Asia/Shanghai';
const HOUR_MS = 3_600_000;
const CHINA_AHEAD_MS = 8 * HOUR_MS;
const DAY_MS = 24 * HOUR_MS;
export const DAYS_OF_WEEK = 7;

/** Formats by zone. Making one takes fifty times as long as using it. */
const formatByZone = new Map<string, Intl.DateTimeFormat>();

/** Converts an instant (milliseconds since the epoch) to the time in a zone: `YYYY-MM-DD`, a separator, and `HH:MM`. */
function toLocalTime(instant: number, timeZone: string): string {
  if (timeZone === CHINA) return new Date(instant + CHINA_AHEAD_MS).toISOString().slice(0, 16);
  let format = formatByZone.get(timeZone);
  if (!format) {
    // Swedes write dates as ISO 8601 does.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
    formatByZone.set(timeZone, format);
  }
  return format.format(instant);
}

/** Converts an instant (milliseconds since the epoch) to the day in a time zone, `YYYY-MM-DD`. */
export function toDay(instant: number, timeZone: string): string {
  return toLocalTime(instant, timeZone).slice(0, 10);
}

/** Converts an instant (milliseconds since the epoch) to the time of day in a time zone, `HH:MM`. */
export function toTime(instant: number, timeZone: string): string {
  return toLocalTime(instant, timeZone).slice(11);
}

/** Whether a text is a time of day, `HH:MM`. `24:00` is one, too: no day reaches it. */
export function isTimeOfDay(text: string): boolean {
  return /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/.test(text);
}

/** Whether `Intl` knows the time zone by its name, such as `Asia/Shanghai`. */
export function isTimeZone(name: string): boolean {
  try {
    toDay(0, name);
    return true;
  } catch {
    return false;
  }
}

/** Whether a text says when a week must be published: an ISO weekday of the week before and a time, `5T17:00`. */
export function isPublishBy(text: string): boolean {
  return /^[1-7]T([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/** Returns when a week must be published, `YYYY-MM-DDTHH:MM` in the service's zone. `publishBy` is as `isPublishBy` has it. */
export function toPublishDeadline(monday: string, publishBy: string): string {
  return `${addDays(monday, Number(publishBy.charAt(0)) - 1 - DAYS_OF_WEEK)}${publishBy.slice(1)}`;
}

/** Whether the instant is at or past the deadline, which is local time, `YYYY-MM-DDTHH:MM`. */
export function isOver(deadline: string, instant: number, timeZone: string): boolean {
  return toLocalTime(instant, timeZone).replace(' ', 'T') >= deadline;
}

/** Returns the weekday of a date as it follows 周 or 星期: `日`. */
export function toWeekdayName(date: string): string {
  return '日一二三四五六'.charAt(toUtcMidnight(date).getUTCDay());
}

/** Formats a date as people say it: `11月2日`. */
export function formatDate(date: string): string {
  const midnight = toUtcMidnight(date);
  return `${midnight.getUTCMonth() + 1}月${midnight.getUTCDate()}日`;
}

/** Returns the Monday on or before the date: a week ends with Sunday. */
export function toMonday(date: string): string {
  return addDays(date, -((toUtcMidnight(date).getUTCDay() + 6) % 7));
}

/** Lists the seven days from this Monday on, `YYYY-MM-DD`. */
export function listDaysOfWeek(monday: string): string[] {
  return Array.from({ length: DAYS_OF_WEEK }, (_, index) => addDays(monday, index));
}

/** Returns the date, `YYYY-MM-DD`, that is `dayCount` days later or, below 0, earlier. It stays within years of four digits. */
export function addDays(date: string, dayCount: number): string {
  const midnight = toUtcMidnight(date);
  midnight.setUTCDate(midnight.getUTCDate() + dayCount);
  const year = midnight.getUTCFullYear();
  if (year < 0) return '0000-01-01';
  return year > 9999 ? '9999-12-31' : midnight.toISOString().slice(0, 10);
}

/** Counts the days from one date to a later one; below 0 if `later` is earlier. */
export function countDaysBetween(date: string, later: string): number {
  return Math.round((toUtcMidnight(later).getTime() - toUtcMidnight(date).getTime()) / DAY_MS);
}

function toUtcMidnight(date: string): Date {
  return new Date(`${date}T00:00:00Z`);
}

/** Whether a date is one of the `days` days from `start` on. */
export function hasDate({ start, days }: { readonly start: string; readonly days: number }, date: string): boolean {
  return start <= date && date <= addDays(start, days - 1);
}
