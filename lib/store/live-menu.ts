import * as z from 'zod/mini';
import { liveKey, menuPartition } from '../../tables/keys.ts';
import { dayAfter } from '../domain/calendar.ts';
import { LAST_NUMBER } from '../domain/id.ts';
import type { Menu } from '../domain/menu.ts';
import { MOST_DAYS } from '../domain/menu-fields.ts';
import { AppError } from '../errors.ts';
import type { Database } from '../table/database.ts';
import { put, remove, type Step } from '../table/steps.ts';

/** Most menus that are live on one day. */
const MOST_LIVE = 20;
/** Most live menus that are counted: they are read one by one. */
const MOST_COUNTED = 200;
const [FIRST_DAY, LAST_DAY] = ['0000-01-01', '9999-12-31'];

/** What is live of a menu, and when. */
export const LiveMenu = z.object({
  number: z.int(),
  revision: z.int(),
  name: z.string(),
  start: z.string(),
  days: z.int(),
});
export type LiveMenu = z.output<typeof LiveMenu>;

/** What is live on some day from `from` to `to`, both `YYYY-MM-DD` and included. */
export async function listLive(db: Database, unit: number, from: string, to: string): Promise<LiveMenu[]> {
  const first = liveKey(unit, dayAfter(from, 1 - MOST_DAYS), 0).sk;
  const items = await db.query(menuPartition(unit), { between: [first, liveKey(unit, to, LAST_NUMBER).sk] });
  return items.map((item) => LiveMenu.parse(item)).filter(({ start, days }) => dayAfter(start, days - 1) >= from);
}

/** How many menus of a unit are live, on whichever days; more than `MOST_COUNTED` are not counted. */
export async function countLive(db: Database, unit: number): Promise<number> {
  const between = [liveKey(unit, FIRST_DAY, 0).sk, liveKey(unit, LAST_DAY, LAST_NUMBER).sk] as const;
  const items = await db.query(menuPartition(unit), { between, limit: MOST_COUNTED });
  return items.length;
}

/**
 * Demands that a menu can be live on its days beside what is.
 * @throws AppError `day_full`.
 */
export function demandFreeDays(
  { number, start, days }: Pick<Menu, 'number' | 'start' | 'days'>,
  live: readonly LiveMenu[],
): void {
  const others = live.filter((one) => one.number !== number);
  for (let day = 0; day < days; day++) {
    const date = dayAfter(start, day);
    const count = others.filter((one) => one.start <= date && dayAfter(one.start, one.days - 1) >= date).length;
    if (count >= MOST_LIVE) throw new AppError('day_full');
  }
}

/** The steps that have what is live of a menu stand on its days, where anything is. The menu guards them. */
export function liveSteps({ vender, number, live }: Menu): Step[] {
  if (!live) return [];
  const entry: LiveMenu = { number, ...live };
  return [put({ ...liveKey(vender, live.start, number), ...entry })];
}

/** The steps by which what is live of a menu is no longer; none where nothing is. The menu guards them. */
export function takeDownSteps({ vender, number, live }: Menu): Step[] {
  return live ? [remove(liveKey(vender, live.start, number))] : [];
}

/** The steps that make something live in place of what was so of the menu. The menu guards them. */
export function goLiveSteps(before: Menu, after: Menu): Step[] {
  return [...(before.live?.start === after.live?.start ? [] : takeDownSteps(before)), ...liveSteps(after)];
}
