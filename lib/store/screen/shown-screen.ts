import { revisionKey, screenClaimKey, screenKey, unitKey } from '../../../tables/keys.ts';
import type { LiveFrozenMenu } from '../../domain/screen/live-day.ts';
import { Screen, type ScreenForm, SEEN_EVERY_MS } from '../../domain/screen/screen.ts';
import {
  DAYS_AHEAD,
  describeScreen,
  listShownDates,
  type ScreenView,
  type ShownDays,
  withoutDaysOff,
} from '../../domain/screen/screen-view.ts';
import { Unit } from '../../domain/unit.ts';
import { addDays, hasDate, toMonday } from '../../domain/values/calendar.ts';
import type { Location } from '../../domain/values/id.ts';
import { AppError } from '../../errors.ts';
import type { Database } from '../../table/database.ts';
import { EXISTS } from '../../table/steps.ts';
import { MAX_ANSWER_BYTES } from '../../text/answer-size.ts';
import { readCalendars } from '../calendar.ts';
import { type LiveEntry, listLiveMenus } from '../menu/live-menu.ts';
import { MAX_REVISION_BYTES, StoredRevision, unpackDays, unpackRevision } from '../menu/menu-revision.ts';
import { ScreenClaim } from './screen.ts';

/** A screen, its unit, and what it shows. */
export interface ShownScreen {
  readonly unit: Unit;
  readonly screen: Screen;
  readonly days: ShownDays;
  /** The live menus of these days: today's first, then those of the next day, then the others. */
  readonly liveMenus: readonly LiveEntry[];
}

/** The number of revisions that are read at once. Few days have more live menus. */
const REVISIONS_AT_ONCE = 10;
/** The packed bytes up to which more are read: so many that the next ones fit, even if each is as large as may be. */
const MAX_PACKED_BYTES = MAX_ANSWER_BYTES - REVISIONS_AT_ONCE * MAX_REVISION_BYTES;

/** When a screen is shown. */
export interface ShowTime {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The days that are shown at that time, as if there were no days off. */
  readonly days: ShownDays;
}

/** Reads the screen whose token has this hash, and stores that it was seen, unless that was stored just now. */
export async function openScreen(db: Database, tokenHash: string, showTime: ShowTime): Promise<ShownScreen> {
  const shownScreen = await getShownScreenByToken(db, tokenHash, showTime);
  const { vender: unitId, number, seen } = shownScreen.screen;
  const lastStaleTime = showTime.now - SEEN_EVERY_MS;
  if (seen !== undefined && seen > lastStaleTime) return shownScreen;
  await db.update(screenKey(unitId, number), {
    set: { seen: showTime.now },
    condition: `${EXISTS} AND (attribute_not_exists(#seen) OR #seen <= :lastStaleTime)`,
    values: { ':lastStaleTime': lastStaleTime },
  });
  return shownScreen;
}

/**
 * Reads the screen whose token has this hash. Unlike `openScreen`, it does not store that the screen was seen.
 * @throws AppError `screen_not_found`; `screen_deleted` for a while after its deletion.
 */
export async function getShownScreenByToken(db: Database, tokenHash: string, showTime: ShowTime): Promise<ShownScreen> {
  const [item] = await db.getManyJustWritten([screenClaimKey(tokenHash)]);
  const claim = item && ScreenClaim.parse(item);
  if (!claim || (claim.ttl !== undefined && claim.ttl <= showTime.now / 1000)) throw new AppError('screen_not_found');
  if (claim.ttl !== undefined) throw new AppError('screen_deleted');
  return getShownScreen(db, claim, showTime.days);
}

/**
 * Reads a screen with its live menus.
 * @throws AppError `screen_not_found` where its unit is gone; `screen_deleted` where it was just deleted.
 */
export async function getShownScreen(db: Database, location: Location, days: ShownDays): Promise<ShownScreen> {
  const { unit: unitId, number } = location;
  const [[unitItem, screenItem], calendars, liveMenus] = await Promise.all([
    db.getManyJustWritten([unitKey(unitId), screenKey(unitId, number)]),
    readCalendars(db, unitId),
    // The form of the screen is not known yet, so these are the days that any form shows.
    listLiveMenus(db, unitId, toMonday(days.today), addDays(days.today, DAYS_AHEAD)),
  ]);
  const unit = unitItem && Unit.parse(unitItem);
  if (!unit || unit.deleting) throw new AppError('screen_not_found');
  if (!screenItem) throw new AppError('screen_deleted');
  const screen = Screen.parse(screenItem);
  const shownDays = withoutDaysOff(days, calendars);
  return { unit, screen, days: shownDays, liveMenus: listShownMenus(liveMenus, screen.form, shownDays) };
}

/** Lists the menus with a day that the screen shows, in the order of `ShownScreen`. */
function listShownMenus(liveMenus: readonly LiveEntry[], form: ScreenForm, days: ShownDays): LiveEntry[] {
  const { today, next, week } = days;
  const getRank = (menu: LiveEntry) => {
    if (hasDate(menu, today)) return 0;
    return next !== undefined && hasDate(menu, next) ? 1 : 2;
  };
  // The table of a wall also names the dishes of the other days of the week. On a day off, `week` lacks today.
  const dates = [...listShownDates(form, days), today, ...week];
  const shownMenus = liveMenus.filter((menu) => dates.some((date) => hasDate(menu, date)));
  return shownMenus.toSorted((a, b) => getRank(a) - getRank(b));
}

/** Reads what a screen other than a phone shows. */
export async function readScreenView(db: Database, shownScreen: ShownScreen): Promise<ScreenView> {
  const { unit, screen, days, liveMenus } = shownScreen;
  const { menus, omittedMenus } = await readLiveRevisions(db, unit.id, liveMenus, listShownDates(screen.form, days));
  return describeScreen({ unit, screen, days }, { menus, omittedCount: omittedMenus.length });
}

/**
 * Reads live revisions in the order of `liveMenus`, as many as an answer holds. `omittedMenus` are the last ones, which
 * are not read. One that is gone by now is skipped. Only the `frozenDays` of these dates are unpacked.
 */
export async function readLiveRevisions(
  db: Database,
  unitId: number,
  liveMenus: readonly LiveEntry[],
  dates: readonly string[],
): Promise<{ readonly menus: LiveFrozenMenu[]; readonly omittedMenus: readonly LiveEntry[] }> {
  const menus: LiveFrozenMenu[] = [];
  let readCount = 0;
  let packedBytes = 0;
  while (readCount < liveMenus.length && packedBytes <= MAX_PACKED_BYTES) {
    const batch = liveMenus.slice(readCount, readCount + REVISIONS_AT_ONCE);
    const keys = batch.map(({ number, revision }) => revisionKey(unitId, number, revision));
    const items = await db.getManyJustWritten(keys);
    for (const [index, live] of batch.entries()) {
      const item = items[index];
      if (!item) continue;
      const unpacked = db.parseOrSkip(item, (stored) => {
        const { data, days } = StoredRevision.parse(stored);
        return { revision: unpackRevision(data), frozenDays: unpackDays(days, dates), bytes: data.length };
      });
      if (!unpacked) continue;
      menus.push({ unitId, live, revision: unpacked.revision, frozenDays: unpacked.frozenDays });
      packedBytes += unpacked.bytes;
    }
    readCount += batch.length;
  }
  return { menus, omittedMenus: liveMenus.slice(readCount) };
}
