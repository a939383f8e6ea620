import * as z from 'zod/mini';
import { menuKey, menuPartition, menuPlanKey, prefix } from '../../../tables/keys.ts';
import { contentOf, Menu, MenuPlan, toPlan, type WholeMenu } from '../../domain/menu/menu.ts';
import { type MenuState, menuStates } from '../../domain/menu/menu-state.ts';
import { dayAfter } from '../../domain/values/calendar.ts';
import { idOf, locate } from '../../domain/values/id.ts';
import { searchFor } from '../../domain/values/keyword.ts';
import { MOST_MATCHES, type Page, type PageRequest } from '../../domain/values/page.ts';
import { AppError } from '../../errors.ts';
import { type Collection, type Head, readHead } from '../../table/collection/collection.ts';
import { findRows, type RowFilter, readPage } from '../../table/collection/page.ts';
import type { Database } from '../../table/database.ts';
import { type Item, insert, type Step } from '../../table/steps.ts';
import { normaliseKey } from '../../text/normal-form.ts';
import { readFitting } from '../icon.ts';
import { demandAnswerable } from '../item-size.ts';

/** What menus are searched by. */
const MenuRow = z.object({
  number: z.int(),
  name: z.string(),
  start: z.string(),
  days: z.int(),
  state: z.enum(menuStates),
  /** About the bytes of the menu as it is answered. */
  size: z.int(),
  pinyin: z.optional(z.string()),
});
type MenuRow = z.output<typeof MenuRow>;

/** Which menus are listed. */
export interface MenuFilter {
  readonly keyword?: string | undefined;
  readonly state?: MenuState | undefined;
  /** Only menus that have a day on this one or later, `YYYY-MM-DD`. */
  readonly from?: string | undefined;
  /** Only menus that have a day on this one or earlier. */
  readonly to?: string | undefined;
}

/** The menus of one unit. */
export function menusOf(unit: number): Collection<MenuRow, Menu> {
  return {
    partition: menuPartition(unit),
    Row: MenuRow,
    Member: Menu,
    kind: 'menu',
    memberPrefix: prefix.menu,
    memberKey: ({ number }) => menuKey(unit, number),
    toRow,
    textOf: ({ name }) => normaliseKey(name),
    nameOf: ({ name }) => name,
    isBounded: true,
  };
}

function toRow({ number, name, start, days, state, size }: Menu): MenuRow {
  return { number, name, start, days, state, size };
}

/** The head of a unit's menus, for a page that is read beside the caller's check. */
export async function readMenusHead(db: Database, unit: number): Promise<Head> {
  return readHead(db, menuPartition(unit));
}

/** One page of a unit's menus that pass the filter, newest first. */
export async function listMenus(
  db: Database,
  unit: number,
  request: PageRequest,
  filter: MenuFilter,
  firstHead?: Head,
): Promise<Page<WholeMenu>> {
  return readPage(db, menusOf(unit), request, {
    firstHead,
    filter: toFilter(filter),
    rowOf: ({ menu }) => toRow(menu),
    readMembers: (rows) => {
      demandAnswerable(rows, ({ size }) => size);
      return readMenus(
        db,
        rows.map(({ number }) => ({ unit, number })),
        readManyOfBoth,
      );
    },
  });
}

/** A menu as one is chosen from a list. */
interface ChosenMenu extends Pick<Menu, 'name' | 'start' | 'days' | 'state'> {
  readonly id: number;
}

/**
 * The menus of a unit that the keyword finds, newest first. They are read from the rows alone.
 * @throws AppError `too_many_matches`.
 */
export async function selectMenus(
  db: Database,
  unit: number,
  keyword: string | undefined,
  head: Head,
): Promise<ChosenMenu[]> {
  const rows = await findRows(db, menusOf(unit), toFilter({ keyword }) ?? (() => true), head);
  if (rows.length > MOST_MATCHES) throw new AppError('too_many_matches');
  return rows.map(({ number, name, start, days, state }) => ({ id: idOf(unit, number), name, start, days, state }));
}

