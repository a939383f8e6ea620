import { addDays, DAYS_OF_WEEK, formatDate, toWeekdayName } from '../domain/values/calendar.ts';

/** Formats an amount: from 100 on without decimals, from 1 on with at most one, below 1 with at most two. */
export function formatAmount(amount: string): string {
  const number = Number(amount);
  if (number >= 100) return Math.round(number).toLocaleString('en');
  if (number >= 1) return String(Math.round(number * 10) / 10);
  return String(Math.round(number * 100) / 100);
}

export const TODAY = '今日';

/** Names a day as seen from today: 今日, 明日, then for a week by its weekday, otherwise by its date. */
export function nameDay(date: string, today: string): string {
  if (date === today) return TODAY;
  if (date === addDays(today, 1)) return '明日';
  return date <= addDays(today, DAYS_OF_WEEK - 1) ? `周${toWeekdayName(date)}` : formatDate(date);
}

/** Describes the number of people in groups: `80 人`; empty if it is 0. */
export function describePeople(groups: readonly { readonly people: number }[]): string {
  const people = groups.reduce((sum, group) => sum + group.people, 0);
  return people === 0 ? '' : `${people.toLocaleString('en')} 人`;
}
