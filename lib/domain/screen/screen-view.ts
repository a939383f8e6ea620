import { type Calendars, isOff } from '../calendar.ts';
import type { Meal } from '../meal.ts';
import { findUsabilityProblem, type Unit } from '../unit.ts';
import { addDays, DAYS_OF_WEEK, listDaysOfWeek, toDay, toMonday, toTime } from '../values/calendar.ts';
import { type Screen, type ScreenForm, type ScreenShape, showsGroup } from './screen.ts';
import {
  describeServedDays,
  type FrozenMenu,
  nameServedDishes,
  type ServedDay,
  type ShowsGroup,
} from './served-day.ts';

/** One table of a week. It has several menus if no two of them serve the same day. */
export interface ServedWeek {
  readonly menuNames: string[];
  readonly dishNamesByMealByDate: Map<string, ReadonlyMap<Meal, readonly string[]>>;
}

/** The days that a screen shows. */
export interface ShownDays extends Readonly<Record<'week' | 'nextWeek', readonly string[]>> {
  readonly today: string;
  readonly isTodayOff: boolean;
  /** Undefined while the screen does not show the next day yet, and in a vacation. */
  readonly next: string | undefined;
}

/** The content of a screen that hangs on a wall. */
export interface ScreenView extends Pick<ShownDays, 'today' | 'isTodayOff' | 'next'> {
  readonly unitName: string;
  readonly days: readonly ServedDay[];
  readonly weeks: readonly ServedWeek[];
  readonly omittedCount: number;
}

/** The number of days after today among which the next served day is searched. More days off in a row are a vacation. */
export const DAYS_AHEAD = 14;

/** The time zone of a screen, and the time of day (`HH:MM`) from which it shows the next day. */
interface ScreenClock {
  readonly timeZone: string;
  readonly tomorrowFrom: string;
}

/** Finds the days that a screen shows at a time (milliseconds since the epoch), as if there were no days off. */
export function toShownDays(now: number, { timeZone, tomorrowFrom }: ScreenClock): ShownDays {
  const today = toDay(now, timeZone);
  const monday = toMonday(today);
  return {
    today,
    isTodayOff: false,
    next: toTime(now, timeZone) >= tomorrowFrom ? addDays(today, 1) : undefined,
    week: listDaysOfWeek(monday),
    nextWeek: listDaysOfWeek(addDays(monday, DAYS_OF_WEEK)),
  };
}

/** The seconds after which a screen fetches again at times when people look at it, or when its content may change. */
const SHORT_REFRESH_S = 60;
/** The seconds after which a screen fetches again at other times. */
const LONG_REFRESH_S = 300;
/** The usual times of breakfast, lunch and dinner. */
const MEAL_TIMES = ['07:30', '12:00', '18:00'];
const MINUTES_AROUND_MEAL = 30;
/** How long after a change of its menus people look at a screen more often. */
const ATTENTION_AFTER_CHANGE_MS = 3600_000;

/** Finds the seconds until a screen fetches again: few in the hour around a meal or after a change, and shortly before one by the clock. */
export function chooseRefreshSeconds(
  now: number,
  { timeZone, tomorrowFrom }: ScreenClock,
  liveMenus: readonly { readonly since: number; readonly swapped?: number | undefined }[],
): number {
  const toMinutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const minutesUntil = (time: string) => toMinutes(time) - toMinutes(toTime(now, timeZone));
  const isMealTime = MEAL_TIMES.some((time) => Math.abs(minutesUntil(time)) <= MINUTES_AROUND_MEAL);
  const changesSoon = [tomorrowFrom, '24:00'].some((time) => {
    const secondsUntil = minutesUntil(time) * 60;
    return secondsUntil >= 0 && secondsUntil <= LONG_REFRESH_S;
  });
  const changeTimes = liveMenus.map(({ since, swapped }) => swapped ?? since);
  const wasJustChanged = changeTimes.some((time) => now - time < ATTENTION_AFTER_CHANGE_MS);
  return isMealTime || changesSoon || wasJustChanged ? SHORT_REFRESH_S : LONG_REFRESH_S;
}

