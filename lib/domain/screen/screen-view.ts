import { type Calendars, isOff } from '../calendar.ts';
import type { Meal } from '../meal.ts';
import { findUsabilityProblem, type Unit } from '../unit.ts';
import { dayAfter, daysOfWeek, mondayOf, toDay, toTime } from '../values/calendar.ts';
import { type Screen, type ScreenForm, type ScreenShape, showsGroup } from './screen.ts';
import { type FrozenMenu, nameServed, type ServedDay, type ShowsGroup, serveDays } from './served-day.ts';

/** Names of dishes by date and meal. */
type WeekPlan = ReadonlyMap<string, ReadonlyMap<Meal, readonly string[]>>;

/** A week of menus that have no day in common. */
export interface ServedWeek {
  /** Names of the menus, in their order. */
  readonly menus: readonly string[];
  readonly plan: WeekPlan;
}

/** Everything that a screen shows. */
export interface ScreenView {
  /** Name of the unit. */
  readonly unit: string;
  readonly today: string;
  /** Whether nothing is served today because it is a day off. */
  readonly isOff: boolean;
  /** The next day that is not off, once the screen shows it, too. */
  readonly next: string | undefined;
  /** What is served on these days, by menu. */
  readonly days: readonly ServedDay[];
  readonly weeks: readonly ServedWeek[];
  /** How many menus had no room in one answer. */
  readonly left: number;
}

/** Which days a screen shows. */
export interface ShownDays {
  readonly today: string;
  readonly isOff: boolean;
  readonly next: string | undefined;
  /** From Monday to Sunday, without days off; and those of the week after. */
  readonly week: readonly string[];
  readonly nextWeek: readonly string[];
}

const DAYS_OF_WEEK = 7;

/** So many days after the next one are looked at: more days off in a row are a vacation. */
export const DAYS_AHEAD = 14;

/** The time zone of a screen, and the time of day (`HH:MM`) from which it shows tomorrow. */
interface Hours {
  readonly timeZone: string;
  readonly tomorrowFrom: string;
}

/** The days that a screen shows at an instant (milliseconds since the epoch), as if none were off. */
export function shownDays(now: number, { timeZone, tomorrowFrom }: Hours): ShownDays {
  const today = toDay(now, timeZone);
  const monday = mondayOf(today);
  return {
    today,
    isOff: false,
    next: toTime(now, timeZone) >= tomorrowFrom ? dayAfter(today, 1) : undefined,
    week: daysOfWeek(monday),
    nextWeek: daysOfWeek(dayAfter(monday, DAYS_OF_WEEK)),
  };
}

/** The same days without those that are off. */
export function passOver({ today, next, week, nextWeek }: ShownDays, calendars: Calendars): ShownDays {
  const isServed = (date: string) => !isOff(calendars, date);
  const ahead = Array.from({ length: next === undefined ? 0 : DAYS_AHEAD }, (_, index) => dayAfter(today, index + 1));
  return {
    today,
    isOff: !isServed(today),
    next: ahead.find(isServed),
    week: week.filter(isServed),
    nextWeek: nextWeek.filter(isServed),
  };
}

/** The dates of which a screen shows what is served, and what that gives. */
export function shownDates(form: ScreenForm, { today, isOff: isTodayOff, next, week, nextWeek }: ShownDays): string[] {
  if (form === 'phone') return [...week, ...nextWeek];
  return [...(isTodayOff ? [] : [today]), ...(next === undefined ? [] : [next])];
}

/** The parts of a live menu that decide what is shown. A submitted revision never changes. */
interface Live {
  readonly number: number;
  readonly revision: number;
}

/** A screen, its unit, the days that it shows, and their live menus. */
interface Shown {
  readonly unit: Unit;
  readonly screen: Screen;
  readonly days: ShownDays;
  readonly live: readonly Live[];
}

/** Whether a screen shows nothing, because its unit is closed or has expired. */
export function isBlank({ unit, days }: Pick<Shown, 'unit' | 'days'>): boolean {
  return findUsabilityProblem(unit, days.today) !== undefined;
}

/** A text that changes whenever the screen's content changes. */
export function screenVersion(shown: Shown, shape: ScreenShape = 'wide'): string {
  const { unit, screen, days, live } = shown;
  const { number, form, levels } = screen;
  if (isBlank(shown)) return `${form} ${shape} ${days.today}`;
  const menus = live.map((one) => [one.number, one.revision]);
  return JSON.stringify([unit.name, number, form, shape, levels, days, menus]);
}

/** What a screen of the unit shows of the live menus. `left` is how many more there are. */
export function describeScreen(
  unit: string,
  screen: Pick<Screen, 'form' | 'levels'>,
  shown: ShownDays,
  { menus, left }: { readonly menus: readonly FrozenMenu[]; readonly left: number },
): ScreenView {
  const shows: ShowsGroup = (group) => showsGroup(screen, group);
  const { today, isOff: isTodayOff, next, week } = shown;
  const dates = shownDates(screen.form, shown);
  const served = menus.map((menu) => serveDays(menu, dates, shows));
  const days = dates.flatMap((date) => served.flatMap((byDate) => byDate.get(date) ?? []));
  const weeks = screen.form === 'wall' ? describeWeeks(menus, week, shows) : [];
  return { unit, today, isOff: isTodayOff, next, days, weeks, left };
}

/** Puts menus into weeks: menus without a common day share a week. */
function describeWeeks(menus: readonly FrozenMenu[], week: readonly string[], shows: ShowsGroup): ServedWeek[] {
  const weeks: { menus: string[]; plan: Map<string, ReadonlyMap<Meal, readonly string[]>> }[] = [];
  const revisions = menus.map(({ revision }) => revision);
  for (const revision of revisions.toSorted((a, b) => (a.content.start < b.content.start ? -1 : 1))) {
    const served = week.flatMap((date) => {
      const names = nameServed(revision, date, shows);
      return names.size === 0 ? [] : [[date, names] as const];
    });
    if (served.length === 0) continue;
    const free = weeks.find(({ plan }) => served.every(([date]) => !plan.has(date)));
    free?.menus.push(revision.content.name);
    for (const [date, names] of served) free?.plan.set(date, names);
    if (!free) weeks.push({ menus: [revision.content.name], plan: new Map(served) });
  }
  return weeks;
}