/** A menu of any unit; undefined where no menu has the id. */
export async function findMenu(db: Database, id: number): Promise<WholeMenu | undefined> {
  const [found] = await readMenus(db, [locate(id)]);
  return found;
}

/** A menu of the unit; undefined where the unit has none of that id. */
export async function findOwnMenu(db: Database, unit: number, id: number): Promise<WholeMenu | undefined> {
  return locate(id).unit === unit ? findMenu(db, id) : undefined;
}

/**
 * A menu of the unit.
 * @throws AppError `menu_not_found`.
 */
export async function getMenu(db: Database, unit: number, id: number): Promise<WholeMenu> {
  const found = await findOwnMenu(db, unit, id);
  if (!found) throw new AppError('menu_not_found');
  return found;
}

/** Menus without their plan items in the order of the ids; undefined stands for an id that no menu has. */
export async function findMenus(db: Database, ids: readonly number[]): Promise<(Menu | undefined)[]> {
  const items = await db.getMany(ids.map(locate).map(({ unit, number }) => menuKey(unit, number)));
  return items.map((item) => item && Menu.parse(item));
}

interface MenuPlace {
  readonly unit: number;
  readonly number: number;
}

/**
 * Menus with their plan items; undefined stands for one that does not exist. Where the two items are not of one
 * version, they are read again.
 */
async function readMenus(
  db: Database,
  places: readonly MenuPlace[],
  read: (db: Database, places: readonly MenuPlace[]) => Promise<(Item | undefined)[]> = readBoth,
): Promise<(WholeMenu | undefined)[]> {
  let readNext = read;
  const found = await readFitting(places, async (some) => {
    const items = await readNext(db, some);
    readNext = readBoth;
    return some.map((_, index) => {
      const [item, planItem] = [items[index], items[some.length + index]];
      const [menu, plan] = [item && Menu.parse(item), planItem && MenuPlan.parse(planItem)];
      const fits = menu?.planVersion === plan?.version;
      return { fits, whole: menu && plan && putTogether(menu, plan) };
    });
  });
  return found.map((one) => one?.whole);
}

/** Reads the items of the menus, then their plan items. */
function readBoth(db: Database, places: readonly MenuPlace[]): Promise<(Item | undefined)[]> {
  return db.getMany([...places.map(stateKeyOf), ...places.map(planKeyOf)]);
}

/** The same for many menus. The version tells an old plan item: so the read need not be consistent, and costs half. */
async function readManyOfBoth(db: Database, places: readonly MenuPlace[]): Promise<(Item | undefined)[]> {
  const [states, plans] = await Promise.all([
    db.getMany(places.map(stateKeyOf)),
    db.getMany(places.map(planKeyOf), { isConsistent: false }),
  ]);
  return [...states, ...plans];
}

const stateKeyOf = ({ unit, number }: MenuPlace) => menuKey(unit, number);
const planKeyOf = ({ unit, number }: MenuPlace) => menuPlanKey(unit, number);

/** The steps that write the two items of a new menu. Its row is written with the head. */
export function insertMenu({ menu, content, names }: WholeMenu): Step[] {
  const { vender, number, planVersion } = menu;
  return [
    insert({ ...menuKey(vender, number), ...menu }),
    insert({ ...menuPlanKey(vender, number), ...toPlan(content, names, planVersion) }),
  ];
}

function putTogether(menu: Menu, plan: MenuPlan): WholeMenu {
  return { menu, content: contentOf(menu, plan), names: new Map(plan.names) };
}

function toFilter(filter: MenuFilter): RowFilter<MenuRow> | undefined {
  const { keyword, state, from, to } = filter;
  if (Object.values(filter).every((value) => value === undefined)) return undefined;
  const isFound = searchFor(keyword);
  return (row, text) =>
    (state === undefined || row.state === state) &&
    (to === undefined || row.start <= to) &&
    (from === undefined || dayAfter(row.start, row.days - 1) >= from) &&
    isFound(text, row.pinyin);
}