/** Removes the days off. A next day that the screen shows becomes the next one that is not off, or none if all are off. */
export function withoutDaysOff({ today, next, week, nextWeek }: ShownDays, calendars: Calendars): ShownDays {
  const isServed = (date: string) => !isOff(calendars, date);
  const datesAhead = Array.from({ length: DAYS_AHEAD }, (_, dayIndex) => addDays(today, dayIndex + 1));
  return {
    today,
    isTodayOff: !isServed(today),
    next: next === undefined ? undefined : datesAhead.find(isServed),
    week: week.filter(isServed),
    nextWeek: nextWeek.filter(isServed),
  };
}

/** Lists the dates that a screen shows: a phone two weeks, others today and, as soon as they show it, the next day. */
export function listShownDates(form: ScreenForm, { today, isTodayOff, next, week, nextWeek }: ShownDays): string[] {
  if (form === 'phone') return [...week, ...nextWeek];
  return [...(isTodayOff ? [] : [today]), ...(next === undefined ? [] : [next])];
}

/** What a screen's content depends on beside its menus: the unit's name, the shown groups, and the shown days. */
export interface ScreenSubject {
  readonly unit: Pick<Unit, 'name'>;
  readonly screen: Pick<Screen, 'form' | 'levels'>;
  readonly days: ShownDays;
}

/** Everything that a screen's content depends on. */
interface ScreenContext extends ScreenSubject {
  readonly unit: Unit;
  readonly screen: Screen;
  /** The live menus. They are known by their revisions, since a revision never changes. */
  readonly liveMenus: readonly { readonly number: number; readonly revision: number }[];
}

/** Whether a screen shows nothing, because its unit is closed or has expired. */
export function isBlank({ unit, days }: Pick<ScreenContext, 'unit' | 'days'>): boolean {
  return findUsabilityProblem(unit, days.today) !== undefined;
}

/** Returns a text that changes whenever the screen's content changes. */
export function makeScreenVersion(context: ScreenContext, shape: ScreenShape = 'wide'): string {
  const { unit, days, liveMenus } = context;
  const { number, form, levels } = context.screen;
  if (isBlank(context)) return `${form} ${shape} ${days.today}`;
  const menus = liveMenus.map((menu) => [menu.number, menu.revision]);
  // The ETags of screens are hashes of this text, so its keys stay.
  const { today, isTodayOff: isOff, next, week, nextWeek } = days;
  return JSON.stringify([unit.name, number, form, shape, levels, { today, isOff, next, week, nextWeek }, menus]);
}

/** Makes the content of a screen. `omittedCount` is the number of live menus that are too many for it and not in `menus`. */
export function describeScreen(
  { unit, screen, days: shownDays }: ScreenSubject,
  { menus, omittedCount }: { readonly menus: readonly FrozenMenu[]; readonly omittedCount: number },
): ScreenView {
  const isShown: ShowsGroup = (group) => showsGroup(screen, group);
  const { today, isTodayOff, next, week } = shownDays;
  const dates = listShownDates(screen.form, shownDays);
  const servedMenus = menus.map((menu) => describeServedDays(menu, dates, isShown));
  // Each day comes once for every menu that serves it.
  const days = dates.flatMap((date) => servedMenus.flatMap((dayByDate) => dayByDate.get(date) ?? []));
  const weeks = screen.form === 'wall' ? describeWeeks(menus, week, isShown) : [];
  return { unitName: unit.name, today, isTodayOff, next, days, weeks, omittedCount };
}

/** Distributes menus over tables of the week. Menus without a common day share a table. */
function describeWeeks(menus: readonly FrozenMenu[], dates: readonly string[], isShown: ShowsGroup): ServedWeek[] {
  const weeks: ServedWeek[] = [];
  const revisions = menus.map(({ revision }) => revision);
  for (const revision of revisions.toSorted((a, b) => (a.content.start < b.content.start ? -1 : 1))) {
    const servedDays = dates.flatMap((date) => {
      const namesByMeal = nameServedDishes(revision, date, isShown);
      return namesByMeal.size === 0 ? [] : [[date, namesByMeal] as const];
    });
    if (servedDays.length === 0) continue;
    const freeWeek = weeks.find((week) => servedDays.every(([date]) => !week.dishNamesByMealByDate.has(date)));
    const week: ServedWeek = freeWeek ?? { menuNames: [], dishNamesByMealByDate: new Map() };
    if (!freeWeek) weeks.push(week);
    week.menuNames.push(revision.content.name);
    for (const [date, namesByMeal] of servedDays) week.dishNamesByMealByDate.set(date, namesByMeal);
  }
  return weeks;
}
