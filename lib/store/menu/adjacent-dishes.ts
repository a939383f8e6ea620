import { revisionKey } from '../../../tables/keys.ts';
import { addDays, countDaysBetween } from '../../domain/values/calendar.ts';
import type { Database } from '../../table/database.ts';
import { type LiveMenu, listLiveMenus } from './live-menu.ts';
import { StoredRevision } from './menu-revision.ts';
import { unpackRevision } from './packed-revision.ts';

/** Before a menu the dishes of four weeks are read, the length of a cycle. */
const DAYS_BEFORE = 28;
/** After a menu the dishes of one week are read: `repeatDays` is 7 at most, so no later serving can be too near. */
const DAYS_AFTER = 7;
/** The maximum number of live menus that are read, the nearest ones. */
const MAX_MENUS_READ = 20;

/** A dish that is served on a date. */
export interface ServedDish {
  readonly date: string;
  readonly dish: number;
}

/** Lists what live menus serve up to four weeks before `from` or a week after `to`, both `YYYY-MM-DD`. */
export async function listAdjacentDishes(db: Database, unit: number, from: string, to: string): Promise<ServedDish[]> {
  const firstDate = addDays(from, -DAYS_BEFORE);
  const lastDate = addDays(to, DAYS_AFTER);
  const liveMenus = await listLiveMenus(db, unit, firstDate, lastDate);
  const menusPartlyOutside = liveMenus.filter(({ start, days }) => start < from || addDays(start, days - 1) > to);
  // Below 0 where the menu overlaps the days, so that it counts as nearest.
  const countDaysAway = ({ start, days }: LiveMenu) =>
    Math.max(countDaysBetween(addDays(start, days - 1), from), countDaysBetween(to, start));
  const nearestMenus = menusPartlyOutside
    .toSorted((a, b) => countDaysAway(a) - countDaysAway(b))
    .slice(0, MAX_MENUS_READ);
  const revisionItems = await db.getMany(
    nearestMenus.map(({ number, revision }) => revisionKey(unit, number, revision)),
  );
  return revisionItems.flatMap((item, index) => {
    const start = nearestMenus[index]?.start;
    if (!item || start === undefined) return [];
    const { content } = unpackRevision(StoredRevision.parse(item).data);
    const servedDishes = content.items.map(({ day, dish }) => ({ date: addDays(start, day - 1), dish }));
    return servedDishes.filter(({ date }) => (firstDate <= date && date < from) || (to < date && date <= lastDate));
  });
}
