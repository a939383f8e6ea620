import * as z from 'zod/mini';
import { type Calendars, isOff } from '../calendar.ts';
import { dayAfter, dayOf, deadlineOf, hasDate, isOver, mondayOf } from '../values/calendar.ts';
import type { Menu } from './menu.ts';

/** The states of a unit's week: of the menu that is nearest to being published, or that there is none. */
export const weekStates = ['未编制', '草稿', '待审核', '已驳回', '已发布'] as const;
type WeekState = (typeof weekStates)[number];

/** What a menu that is not live yet says of a week, the furthest first. */
const furthest = ['待审核', '已驳回', '草稿'] as const;

/** From this day of the week on, counted from Monday as 0, nobody is served unless the calendar says so. */
const WEEKEND = 5;

/**
 * What a week is told of a menu that has a day of it: its number, the days of the week on which it is live, as bits from
 * Monday on, and its state; that is absent where nothing is planned for the week beside what is live.
 */
export const WeekMenu = z.tuple([z.int(), z.int(), z.optional(z.enum(['草稿', '待审核', '已驳回']))]);
export type WeekMenu = z.output<typeof WeekMenu>;

/** The days of something. */
interface Days {
  /** `YYYY-MM-DD` */
  readonly start: string;
  readonly days: number;
}

/** The parts of a menu that weeks are told. */
export type MenuDays = Pick<Menu, 'number' | 'state'> & Days & { readonly live?: Days | undefined };

/** How far a unit is with a week. */
export interface WeekStatus {
  readonly state: WeekState;
  /** On how many days it serves, and for how many of these a menu is live. */
  readonly days: number;
  readonly covered: number;
}

/** When somebody asks, and until when weeks are published. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly timeZone: string;
  readonly publishBy: string;
}

/** The Mondays of the weeks of which a menu, or what is live of it, has a day. */
export function weeksWith({ live, ...menu }: Days & { readonly live?: Days | undefined }): string[] {
  const ends = [menu, live ?? menu].flatMap(({ start, days }) => [start, dayAfter(start, days - 1)]);
  return [...new Set(ends.map(mondayOf))];
}

/** What a week is told of a menu; undefined where the menu has no day of it. `dates` are those of the week. */
export function toWeekMenu({ number, state, live, ...menu }: MenuDays, dates: readonly string[]): WeekMenu | undefined {
  const isPlanned = dayBits(dates, (date) => hasDate(menu, date)) > 0;
  const served = live ? dayBits(dates, (date) => hasDate(live, date)) : 0;
  if (isPlanned && state !== '已发布') return [number, served, state];
  return served > 0 ? [number, served] : undefined;
}

/**
 * The days of a week on which a unit serves, as bits from Monday on: as its calendar has them, until its last day of
 * use. `dates` are those of the week.
 */
export function servingDays(calendars: Calendars, dates: readonly string[], until: string): number {
  const { own, usual } = calendars;
  return dayBits(dates, (date, index) => {
    const isUsual = index < WEEKEND || own.on.includes(date) || usual.on.includes(date);
    return isUsual && date <= until && !isOff(calendars, date);
  });
}

/**
 * How far a unit is with a week: 已发布 where every serving day is live; else what the furthest menu is; a part that is
 * live alone is 已发布 as well, with the days that it covers.
 */
export function weekStatus(serving: number, menus: readonly WeekMenu[]): WeekStatus {
  const live = menus.reduce((bits, [, served]) => bits | served, 0);
  const status = { days: countBits(serving), covered: countBits(serving & live) };
  if (status.covered === status.days) return { state: '已发布', ...status };
  const state = furthest.find((wanted) => menus.some(([, , one]) => one === wanted));
  return { state: state ?? (live === 0 ? '未编制' : '已发布'), ...status };
}

/** A bit for each date, the first one lowest. */
function dayBits(dates: readonly string[], isSet: (date: string, index: number) => boolean): number {
  return dates.reduce((bits, date, index) => (isSet(date, index) ? bits | (1 << index) : bits), 0);
}

function countBits(bits: number): number {
  return bits === 0 ? 0 : (bits & 1) + countBits(bits >> 1);
}

/** Until when a week is published, `YYYY-MM-DDTHH:MM` in the service's zone, and whether that is over. */
export function dueBy(
  monday: string,
  { now, timeZone, publishBy }: Clock,
): { readonly by: string; readonly isOver: boolean } {
  const by = deadlineOf(monday, publishBy);
  return { by, isOver: isOver(by, now, timeZone) };
}

/** The Monday of the last week that should be published by now. */
export function lastDueWeek(clock: Clock): string {
  const next = dayAfter(mondayOf(dayOf(clock.now, clock.timeZone)), 7);
  return dueBy(next, clock).isOver ? next : dayAfter(next, -7);
}
