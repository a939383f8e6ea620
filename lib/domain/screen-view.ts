import { dayAfter, dayOf, mondayOf, timeOf } from './calendar.ts';
import type { Meal } from './menu.ts';
import { type Revision, thaw, type Unfrozen } from './revision.ts';
import { type Screen, showsLevel } from './screen.ts';
import { nameServed, type ServedDay, serveDays } from './served-day.ts';
import type { Unit } from './unit.ts';

/** Names of dishes by date and meal. */
type WeekPlan = ReadonlyMap<string, ReadonlyMap<Meal, readonly string[]>>;

/** What is served in a week by menus that do not meet on a day. */
export interface ServedWeek {
  /** Names of the menus, in their order. */
  readonly menus: readonly string[];
  readonly plan: WeekPlan;
}

/** All that a screen shows. */
export interface ScreenView {
  /** Name of the unit. */
  readonly unit: string;
  readonly today: string;
  /** Set once tomorrow is shown, too. */
  readonly tomorrow: string | undefined;
  /** What is served on these days, each menu by itself. */
  readonly days: readonly ServedDay[];
  readonly weeks: readonly ServedWeek[];
  /** Menus that have no room in one answer. */
  readonly left: number;
}

/** Which days a screen shows. */
export interface ShownDays {
  readonly today: string;
  readonly tomorrow: string | undefined;
  /** From Monday to Sunday. */
  readonly week: readonly string[];
}

const DAYS_OF_WEEK = 7;

/** Where a screen hangs, and from what time of day (`HH:MM`) on it shows tomorrow. */
interface Hours {
  readonly timeZone: string;
  readonly tomorrowFrom: string;
}

/** The days that a screen shows at a moment, in milliseconds since the epoch. */
export function shownDays(now: number, { timeZone, tomorrowFrom }: Hours): ShownDays {
  const today = dayOf(now, timeZone);
  const monday = mondayOf(today);
  return {
    today,
    tomorrow: timeOf(now, timeZone) >= tomorrowFrom ? dayAfter(today, 1) : undefined,
    week: Array.from({ length: DAYS_OF_WEEK }, (_, index) => dayAfter(monday, index)),
  };
}

/** Something live, as far as it decides on what is shown: what was submitted never changes. */
interface Live {
  readonly number: number;
  readonly revision: number;
}

/** What tells whatever a screen shows from all else that it may show, in words. */
export function tellVersion(
  {
    unit,
    screen,
    live,
  }: { readonly unit: Pick<Unit, 'name'>; readonly screen: Screen; readonly live: readonly Live[] },
  { today, tomorrow }: ShownDays,
): string {
  const { number, form, levels } = screen;
  const shown = live.map((one) => [one.number, one.revision]);
  return JSON.stringify([unit.name, number, form, levels, today, tomorrow, shown]);
}

/** What a screen of the unit shows of the menus that are live; `left`: how many more there are. */
export function describeScreen(
  unit: string,
  screen: Pick<Screen, 'form' | 'levels'>,
  { today, tomorrow, week }: ShownDays,
  { revisions, left }: { readonly revisions: readonly Revision[]; readonly left: number },
): ScreenView {
  const shows = (level: string) => showsLevel(screen, level);
  const dates = [today, ...(tomorrow === undefined ? [] : [tomorrow])];
  const menus = revisions.map(thaw);
  const served = menus.map((menu) => serveDays(menu, dates, shows));
  const days = dates.flatMap((date) => served.flatMap((byDate) => byDate.get(date) ?? []));
  const weeks = screen.form === 'wall' ? describeWeeks(menus, week, shows) : [];
  return { unit, today, tomorrow, days, weeks, left };
}

/** Puts menus that follow each other into one week; those that meet on a day into several. */
function describeWeeks(
  menus: readonly Unfrozen[],
  week: readonly string[],
  shows: (level: string) => boolean,
): ServedWeek[] {
  const weeks: { menus: string[]; plan: Map<string, ReadonlyMap<Meal, readonly string[]>> }[] = [];
  for (const menu of menus.toSorted((a, b) => (a.content.start < b.content.start ? -1 : 1))) {
    const served = week.flatMap((date) => {
      const names = nameServed(menu, date, shows);
      return names.size === 0 ? [] : [[date, names] as const];
    });
    if (served.length === 0) continue;
    const free = weeks.find(({ plan }) => served.every(([date]) => !plan.has(date)));
    free?.menus.push(menu.content.name);
    for (const [date, names] of served) free?.plan.set(date, names);
    if (!free) weeks.push({ menus: [menu.content.name], plan: new Map(served) });
  }
  return weeks;
}
