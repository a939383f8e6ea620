import { revisionKey, screenClaimKey, screenKey, unitKey } from '../../tables/keys.ts';
import { dayAfter } from '../domain/calendar.ts';
import { UNIT_BYTES } from '../domain/page.ts';
import type { Revision } from '../domain/revision.ts';
import { Screen, SEEN_EVERY_MS } from '../domain/screen.ts';
import type { ShownDays } from '../domain/screen-view.ts';
import { Unit } from '../domain/unit.ts';
import { AppError } from '../errors.ts';
import { Allowance } from '../table/allowance.ts';
import type { Database } from '../table/database.ts';
import { type LiveMenu, listLive } from './live-menu.ts';
import { StoredRevision } from './menu-revision.ts';
import { MOST_BYTES, unpackRevision } from './revision.ts';
import { ScreenClaim } from './screen.ts';

/** Where a screen is. */
interface ScreenPlace {
  readonly unit: number;
  readonly number: number;
}

/** A screen, whose it is, and what is live on the days that it shows. */
export interface ShownScreen {
  readonly unit: Unit;
  readonly screen: Screen;
  readonly live: readonly LiveMenu[];
}

/** Read units of the longest revision. */
const MOST_UNITS = Math.ceil(MOST_BYTES / UNIT_BYTES) + 1;

/**
 * Opens the screen that has the address with this token, and writes down that it was seen. What is live comes in the order
 * in which it is to be shown: what serves today, then tomorrow, then the rest of the week.
 * @throws AppError `screen_not_found`, `screen_deleted`.
 */
export async function openShownScreen(
  db: Database,
  tokenHash: string,
  { now, days }: { readonly now: number; readonly days: ShownDays },
): Promise<ShownScreen> {
  const place = await findScreenPlace(db, tokenHash, now);
  const shown = await readShownScreen(db, place, days);
  await noteSeen(db, shown.screen, now);
  return shown;
}

async function findScreenPlace(db: Database, tokenHash: string, now: number): Promise<ScreenPlace> {
  const item = await db.get(screenClaimKey(tokenHash));
  const claim = item && ScreenClaim.parse(item);
  if (!claim || (claim.ttl !== undefined && claim.ttl <= now / 1000)) throw new AppError('screen_not_found');
  if (claim.ttl !== undefined) throw new AppError('screen_deleted');
  return claim;
}

/** A unit that is gone took the address along; a screen without its unit's knowing has gone since the address was read. */
async function readShownScreen(db: Database, { unit: id, number }: ScreenPlace, days: ShownDays): Promise<ShownScreen> {
  const [from = days.today, to = days.today] = [days.week.at(0), days.week.at(-1)];
  const [[unitItem, screenItem], live] = await Promise.all([
    db.getMany([unitKey(id), screenKey(id, number)]),
    listLive(db, id, from, days.tomorrow !== undefined && days.tomorrow > to ? days.tomorrow : to),
  ]);
  const unit = unitItem && Unit.parse(unitItem);
  if (!unit || unit.deleting) throw new AppError('screen_not_found');
  if (!screenItem) throw new AppError('screen_deleted');
  return { unit, screen: Screen.parse(screenItem), live: inOrder(live, days) };
}

function inOrder(live: readonly LiveMenu[], { today, tomorrow }: ShownDays): LiveMenu[] {
  const servesOn = ({ start, days }: LiveMenu, day: string) => start <= day && dayAfter(start, days - 1) >= day;
  const rankOf = (menu: LiveMenu) => {
    if (servesOn(menu, today)) return 0;
    return tomorrow !== undefined && servesOn(menu, tomorrow) ? 1 : 2;
  };
  return live.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/**
 * Reads what is live, in its order, as far as one call may; and tells how many are left. One that is live no more, and so
 * may be gone, counts for nothing.
 */
export async function readLiveRevisions(
  db: Database,
  unit: number,
  live: readonly LiveMenu[],
): Promise<{ readonly revisions: Revision[]; readonly left: number }> {
  const allowance = Allowance.ofCall(db);
  const revisions: Revision[] = [];
  let read = 0;
  while (read < live.length && allowance.readUnits >= MOST_UNITS) {
    const some = live.slice(read, read + Math.floor(allowance.readUnits / MOST_UNITS));
    const items = await db.getMany(some.map(({ number, revision }) => revisionKey(unit, number, revision)));
    revisions.push(...items.flatMap((item) => (item ? [unpackRevision(StoredRevision.parse(item).data)] : [])));
    read += some.length;
  }
  return { revisions, left: live.length - read };
}

/** Writes down that a screen has asked for what it shows; every ten minutes at the most, and only while it is there. */
async function noteSeen(db: Database, { vender, number, seen }: Screen, now: number): Promise<void> {
  const before = now - SEEN_EVERY_MS;
  if (seen !== undefined && seen > before) return;
  await db.update(screenKey(vender, number), {
    set: '#seen = :now',
    condition: 'attribute_exists(pk) AND (attribute_not_exists(#seen) OR #seen <= :before)',
    names: { '#seen': 'seen' },
    values: { ':now': now, ':before': before },
  });
}
