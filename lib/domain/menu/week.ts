import { type Calendars, isOff } from '../calendar.ts';
import { dayAfter, daysOfWeek } from '../values/calendar.ts';
import type { MenuState } from './menu-state.ts';

/** The states of a unit's week: of the menu that is nearest to being published, or that there is none. */
export const weekStates = ['未编制', '草稿', '待审核', '已驳回', '已发布'] as const;
type WeekState = (typeof weekStates)[number];

/** What a menu that is not live yet says of a week, the furthest first. */
const furthest: readonly MenuState[] = ['待审核', '已驳回', '草稿'];

/** From this day of the week on, counted from Monday as 0, nobody is served unless the calendar says so. */
const WEEKEND = 5;

/** The days of something. */
interface Days {
  /** `YYYY-MM-DD` */
  readonly start: string;
  readonly days: number;
}

/** The menus of a unit that have a day of the week, and what of them is live. */
export interface WeekMenus {
  readonly menus: readonly (Days & { readonly state: MenuState })[];
  readonly live: readonly Days[];
}

/** How far a unit is with a week. */
export interface WeekStanding {
  readonly state: WeekState;
  /** On how many days it serves, and for how many of these a menu is live. */
  readonly days: number;
  readonly covered: number;
}

/** The days of a week on which a unit serves, as its calendar has them. `monday` is `YYYY-MM-DD`. */
export function servingDays(calendars: Calendars, monday: string): string[] {
  const { own, usual } = calendars;
  return daysOfWeek(monday).filter((date, index) => {
    const isServed = index < WEEKEND || own.on.includes(date) || usual.on.includes(date);
    return isServed && !isOff(calendars, date);
  });
}

/**
 * How far a unit is with a week: 已发布 where every serving day is live; else what the furthest menu is; a part that is
 * live alone is 已发布 as well, with the days that it covers.
 */
export function weekStanding(serving: readonly string[], { menus, live }: WeekMenus): WeekStanding {
  const covered = serving.filter((date) => live.some((one) => has(one, date))).length;
  const standing = { days: serving.length, covered };
  if (covered === serving.length) return { state: '已发布', ...standing };
  const state = furthest.find((wanted) => menus.some((menu) => menu.state === wanted));
  return { state: state ?? (live.length > 0 ? '已发布' : '未编制'), ...standing };
}

function has({ start, days }: Days, date: string): boolean {
  return start <= date && date <= dayAfter(start, days - 1);
}
