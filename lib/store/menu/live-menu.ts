import * as z from 'zod/mini';
import { liveKey, menuPartition, prefix } from '../../../tables/keys.ts';
import { LiveFacts, MAX_DAYS, type Menu } from '../../domain/menu/menu.ts';
import { addDays, hasDate } from '../../domain/values/calendar.ts';
import { LAST_NUMBER } from '../../domain/values/id.ts';
import { AppError } from '../../errors.ts';
import type { Database } from '../../table/database.ts';
import { put, remove, type Step } from '../../table/steps.ts';

const MAX_LIVE_PER_DAY = 20;
/** `countLiveMenus` counts up to this number, because counting reads every live menu. */
const MAX_COUNTED_MENUS = 200;

/** The entry of a live menu: its number, its live revision and its days. Lists of a day read it instead of the menu. */
export const LiveMenu = z.extend(LiveFacts, { number: z.int() });
export type LiveMenu = z.output<typeof LiveMenu>;

/** Reads the live menus with a day between `from` and `to`, both `YYYY-MM-DD` and inclusive. */
export async function listLiveMenus(db: Database, unit: number, from: string, to: string): Promise<LiveMenu[]> {
  // A menu that began up to `MAX_DAYS - 1` days earlier may still have a day in the range.
  const first = liveKey(unit, addDays(from, 1 - MAX_DAYS), 0).sk;
  const items = await db.query(menuPartition(unit), { between: [first, liveKey(unit, to, LAST_NUMBER).sk] });
  const menus = items.flatMap((item) => db.parseOrSkip(item, (entry) => LiveMenu.parse(entry)) ?? []);
  return menus.filter(({ start, days }) => addDays(start, days - 1) >= from);
}

/** Counts the live menus of a unit, up to `MAX_COUNTED_MENUS`. */
export async function countLiveMenus(db: Database, unit: number): Promise<number> {
  const items = await db.query(menuPartition(unit), { prefix: prefix.live, limit: MAX_COUNTED_MENUS });
  return items.length;
}

/** Requires that each day of a menu has room for one more live menu, or throws `day_full`. */
export function requireRoomOnDays(
  { number, start, days }: Pick<Menu, 'number' | 'start' | 'days'>,
  liveMenus: readonly LiveMenu[],
): void {
  const otherMenus = liveMenus.filter((menu) => menu.number !== number);
  for (let day = 0; day < days; day++) {
    const date = addDays(start, day);
    const count = otherMenus.filter((menu) => hasDate(menu, date)).length;
    if (count >= MAX_LIVE_PER_DAY) throw new AppError('day_full');
  }
}

/** The steps that replace the live entry of a menu. The same transaction must check the menu's version. */
export function replaceLiveEntrySteps({ live: liveBefore }: Menu, { vender, number, live }: Menu): Step[] {
  const hasMoved = liveBefore !== undefined && liveBefore.start !== live?.start;
  const removals = hasMoved ? [remove(liveKey(vender, liveBefore.start, number))] : [];
  if (!live) return removals;
  const { groups: _, ...facts } = live;
  const entry: LiveMenu = { number, ...facts };
  return [...removals, put({ ...liveKey(vender, live.start, number), ...entry })];
}
