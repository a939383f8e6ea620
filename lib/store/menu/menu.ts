import * as z from 'zod/mini';
import { menuPartition, menuPlanKey, menuStateKey, prefixes } from '../../../tables/keys.ts';
import { Menu, MenuPlan, toMenuContent, type WholeMenu } from '../../domain/menu/menu.ts';
import type { menuSearch } from '../../domain/menu/menu-fields.ts';
import { menuStates } from '../../domain/menu/menu-state.ts';
import { addDays } from '../../domain/values/calendar.ts';
import { type Location, locate, toId } from '../../domain/values/id.ts';
import { makeKeywordMatcher } from '../../domain/values/keyword.ts';
import { MAX_MATCHES, type PageRequest } from '../../domain/values/page.ts';
import { AppError } from '../../errors.ts';
import type { Collection } from '../../table/collection/collection.ts';
import { findRows, type RowFilter, readPage } from '../../table/collection/page.ts';
import type { Database } from '../../table/database.ts';
import { RepeatableError } from '../../table/faults.ts';
import { normaliseKey } from '../../text/normal-form.ts';
import { fitOneAnswer } from '../item-size.ts';

const MenuRow = z.object({
  number: z.int(),
  name: z.string(),
  start: z.string(),
  days: z.int(),
  state: z.enum(menuStates),
  /** The estimated bytes of the menu in an answer. */
  size: z.int(),
  pinyin: z.optional(z.string()),
});
type MenuRow = z.output<typeof MenuRow>;

/** Which menus a list has: by name, state of the draft, and days. Absent parts do not restrict it. */
type MenuFilter = Partial<Pick<z.output<z.ZodMiniObject<typeof menuSearch>>, 'keyword' | 'state' | 'from' | 'to'>>;

/** The collection of a unit's menus. A menu is two items of the table: `Menu`, and `MenuPlan` with its content. */
export function menuCollection(unit: number): Collection<MenuRow, Menu> {
  return {
    partition: menuPartition(unit),
    Row: MenuRow,
    Member: Menu,
    kind: 'menu',
    memberPrefix: prefixes.menuState,
    memberKey: ({ number }) => menuStateKey(unit, number),
    toRow,
    searchText: ({ name }) => normaliseKey(name),
    nameForPinyin: ({ name }) => name,
  };
}

function toRow({ number, name, start, days, state, size }: Menu): MenuRow {
  return { number, name, start, days, state, size };
}

/** Reads one page of a unit's menus that pass the filter, newest first; throws `page_too_large`. */
export async function listMenus(db: Database, unit: number, request: PageRequest, filter: MenuFilter) {
  return readPage(db, menuCollection(unit), request, {
    filter: makeRowFilter(filter),
    readMembers: async (rows) => {
      if (!fitOneAnswer(rows, ({ size: answerBytes }) => answerBytes)) throw new AppError('page_too_large');
      const locations = rows.map(({ number }) => ({ unit, number }));
      return readWholeMenus(db, locations);
    },
    toRow: ({ menu }) => toRow(menu),
  });
}

/** Finds a unit's menus by a keyword, newest first, from their rows alone; throws `too_many_matches`. */
export async function selectMenus(db: Database, unit: number, keyword: string | undefined) {
  const rows = await findRows(db, menuCollection(unit), makeRowFilter({ keyword }));
  if (rows.length > MAX_MATCHES) throw new AppError('too_many_matches');
  return rows.map(({ number, name, start, days, state }) => ({ id: toId(unit, number), name, start, days, state }));
}

/** Finds a menu of any unit with its content; undefined where no menu has the id. */
export async function findWholeMenu(db: Database, id: number): Promise<WholeMenu | undefined> {
  return (await readWholeMenus(db, [locate(id)]))[0];
}

/** Reads a menu of the unit with its content; throws `menu_not_found`. */
export async function getWholeMenu(db: Database, unit: number, id: number): Promise<WholeMenu> {
  const wholeMenu = locate(id).unit === unit ? await findWholeMenu(db, id) : undefined;
  if (!wholeMenu) throw new AppError('menu_not_found');
  return wholeMenu;
}

/** Reads menus of the unit with their content, in the order of the ids; throws `menu_not_found`. */
export async function getWholeMenus(db: Database, unit: number, ids: readonly number[]): Promise<WholeMenu[]> {
  const locations = ids.map(locate).filter((location) => location.unit === unit);
  const wholeMenus = (await readWholeMenus(db, locations)).filter((wholeMenu) => wholeMenu !== undefined);
  if (wholeMenus.length < ids.length) throw new AppError('menu_not_found');
  return wholeMenus;
}

/** Finds menus without their content, in the order of the ids; undefined where no menu has the id. */
export async function findMenus(db: Database, ids: readonly number[]): Promise<(Menu | undefined)[]> {
  const items = await db.getMany(ids.map(locate).map(({ unit, number }) => menuStateKey(unit, number)));
  return items.map((item) => item && Menu.parse(item));
}

/**
 * Reads menus with their content; undefined for an absent one. Where the versions of a menu's two items differ, a
 * transaction is changing them, and all are read again.
 */
function readWholeMenus(db: Database, locations: readonly Location[]): Promise<(WholeMenu | undefined)[]> {
  return db.retryLostRaces(async () => {
    const itemPairs = await db.getPairs(
      locations.map(({ unit, number }) => [menuStateKey(unit, number), menuPlanKey(unit, number)]),
    );
    return itemPairs.map(([stateItem, planItem]) => {
      if (!stateItem) return undefined;
      const menu = Menu.parse(stateItem);
      const plan = planItem && MenuPlan.parse(planItem);
      if (menu.planVersion !== plan?.version) throw new RepeatableError('changed_meanwhile');
      return { menu, content: toMenuContent(menu, plan), nameByDish: new Map(plan.names) };
    });
  });
}

function makeRowFilter(filter: MenuFilter): RowFilter<MenuRow> | undefined {
  const { keyword, state, from, to } = filter;
  if (Object.values(filter).every((value) => value === undefined)) return undefined;
  const hasKeyword = makeKeywordMatcher(keyword);
  return (row, searchText) =>
    (state === undefined || row.state === state) &&
    (to === undefined || row.start <= to) &&
    (from === undefined || addDays(row.start, row.days - 1) >= from) &&
    hasKeyword(searchText, row.pinyin);
}
