import { menuPeopleKey, revisionKey, serviceFactsKey } from '../../../tables/keys.ts';
import { StoredPeople } from '../../domain/menu/day-people.ts';
import { chooseMenuUnit } from '../../domain/menu/menu.ts';
import { makeReport, type ReportRequest } from '../../domain/report/report.ts';
import { MAX_REPORT_DAYS } from '../../domain/report/shape.ts';
import { thaw } from '../../domain/revision.ts';
import { requireDates } from '../../domain/screen/live-day.ts';
import type { CallingUnit } from '../../domain/unit.ts';
import { addDays, toDay } from '../../domain/values/calendar.ts';
import { badField } from '../../errors.ts';
import type { Database } from '../../table/database.ts';
import { readCalendars } from '../calendar.ts';
import { ServiceFacts } from '../unit/service-facts.ts';
import { getUnit } from '../unit/unit.ts';
import { type LiveEntry, listLiveMenus } from './live-menu.ts';
import { parseRevision } from './menu-revision.ts';
import { listReviews } from './review.ts';

/** The maximum number of live menus that one call has the time to measure. A unit with one a week has 14 in 92 days. */
const MAX_MENUS = 100;
/** The number of swaps that are read at once. Few units have more in three months. */
const SWAPS_AT_ONCE = 100;
/** The last day of use of a unit that never expires. */
const NEVER = '9999-12-31';

/** The requested report, about the days from `from` to `to`, both `YYYY-MM-DD` and inclusive. */
interface UnitReportRequest extends ReportRequest {
  readonly caller: CallingUnit;
  /** The unit that the platform asks about; absent: the caller's. */
  readonly vender?: number | undefined;
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

/**
 * Reads the live menus of a unit in these days and reports what they served, with the name of the unit.
 * @throws AppError `invalid_input`, `foreign_unit`, `unit_not_found`; `page_too_large` where too many menus are live.
 */
export async function reportMenus(db: Database, request: UnitReportRequest) {
  const { caller, vender: askedUnit, from, to, timeZone: _, ...restriction } = request;
  const unit = chooseMenuUnit(caller, askedUnit);
  const dates = requireDates(from, to, MAX_REPORT_DAYS);
  const [{ name: unitName, expire: until = NEVER }, serviceFactsItem, menus, calendars, swapCount] = await Promise.all([
    getUnit(db, unit),
    db.get(serviceFactsKey(unit)),
    listLiveMenus(db, unit, from, to).then((liveMenus) => readReportedMenus(db, unit, from, liveMenus)),
    readCalendars(db, unit),
    countSwaps(db, unit, request),
  ]);
  const useSpan = { until, since: serviceFactsItem && ServiceFacts.parse(serviceFactsItem).since };
  return { unitName, report: makeReport({ dates, menus, calendars, useSpan, swapCount }, restriction) };
}

/** Reads the live revisions and the people of these menus in one trip. Deleted menus and unreadable revisions are left out. */
async function readReportedMenus(db: Database, unit: number, from: string, liveMenus: readonly LiveEntry[]) {
  // The error suggests the days before the first excess menu starts. Far fewer menus can be live on `from` itself.
  const firstExcessStart = liveMenus[MAX_MENUS]?.start;
  if (firstExcessStart !== undefined)
    throw badField('to', { code: 'days', names: `${from} – ${addDays(firstExcessStart, -1)}` }, 'page_too_large');
  const itemPairs = await db.getPairs(
    liveMenus.map(({ number, revision }) => [revisionKey(unit, number, revision), menuPeopleKey(unit, number)]),
  );
  return itemPairs.flatMap(([revisionItem, peopleItem]) => {
    const menu = revisionItem && db.parseOrSkip(revisionItem, (item) => thaw(parseRevision(item)));
    return menu ? [{ menu, people: peopleItem ? StoredPeople.parse(peopleItem).entries : [] }] : [];
  });
}

/** Counts the swaps in these days. Their reviews are read newest first, down to the first one before `from`. */
async function countSwaps(db: Database, unit: number, { from, to, timeZone }: UnitReportRequest): Promise<number> {
  let swapCount = 0;
  for (let pageNo = 0; ; pageNo += 1) {
    const pageRequest = { pageNo, pageSize: SWAPS_AT_ONCE };
    const { content, totalPages } = await listReviews(db, unit, pageRequest, { action: '换菜' });
    const dates = content.map(({ time }) => toDay(time, timeZone));
    swapCount += dates.filter((date) => from <= date && date <= to).length;
    if (pageNo + 1 >= totalPages || dates.some((date) => date < from)) return swapCount;
  }
}
