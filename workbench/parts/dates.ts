const DAY_MS = 86_400_000;
const MOMENT_PARTS = { month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit', hour12: false } as const;
let momentFormat: Intl.DateTimeFormat;
let dateFormat: Intl.DateTimeFormat;
setTimeZone();

/** Sets the time zone in which times are shown: the service's, wherever the browser is. Before signing in it is China's. */
export function setTimeZone(timeZone = 'Asia/Shanghai'): void {
  momentFormat = new Intl.DateTimeFormat('zh-CN', { timeZone, ...MOMENT_PARTS });
  dateFormat = new Intl.DateTimeFormat('sv-SE', { timeZone }); // Swedes write dates as `YYYY-MM-DD`.
}

/** The date `YYYY-MM-DD` that is `days` after a date; a negative number of days goes back. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

export const listDates = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index));

/** The days from one date to another; negative if the second is earlier. */
export const countDays = (first: string, last: string): number => (Date.parse(last) - Date.parse(first)) / DAY_MS;

/** Today's date in the service's time zone, `YYYY-MM-DD`. */
export const today = (): string => dateFormat.format(Date.now());

/** The date `YYYY-MM-DD` of a timestamp in milliseconds, in the service's time zone. */
export const toDate = (time: number): string => dateFormat.format(time);

export const toMonday = (date: string): string => addDays(date, -((new Date(date).getUTCDay() + 6) % 7));

/** The weekday of a date `YYYY-MM-DD`: 周一. */
export const formatWeekday = (date: string): string => `周${'日一二三四五六'.charAt(new Date(date).getUTCDay())}`;

/** Formats a date without its year: 11月30日. */
export const formatDay = (date: string): string => `${Number(date.slice(5, 7))}月${Number(date.slice(8, 10))}日`;

/** Formats a date with its weekday: 11月30日 周一. Another year than this one is named. */
export function formatLongDay(date: string): string {
  const year = date.slice(0, 4) === today().slice(0, 4) ? '' : `${date.slice(0, 4)}年`;
  return `${year}${formatDay(date)} ${formatWeekday(date)}`;
}

/** Formats a range of dates: 11月30日–12月4日. */
export const formatDaySpan = (first: string, last: string): string =>
  first === last ? formatDay(first) : `${formatDay(first)}–${formatDay(last)}`;

/** Formats a timestamp, in milliseconds or as text: 11月30日 17:00. */
export const formatMoment = (time: number | string): string => momentFormat.format(new Date(time));
