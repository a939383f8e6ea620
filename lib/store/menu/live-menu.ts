import * as z from 'zod/mini';
import { liveKey, menuPartition, prefixes } from '../../../tables/keys.ts';
import { LiveFacts, MAX_DAYS, type Menu } from '../../domain/menu/menu.ts';
import { addDays, hasDate } from '../../domain/values/calendar.ts';
import { LAST_NUMBER } from '../../domain/values/id.ts';
import { AppError } from '../../errors.ts';
import type { Database } from '../../table/database.ts';
import { putStep, removeStep, type Step } from '../../table/steps.ts';

/** The maximum number of live menus of a day. It keeps the list of a day small. */
const MAX_LIVE_MENUS_PER_DAY = 20;

/** The live entry of a menu: its number, live revision and days. Lists of a day read the entries, not the menus. */
export const LiveEntry = z.extend(LiveFacts, { number: z.int() });
export type LiveEntry = z.output<typeof LiveEntry>;

/** Reads the entries of the live menus with a day from `from` to `to`, both `YYYY-MM-DD`, in the order of their first days. */
export async function listLiveMenus(db: Database, unit: number, from: string, to: string): Promise<LiveEntry[]> {
  // A menu that began up to `MAX_DAYS - 1` days earlier may still have a day in the range.
  const firstKey = liveKey(unit, addDays(from, 1 - MAX_DAYS), 0).sk;
  const items = await db.query(menuPartition(unit), { between: [firstKey, liveKey(unit, to, LAST_NUMBER).sk] });
  const entries = items.flatMap((item) => db.parseOrSkip(item, (stored) => LiveEntry.parse(stored)) ?? []);
  return entries.filter(({ start, days }) => addDays(start, days - 1) >= from);
}

/** Counts the live menus of a unit. It reads each of them, so it stops at `maxCount`. */
export async function countLiveMenus(db: Database, unit: number, maxCount: number): Promise<number> {
  return (await db.query(menuPartition(unit), { prefix: prefixes.live, limit: maxCount })).length;
}

/** Requires that each day of a menu has room for it beside the other live menus, or throws `day_full`. */
export function requireRoomOnDays({ number, start, days }: Menu, liveMenus: readonly LiveEntry[]): void {
  const otherMenus = liveMenus.filter((menu) => menu.number !== number);
  const dates = Array.from({ length: days }, (_, dayIndex) => addDays(start, dayIndex));
  const countMenus = (date: string) => otherMenus.filter((menu) => hasDate(menu, date)).length;
  if (dates.some((date) => countMenus(date) >= MAX_LIVE_MENUS_PER_DAY)) throw new AppError('day_full');
}

/** The steps that replace the live entry of a menu. The same transaction must check the menu's version. */
export function replaceLiveEntrySteps({ live: liveBefore }: Menu, { vender, number, live }: Menu): Step[] {
  // The key has the first day, so a new entry with the same first day overwrites the old one.
  const isOldEntryLeft = liveBefore !== undefined && liveBefore.start !== live?.start;
  const removals = isOldEntryLeft ? [removeStep(liveKey(vender, liveBefore.start, number))] : [];
  if (!live) return removals;
  // Lists of a day do not need the groups.
  const { groups: _, ...facts } = live;
  const entry: LiveEntry = { number, ...facts };
  return [...removals, putStep({ ...liveKey(vender, live.start, number), ...entry })];
}
