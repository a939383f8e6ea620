import * as z from 'zod/mini';
import { type Calendars, isOff } from '../calendar.ts';
import {
  addDays,
  countDaysBetween,
  findMonday,
  findPublishDeadline,
  hasDate,
  isOver,
  toDay,
} from '../values/calendar.ts';
import type { Menu } from './menu.ts';

/** The states of a unit's week: the state of the menu that is closest to publication, or 未编制 without a menu. */
export const weekStates = ['未编制', '草稿', '待审核', '已驳回', '已发布'] as const;
type WeekState = (typeof weekStates)[number];

/** The states of menus that are not live, the closest to publication first. */
const statesByProgress = ['待审核', '已驳回', '草稿'] as const;

/** The first day of the weekend, counted from Monday as 0. On weekends a unit serves only where the calendar says so. */
const WEEKEND = 5;

/**
 * A menu in a week: its number, the days of the week on which it is live, as bits from Monday on, and the state of its draft,
 * which is absent where the draft has no day in the week or is what is live.
 */
export const WeekMenu = z.tuple([z.int(), z.int(), z.optional(z.enum(['草稿', '待审核', '已驳回']))]);
export type WeekMenu = z.output<typeof WeekMenu>;

interface Days {
  /** `YYYY-MM-DD` */
  readonly start: string;
  readonly days: number;
}

/** The parts of a menu that decide about its entries in weeks. */
export type MenuDays = Pick<Menu, 'number' | 'state'> & Days & { readonly live?: Days | undefined };

export interface WeekStatus {
  readonly state: WeekState;
  /** The number of days on which the unit serves, and how many of these a live menu covers. */
  readonly days: number;
  readonly covered: number;
}

/** The time of a request, and the deadline for publishing a week. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly timeZone: string;
  readonly publishBy: string;
}

/** The Mondays of the weeks in which a menu, or its live revision, has a day. */
export function listWeeks({ live, ...menu }: Days & { readonly live?: Days | undefined }): string[] {
  const ends = [menu, live ?? menu].flatMap(({ start, days }) => [start, addDays(start, days - 1)]);
  return [...new Set(ends.map(findMonday))];
}

/** The menu in the week with these dates; undefined where it has no day there. */
export function toWeekMenu({ number, state, live, ...menu }: MenuDays, dates: readonly string[]): WeekMenu | undefined {
  const isPlanned = toDayBits(dates, (date) => hasDate(menu, date)) > 0;
  const served = live ? toDayBits(dates, (date) => hasDate(live, date)) : 0;
  if (isPlanned && state !== '已发布') return [number, served, state];
  return served > 0 ? [number, served] : undefined;
}

/** The days of the week with these dates on which a unit serves, as bits from Monday on. */
export function toServingBits(calendars: Calendars, dates: readonly string[], use: DaysOfUse): number {
  return toDayBits(dates, (date) => isServingDay(calendars, date, use));
}

/** The day on which a unit was created, if it is known, and its last day of use, both `YYYY-MM-DD`. */
export interface DaysOfUse {
  readonly since?: string | undefined;
  readonly until: string;
}

/** Returns whether a unit serves on a day. */
export function isServingDay(calendars: Calendars, date: string, { since = '', until }: DaysOfUse): boolean {
  const { own, usual } = calendars;
  const isServed =
    countDaysBetween(findMonday(date), date) < WEEKEND || own.on.includes(date) || usual.on.includes(date);
  return isServed && date >= since && date <= until && !isOff(calendars, date);
}

/**
 * The status of a unit's week: 已发布 where live menus cover every serving day; else the state of the menu that is closest
 * to publication; 已发布 again where only a live menu covers a part of the days.
 */
export function findWeekStatus(serving: number, menus: readonly WeekMenu[]): WeekStatus {
  const live = menus.reduce((bits, [, served]) => bits | served, 0);
  const status = { days: countBits(serving), covered: countBits(serving & live) };
  if (status.covered === status.days) return { state: '已发布', ...status };
  const state = statesByProgress.find((candidate) => menus.some(([, , menuState]) => menuState === candidate));
  return { state: state ?? (live === 0 ? '未编制' : '已发布'), ...status };
}

/** A bit for each date, the first one lowest. */
function toDayBits(dates: readonly string[], isSet: (date: string) => boolean): number {
  return dates.reduce((bits, date, index) => (isSet(date) ? bits | (1 << index) : bits), 0);
}

function countBits(bits: number): number {
  return bits === 0 ? 0 : (bits & 1) + countBits(bits >> 1);
}

/** The deadline for publishing a week. */
export interface Deadline {
  /** `YYYY-MM-DDTHH:MM` in the service's zone. */
  readonly by: string;
  readonly isOver: boolean;
}

/** Finds the deadline for publishing the week of this Monday. */
export function findDeadline(monday: string, { now, timeZone, publishBy }: Clock): Deadline {
  const by = findPublishDeadline(monday, publishBy);
  return { by, isOver: isOver(by, now, timeZone) };
}

/** Whether a week is late. The deadlines up to the day on which the unit was created do not count. */
export function isLate({ days, covered }: Pick<WeekStatus, 'days' | 'covered'>, deadline: Deadline, since = '') {
  return deadline.isOver && covered < days && deadline.by.slice(0, 10) > since;
}

/** The Monday of the last week whose deadline is over. */
export function findLastDueWeek(clock: Clock): string {
  const next = addDays(findMonday(toDay(clock.now, clock.timeZone)), 7);
  return findDeadline(next, clock).isOver ? next : addDays(next, -7);
}
