import { revisionKey } from '../../../tables/keys.ts';
import { addDays, daysBetween } from '../../domain/values/calendar.ts';
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
export async function listDishesNear(db: Database, unit: number, from: string, to: string): Promise<ServedDish[]> {
  const liveMenus = await listLiveMenus(db, unit, addDays(from, -DAYS_NEAR), addDays(to, DAYS_NEAR));
  const partlyOutside = liveMenus.filter(({ start, days }) => start < from || addDays(start, days - 1) > to);
  const findDistance = ({ start, days }: LiveMenu) =>
    Math.max(daysBetween(addDays(start, days - 1), from), daysBetween(to, start));
  const nearest = partlyOutside.toSorted((a, b) => findDistance(a) - findDistance(b)).slice(0, MAX_MENUS_READ);
  const items = await db.getMany(nearest.map(({ number, revision }) => revisionKey(unit, number, revision)));
  return items.flatMap((item, index) => {
    const start = nearest[index]?.start;
    if (!item || start === undefined) return [];
    const { content } = unpackRevision(StoredRevision.parse(item).data);
    const servedDishes = content.items.map(({ day, dish }) => ({ date: addDays(start, day - 1), dish }));
    return servedDishes.filter(({ date }) => isNear(date, from, to));
  });
}

function isNear(date: string, from: string, to: string): boolean {
  const isWithin = date >= addDays(from, -DAYS_NEAR) && date <= addDays(to, DAYS_NEAR);
  return isWithin && (date < from || date > to);
}
