import * as z from 'zod/mini';
import {
  type Key,
  prefixes,
  serviceFactsKey,
  toBlockNumber,
  WEEK_HEADS_PER_BLOCK,
  weekHeadKey,
  weekKey,
  weekPartition,
} from '../../../tables/keys.ts';
import {
  listWeeks,
  type MenuDays,
  toServingBits,
  toWeekMenu,
  toWeekStatus,
  WeekMenu,
  type WeekStatus,
} from '../../domain/menu/week.ts';
import { listDaysOfWeek } from '../../domain/values/calendar.ts';
import { AppError } from '../../errors.ts';
import { nowInSeconds } from '../../table/clock.ts';
import type { Block, CollectionRow, RowSet } from '../../table/collection/collection.ts';
import { readBlock } from '../../table/collection/rows.ts';
import type { Database } from '../../table/database.ts';
import { type Item, insertStep, removeIfStep, type Step, updateStep } from '../../table/steps.ts';
import { readPlatformCalendar } from '../calendar.ts';
import { ServiceFacts } from '../unit/service-facts.ts';

/** The entry of a unit in a week: the unit's menus in the order of their numbers. */
export const WeekEntry = z.object({ menus: z.array(WeekMenu) });

/** The entry of a unit as a row of the week. `number` is the number of the unit. */
const WeekRow = z.pipe(
  z.extend(WeekEntry, { sk: z.string() }),
  z.transform(({ sk, menus }) => ({ number: Number(sk), menus })),
);
type WeekRow = CollectionRow & z.output<typeof WeekRow>;
/** By unit, its menus in a week. Units without menus are absent. */
type MenusByUnit = ReadonlyMap<number, readonly WeekMenu[]>;

/** A head of a week: the count of its changes, and the time of the last one, in seconds since the epoch. */
export const WeekHead = z.object({ version: z.int(), changed: z.int() });

/** A menu before and after a change; each is undefined where the menu does not exist then. */
interface ChangedMenu {
  readonly before?: MenuDays | undefined;
  readonly after?: MenuDays | undefined;
}

/**
 * The steps that update the entries of a unit in the weeks of changed menus; none where the entries stay the same.
 * The same transaction must check the versions of the menus.
 */
export async function weekSteps(db: Database, unit: number, changedMenus: readonly ChangedMenu[]): Promise<Step[]> {
  const menus = changedMenus.flatMap(({ before, after }) => [before, after]).filter((menu) => menu !== undefined);
  const changedWeeks = [...new Set(menus.flatMap(listWeeks))]
    .map((monday) => ({ monday, changes: toWeekChanges(listDaysOfWeek(monday), changedMenus) }))
    .filter(({ changes }) => changes.size > 0);
  const items = await db.getMany(changedWeeks.map(({ monday }) => weekKey(monday, unit)));
  return changedWeeks.flatMap(({ monday, changes }, index) => [
    ...entrySteps(weekKey(monday, unit), items[index], changes),
    weekHeadStep(monday, unit),
  ]);
}

/** By number of the menu, what its part of a week becomes; undefined where it leaves the week. */
type WeekChanges = ReadonlyMap<number, WeekMenu | undefined>;

/** Makes the changes of the week with these dates. Menus whose part of the week stays the same are not among them. */
function toWeekChanges(dates: readonly string[], changedMenus: readonly ChangedMenu[]): WeekChanges {
  const changes = new Map<number, WeekMenu | undefined>();
  for (const { before, after } of changedMenus) {
    const weekMenuBefore = before && toWeekMenu(before, dates);
    const weekMenuAfter = after && toWeekMenu(after, dates);
    const menuNumber = (before ?? after)?.number;
    if (menuNumber !== undefined && JSON.stringify(weekMenuBefore) !== JSON.stringify(weekMenuAfter))
      changes.set(menuNumber, weekMenuAfter);
  }
  return changes;
}

/**
 * The number of a unit's head in a week. Transactions that change the same item conflict, and all units may write at once.
 * So a block of units has `WEEK_HEADS_PER_BLOCK` heads. The version of the block is the sum of their versions.
 */
