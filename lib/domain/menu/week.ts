import * as z from 'zod/mini';
import { type Calendars, isOff } from '../calendar.ts';
import { addDays, countDaysBetween, hasDate, isOver, toDay, toMonday, toPublishDeadline } from '../values/calendar.ts';
import type { Menu } from './menu.ts';

/** The states of a unit's week: the state of the menu that is closest to publication, or 未编制 without a menu. */
export const weekStates = ['未编制', '草稿', '待审核', '已驳回', '已发布'] as const;
type WeekState = (typeof weekStates)[number];

/** The states of menus that are not live, the closest to publication first. */
const statesByProgress = ['待审核', '已驳回', '草稿'] as const;
/** The first day of the weekend, counted from Monday as 0. On weekends a unit serves only where the calendar says so. */
const FIRST_WEEKEND_DAY = 5;

/**
 * A menu in a week, as it is stored: its number, the days on which it is live, the state of its draft. Days of a week are bits,
 * Monday's the lowest. The state is absent where the draft has no day in the week, or is the live revision itself.
 */
export const WeekMenu = z.tuple([z.int(), z.int(), z.optional(z.enum(statesByProgress))]);
export type WeekMenu = z.output<typeof WeekMenu>;

/** Consecutive days from `start`, `YYYY-MM-DD`. */
interface DaySpan {
  readonly start: string;
  readonly days: number;
}

/** The parts of a menu that decide about its entries in weeks. */
export type MenuDays = Pick<Menu, 'number' | 'state'> & DaySpan & { readonly live?: DaySpan | undefined };

/** The days on which a unit may be used, `YYYY-MM-DD`. */
export interface UseSpan {
  /** The day on which it was created; absent: not known. */
  readonly since?: string | undefined;
  /** Its last day. */
  readonly until: string;
}

export interface WeekStatus {
  readonly state: WeekState;
  /** The number of days on which the unit serves. */
  readonly days: number;
  /** The number of these days that a live menu covers. */
  readonly covered: number;
}

/** What tells whether a week is late: the time of the request, and the rule for deadlines. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly timeZone: string;
  /** When a week must be published: the ISO weekday of the week before, and the time, `5T17:00`. */
  readonly publishBy: string;
}

/** Lists the Mondays of a menu's weeks and its live revision's. Neither is longer than a week, so its first and last day tell all. */
export function listWeeks({ live, ...menu }: DaySpan & { readonly live?: DaySpan | undefined }): string[] {
  const edgeDates = [menu, live ?? menu].flatMap(({ start, days }) => [start, addDays(start, days - 1)]);
  return [...new Set(edgeDates.map(toMonday))];
}

/** Makes the entry of the menu in the week with these dates; undefined where it has no day there. */
export function toWeekMenu({ number, state, live, ...menu }: MenuDays, dates: readonly string[]): WeekMenu | undefined {
  const isPlanned = dates.some((date) => hasDate(menu, date));
  const liveBits = live ? toDayBits(dates, (date) => hasDate(live, date)) : 0;
  if (isPlanned && state !== '已发布') return [number, liveBits, state];
  return liveBits > 0 ? [number, liveBits] : undefined;
}

/** Makes bits of the days on which a unit serves in the week with these dates, see `WeekMenu`. */
export function toServingBits(calendars: Calendars, dates: readonly string[], useSpan: UseSpan): number {
  return toDayBits(dates, (date) => isServingDay(calendars, date, useSpan));
}

/** Whether meals are due on a date: a workday or a day that is switched on, within the use, and no day off. */
export function isServingDay(calendars: Calendars, date: string, { since = '', until }: UseSpan): boolean {
  const { own, usual } = calendars;
  const isWorkday = countDaysBetween(toMonday(date), date) < FIRST_WEEKEND_DAY;
  const isServed = isWorkday || own.on.includes(date) || usual.on.includes(date);
  return isServed && date >= since && date <= until && !isOff(calendars, date);
}

/**
 * Makes the status of a week: 已发布 where live menus cover all serving days, else the state of the draft that is closest to
 * publication. Without a draft it is 已发布 where a live menu has at least one day of the week.
 */
export function toWeekStatus(servingBits: number, menus: readonly WeekMenu[]): WeekStatus {
  const liveBits = menus.reduce((bits, [, menuBits]) => bits | menuBits, 0);
  const status = { days: countBits(servingBits), covered: countBits(servingBits & liveBits) };
  if (status.covered === status.days) return { state: '已发布', ...status };
  const draftStates = new Set(menus.map(([, , state]) => state));
  const state = statesByProgress.find((draftState) => draftStates.has(draftState));
  return { state: state ?? (liveBits === 0 ? '未编制' : '已发布'), ...status };
}

/** Makes a bit for each date, the lowest for the first. */
function toDayBits(dates: readonly string[], isSet: (date: string) => boolean): number {
  return dates.reduce((bits, date, dateIndex) => (isSet(date) ? bits | (1 << dateIndex) : bits), 0);
}

function countBits(bits: number): number {
  return bits === 0 ? 0 : (bits & 1) + countBits(bits >> 1);
}

export interface Deadline {
  /** Local time, `YYYY-MM-DDTHH:MM`. */
  readonly by: string;
  readonly isOver: boolean;
}

/** Returns the deadline of the week that begins on this Monday. */
export function toDeadline(monday: string, { now, timeZone, publishBy }: Clock): Deadline {
  const by = toPublishDeadline(monday, publishBy);
  return { by, isOver: isOver(by, now, timeZone) };
}

/** Whether a week is late. Deadlines up to the day on which the unit was created (`since`) do not count. */
export function isLate({ days, covered }: Pick<WeekStatus, 'days' | 'covered'>, deadline: Deadline, since = '') {
  return deadline.isOver && covered < days && deadline.by.slice(0, 10) > since;
}

/** Returns the Monday of the latest week whose deadline is over: next week, or else this one. */
export function toLastDueWeek(clock: Clock): string {
  const nextMonday = addDays(toMonday(toDay(clock.now, clock.timeZone)), 7);
  return toDeadline(nextMonday, clock).isOver ? nextMonday : addDays(nextMonday, -7);
}
