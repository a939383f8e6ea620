import { revisionKey } from '../../../tables/keys.ts';
import { dayAfter, daysBetween } from '../../domain/values/calendar.ts';
import type { Database } from '../../table/database.ts';
import { type LiveMenu, listLiveMenus } from './live-menu.ts';
import { StoredRevision } from './menu-revision.ts';
import { unpackRevision } from './packed-revision.ts';

/** The number of days before and after a menu in which dishes count as repeated. */
const DAYS_NEAR = 7;
/** The maximum number of live menus that are read. The nearest come first. */
const MAX_MENUS_READ = 20;

/** A dish that is served on a date. */
interface ServedDish {
  readonly date: string;
  readonly dish: number;
}

/** Lists the dishes that live menus serve up to `DAYS_NEAR` days before `from` or after `to`, both `YYYY-MM-DD`. */
export async function listDishesServedNear(
  db: Database,
  unit: number,
  from: string,
  to: string,
): Promise<ServedDish[]> {
  const live = await listLiveMenus(db, unit, dayAfter(from, -DAYS_NEAR), dayAfter(to, DAYS_NEAR));
  const partlyOutside = live.filter(({ start, days }) => start < from || dayAfter(start, days - 1) > to);
  const distance = ({ start, days }: LiveMenu) =>
    Math.max(daysBetween(dayAfter(start, days - 1), from), daysBetween(to, start));
  const nearest = partlyOutside.toSorted((a, b) => distance(a) - distance(b)).slice(0, MAX_MENUS_READ);
  const stored = await db.getMany(nearest.map(({ number, revision }) => revisionKey(unit, number, revision)));
  return stored.flatMap((item, index) => {
    const start = nearest[index]?.start;
    if (!item || start === undefined) return [];
    const { content } = unpackRevision(StoredRevision.parse(item).data);
    const served = content.items.map(({ day, dish }) => ({ date: dayAfter(start, day - 1), dish }));
    return served.filter(({ date }) => isNear(date, from, to));
  });
}

function isNear(date: string, from: string, to: string): boolean {
  const isWithin = date >= dayAfter(from, -DAYS_NEAR) && date <= dayAfter(to, DAYS_NEAR);
  return isWithin && (date < from || date > to);
}
