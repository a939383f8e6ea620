import type { Menu } from '../../domain/menu/menu.ts';
import { type Overview, toGroupFiguresRecords, type UnitWeek } from '../../domain/menu/overview.ts';
import {
  type Clock,
  type Deadline,
  isLate,
  toDeadline,
  toLastDueWeek,
  toServingBits,
  toWeekStatus,
  type WeekMenu,
  type WeekStatus,
  weekStates,
} from '../../domain/menu/week.ts';
import { listDaysOfWeek } from '../../domain/values/calendar.ts';
import { toId } from '../../domain/values/id.ts';
import { makeTextMatcher } from '../../domain/values/keyword.ts';
import { makePage, type PageRequest } from '../../domain/values/page.ts';
import { AppError } from '../../errors.ts';
import type { Database } from '../../table/database.ts';
import { readPlatformCalendar } from '../calendar.ts';
import { listServiceFacts } from '../unit/service-facts.ts';
import { findUnits, readUnitsHead } from '../unit/unit.ts';
import { findMenus } from './menu.ts';
import { readWeek, readWeekBlocks } from './week.ts';

/** The requested overview. Without a week, its Monday, it is about the last week that is due. */
interface OverviewRequest {
  readonly category?: string | undefined;
  readonly state?: WeekStatus['state'] | undefined;
  readonly late?: boolean | undefined;
  readonly week?: string | undefined;
  readonly clock: Clock;
  /** The maximum number of units that may be found. */
  readonly maxMatches?: number;
}

/**
 * Reads one page of the units that serve in a week and pass the filter, with the status of each: late units first, then
 * newest first. Closed and expired units serve on no day. Throws `too_many_matches`.
 */
export async function listUnitWeeks(db: Database, request: OverviewRequest, page: PageRequest): Promise<Overview> {
  const { clock, week = toLastDueWeek(clock), state, late, maxMatches = Number.POSITIVE_INFINITY } = request;
  const deadline = toDeadline(week, clock);
  const statuses = await listUnitStatuses(db, week, { category: request.category, deadline });
  const matches = statuses.filter((status) => {
    return (state === undefined || state === status.state) && (late === undefined || late === status.late);
  });
  if (matches.length > maxMatches) throw new AppError('too_many_matches');
  const pageStart = page.pageNo * page.pageSize;
  const orderedMatches = [...matches.filter((status) => status.late), ...matches.filter((status) => !status.late)];
  const content = await describeUnitWeeks(db, orderedMatches.slice(pageStart, pageStart + page.pageSize));
  const totals = weekStates.map((weekState) => {
    const inState = statuses.filter((status) => status.state === weekState);
    return { state: weekState, units: inState.length, late: inState.filter((status) => status.late).length };
  });
  return { ...makePage(page, matches.length, content), week, by: deadline.by, totals };
}

/** Lists the status of each unit of the category that serves in the week, newest unit first. */
async function listUnitStatuses(
  db: Database,
  week: string,
  { category, deadline }: { readonly category: string | undefined; readonly deadline: Deadline },
) {
  const [head, blocks, calendar] = await Promise.all([
    readUnitsHead(db),
    readWeekBlocks(db, week),
    readPlatformCalendar(db),
  ]);
  const [serviceFacts, menusByUnit] = await Promise.all([listServiceFacts(db, head), readWeek(db, week, blocks)]);
  const dates = listDaysOfWeek(week);
  const isInCategory = makeTextMatcher(category);
  // All units are judged by the calendar, so its other days are left out first.
  const keepDaysOfWeek = (days: readonly string[]) => days.filter((day) => dates.includes(day));
  const usual = { off: keepDaysOfWeek(calendar.off), on: keepDaysOfWeek(calendar.on) };
  const factsInCategory = serviceFacts.filter((facts) => isInCategory(facts.category));
  return factsInCategory.flatMap(({ number: unit, category: unitCategory, since, until, ...ownDays }) => {
    const servingBits = toServingBits({ own: ownDays, usual }, dates, { since, until });
    if (servingBits === 0) return [];
    const menus = menusByUnit.get(unit) ?? [];
    const status = toWeekStatus(servingBits, menus);
    return [{ unit, category: unitCategory, ...status, late: isLate(status, deadline, since), menus }];
  });
}

/** Adds to the statuses the names of the units and the figures of their menus. A unit that is being deleted is left out. */
async function describeUnitWeeks(db: Database, statuses: Awaited<ReturnType<typeof listUnitStatuses>>) {
  const menuIds = statuses.flatMap(({ unit, menus }) => menus.filter(isJudged).map(([number]) => toId(unit, number)));
  const unitIds = statuses.map(({ unit }) => unit);
  const [units, storedMenus] = await Promise.all([findUnits(db, unitIds), findMenus(db, menuIds)]);
  const menuById = new Map(menuIds.map((id, index) => [id, storedMenus[index]]));
  return statuses.flatMap(({ unit, menus, ...status }, index): UnitWeek[] => {
    const judgedMenus = menus.filter(isJudged).map(([number, liveBits]) => {
      return { isLive: liveBits > 0, menu: menuById.get(toId(unit, number)) };
    });
    const name = units[index]?.name;
    return name === undefined ? [] : [{ vender: unit, venderName: name, ...status, ...summariseMenus(judgedMenus) }];
  });
}

/** Whether a menu is live in the week or waits for review. Other menus have no analysis. */
function isJudged([, liveBits, state]: WeekMenu): boolean {
  return liveBits > 0 || state === '待审核';
}

/** Summarises the judged menus of a unit: when the last live one was published, and the figures of all. */
function summariseMenus(judgedMenus: readonly { readonly isLive: boolean; readonly menu: Menu | undefined }[]) {
  const liveRevisions = judgedMenus.flatMap(({ isLive, menu }) => (isLive ? (menu?.live ?? []) : []));
  const waitingRevisions = judgedMenus.flatMap(({ isLive, menu }) => (isLive ? [] : (menu?.waits ?? [])));
  return {
    ...(liveRevisions.length > 0 ? { publishedAt: Math.max(...liveRevisions.map(({ since }) => since)) } : {}),
    groups: toGroupFiguresRecords([...liveRevisions, ...waitingRevisions].flatMap(({ groups }) => groups)),
  };
}
