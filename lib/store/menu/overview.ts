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

/** The requested week, and the filters that its units must pass. An absent filter passes all. */
interface OverviewRequest {
  readonly category?: string | undefined;
  readonly state?: WeekStatus['state'] | undefined;
  readonly late?: boolean | undefined;
  /** The Monday of the week; absent: the last week that is due. */
  readonly week?: string | undefined;
  readonly clock: Clock;
  /** The maximum number of units that may be found. */
  readonly maxMatches?: number;
}

/** The status of a unit's week, and its menus of the week. Those that are neither live nor waiting have no analysis. */
interface UnitStatus extends WeekStatus {
  readonly unit: number;
  readonly category: string;
  readonly late: boolean;
  readonly menus: readonly WeekMenu[];
}

/**
 * Reads one page of the units that serve in a week and pass the filter, with the status of each: late units first, then
 * newest first. Closed and expired units serve on no day. Throws `too_many_matches`.
 */
export async function listUnitWeeks(db: Database, request: OverviewRequest, page: PageRequest): Promise<Overview> {
  const { clock, week: monday = toLastDueWeek(clock), state, late, maxMatches = Number.POSITIVE_INFINITY } = request;
  const deadline = toDeadline(monday, clock);
  const statuses = await listUnitStatuses(db, monday, { category: request.category, deadline });
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
  return { ...makePage(page, matches.length, content), week: monday, by: deadline.by, totals };
}

/** Lists the status of each unit of the category that serves in the week, newest unit first. */
async function listUnitStatuses(
  db: Database,
  monday: string,
  { category, deadline }: { readonly category: string | undefined; readonly deadline: Deadline },
): Promise<UnitStatus[]> {
  const [head, blocks, calendar] = await Promise.all([
    readUnitsHead(db),
    readWeekBlocks(db, monday),
    readPlatformCalendar(db),
  ]);
  const [serviceFacts, menusByUnit] = await Promise.all([listServiceFacts(db, head), readWeek(db, monday, blocks)]);
  const dates = listDaysOfWeek(monday);
  const isInCategory = makeTextMatcher(category);
  // Each unit searches the lists of the platform's calendar, so they are cut to this week once.
  const keepDaysOfWeek = (days: readonly string[]) => days.filter((day) => dates.includes(day));
  const usual = { off: keepDaysOfWeek(calendar.off), on: keepDaysOfWeek(calendar.on) };
  const factsInCategory = serviceFacts.filter((facts) => isInCategory(facts.category));
  return factsInCategory.flatMap(({ number: unit, category: unitCategory, since: createdOn, until, ...ownDays }) => {
    const servingBits = toServingBits({ own: ownDays, usual }, dates, { since: createdOn, until });
    if (servingBits === 0) return [];
    const menus = menusByUnit.get(unit) ?? [];
    const status = toWeekStatus(servingBits, menus);
    return [{ unit, category: unitCategory, ...status, late: isLate(status, deadline, createdOn), menus }];
  });
}

/** Adds to the statuses the names of the units and the figures of their menus. A unit that is being deleted is left out. */
async function describeUnitWeeks(db: Database, statuses: readonly UnitStatus[]): Promise<UnitWeek[]> {
  const statusesWithIds = statuses.map(({ menus, ...status }) => {
    const toMenuId = ([number]: WeekMenu) => toId(status.unit, number);
    const liveMenuIds = menus.filter(([, liveBits]) => liveBits > 0).map(toMenuId);
    const waitingMenus = menus.filter(([, liveBits, state]) => liveBits === 0 && state === '待审核');
    return { ...status, liveMenuIds, waitingMenuIds: waitingMenus.map(toMenuId) };
  });
  const menuIds = statusesWithIds.flatMap(({ liveMenuIds, waitingMenuIds }) => [...liveMenuIds, ...waitingMenuIds]);
  const unitIds = statuses.map(({ unit }) => unit);
  const [units, menus] = await Promise.all([findUnits(db, unitIds), findMenus(db, menuIds)]);
  const menuById = new Map(menuIds.map((id, index) => [id, menus[index]]));
  return statusesWithIds.flatMap(({ unit, liveMenuIds, waitingMenuIds, ...status }, index): UnitWeek[] => {
    const name = units[index]?.name;
    if (name === undefined) return [];
    const liveRevisions = liveMenuIds.flatMap((id) => menuById.get(id)?.live ?? []);
    const waitingRevisions = waitingMenuIds.flatMap((id) => menuById.get(id)?.waits ?? []);
    const revisions = [...liveRevisions, ...waitingRevisions];
    const groups = toGroupFiguresRecords(revisions.flatMap((revision) => revision.groups));
    const publishTimes = liveRevisions.map(({ since: publishedMs }) => publishedMs);
    const publishedAt = publishTimes.length > 0 ? Math.max(...publishTimes) : undefined;
    return [{ vender: unit, venderName: name, ...status, publishedAt, groups }];
  });
}