const toHeadNumber = (unit: number) => toBlockNumber(unit) * WEEK_HEADS_PER_BLOCK + (unit % WEEK_HEADS_PER_BLOCK);
const toBlockOfHead = (headNumber: number) => Math.floor(headNumber / WEEK_HEADS_PER_BLOCK);

/** The step that updates the unit's head in a week. */
function weekHeadStep(monday: string, unit: number): Step {
  const key = weekHeadKey(monday, toHeadNumber(unit));
  const makeStep = () => {
    const assignments = '#version = if_not_exists(#version, :none) + :one';
    return updateStep(key, { set: { changed: nowInSeconds() }, assignments, values: { ':none': 0, ':one': 1 } });
  };
  // The caller may read for some time before it sends the step. So `changed` is the time of sending, not of this call.
  return { ...makeStep(), makeAction: (tableName) => makeStep().makeAction(tableName) };
}

/** The steps that change the entry of a unit. They fail where the entry has changed since `item` was read. */
function entrySteps(key: Key, item: Item | undefined, changes: WeekChanges): Step[] {
  const weekMenusBefore = item ? WeekEntry.parse(item).menus : [];
  const otherWeekMenus = weekMenusBefore.filter(([menuNumber]) => !changes.has(menuNumber));
  const weekMenusAfter = [...changes.values()].filter((menu) => menu !== undefined);
  const menus = [...otherWeekMenus, ...weekMenusAfter].sort(([numberA], [numberB]) => numberA - numberB);
  if (!item) return menus.length > 0 ? [insertStep({ ...key, menus })] : [];
  if (menus.length === 0) return [removeIfStep(key, 'menus', item.menus)];
  return [updateStep(key, { set: { menus }, condition: '#menus = :before', values: { ':before': item.menus } })];
}

/** Reads the blocks of a week from its heads. */
export async function readWeekBlocks(db: Database, monday: string): Promise<Block[]> {
  const items = await db.query(weekPartition(monday), { prefix: prefixes.weekHead });
  const itemsByBlock = Map.groupBy(items, ({ sk }) => toBlockOfHead(Number(sk.slice(prefixes.weekHead.length))));
  return [...itemsByBlock].map(([blockNumber, headItems]) => {
    const heads = headItems.map((item) => WeekHead.parse(item));
    const version = heads.reduce((sum, head) => sum + head.version, 0);
    return { blockNumber, version, changedAt: Math.max(...heads.map(({ changed: changedAt }) => changedAt)) };
  });
}

/** Reads the menus of all units in a week. `blocks` come from `readWeekBlocks`; a block is cached under its version. */
export async function readWeek(db: Database, monday: string, blocks: readonly Block[]): Promise<MenusByUnit> {
  const entryRows: RowSet<WeekRow> = {
    partition: weekPartition(monday),
    Row: WeekRow,
    externalRowKey: (unit) => weekKey(monday, unit),
    searchText: () => '',
  };
  const blockRows = await Promise.all(blocks.map((block) => readBlock(db, entryRows, block)));
  return new Map(blockRows.flatMap(({ rows }) => rows.map(({ number: unit, menus }) => [unit, menus])));
}

/** The status of a unit's week, from its Monday `week` on. `since` is the day on which the unit was created, if known. */
export type UnitWeekStatus = WeekStatus & { readonly week: string; readonly since: string | undefined };

/** Reads the status of a unit in the weeks that begin on these Mondays (`YYYY-MM-DD`); throws `unit_not_found`. */
export async function getWeekStatuses(db: Database, unit: number, mondays: readonly string[]) {
  const [[factsItem, ...entryItems], platformCalendar] = await Promise.all([
    db.getMany([serviceFactsKey(unit), ...mondays.map((monday) => weekKey(monday, unit))]),
    readPlatformCalendar(db),
  ]);
  if (!factsItem) throw new AppError('unit_not_found');
  const { since, until, ...unitCalendar } = ServiceFacts.parse(factsItem);
  const calendars = { own: unitCalendar, usual: platformCalendar };
  return mondays.map((monday, index): UnitWeekStatus => {
    const { menus } = WeekEntry.parse(entryItems[index] ?? { menus: [] });
    const servingBits = toServingBits(calendars, listDaysOfWeek(monday), { since, until });
    return { week: monday, since, ...toWeekStatus(servingBits, menus) };
  });
}
