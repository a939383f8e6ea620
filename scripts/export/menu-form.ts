import type { WholeMenu } from '../../lib/domain/menu/menu.ts';
import type { Revision } from '../../lib/domain/revision.ts';
import { PLATFORM } from '../../lib/domain/unit.ts';
import { idOf, locate } from '../../lib/domain/values/id.ts';
import { dishesOf, readDishesHead } from '../../lib/store/dish/dish.ts';
import { listMenus } from '../../lib/store/menu/menu.ts';
import { MENUS_PER_TRANSACTION, type NumberedMenu, restoreMenus } from '../../lib/store/menu/menu-restore.ts';
import { readRevisions } from '../../lib/store/menu/menu-revision.ts';
import { findRows } from '../../lib/table/collection/page.ts';
import type { Database } from '../../lib/table/database.ts';
import type { LineOf } from './line.ts';
import type { MemberForm } from './member-form.ts';

/** How many menus are read at once. */
const READ_AT_ONCE = 50;

/** Whether a dish is the unit's own or the library's, and its number there. */
export type DishNumber = readonly ['own' | 'library', number];

/** Menus in the file of their unit. Pages begin with the newest menu, so the last page is read first. */
export const menuForm: MemberForm<'menu'> = {
  many: { en: 'menus', zh: '份食谱' },
  restoredAtOnce: MENUS_PER_TRANSACTION,
  async *read(db, unit, head) {
    const library = head.total > 0 ? await readLibrary(db) : new Map<number, string>();
    for (let pageNo = Math.ceil(head.total / READ_AT_ONCE) - 1; pageNo >= 0; pageNo--) {
      const page = await listMenus(db, unit, { pageNo, pageSize: READ_AT_ONCE }, {}, head);
      for (const whole of page.content.toReversed()) yield toLine(whole, await readRevisions(db, whole.menu), library);
    }
  },
  restore: (db, unit, lines) =>
    restoreMenus(
      db,
      unit,
      lines.map((line) => toNumberedMenu(line, unit)),
    ),
};

/** The names of the library's dishes by number. */
async function readLibrary(db: Database): Promise<ReadonlyMap<number, string>> {
  const rows = await findRows(db, dishesOf(PLATFORM), () => true, await readDishesHead(db, PLATFORM));
  return new Map(rows.map(({ number, name }) => [number, name]));
}

/** Numbers and names of the library's dishes that a menu names in its content or in a revision. */
export function libraryOf(
  { items, names, revisions }: Pick<LineOf<'menu'>, 'items' | 'names' | 'revisions'>,
  library: ReadonlyMap<number, string>,
): LineOf<'menu'>['library'] {
  const named = [...items.map(([, , whose, number]) => [whose, number] as const), ...names];
  const frozen = revisions.flatMap(({ dishes }) => dishes.map(({ id }) => id));
  const numbers = [...named.flatMap(([whose, number]) => (whose === 'library' ? [number] : [])), ...frozen];
  return [...new Set(numbers)]
    .sort((a, b) => a - b)
    .flatMap((number): LineOf<'menu'>['library'] => {
      const name = library.get(number);
      return name === undefined ? [] : [[number, name]];
    });
}

function toLine(
  { menu, content, names }: WholeMenu,
  revisions: readonly Revision[],
  library: ReadonlyMap<number, string>,
): LineOf<'menu'> {
  const { number, state, revision, live, waits, mustBeReviewed, modify } = menu;
  const { name, start, days, meals, groups, standard = 0, items } = content;
  const said = {
    items: items.map(({ day, meal, dish, portion }): LineOf<'menu'>['items'][number] => {
      return [day, meal, ...toNumber(dish), portion];
    }),
    names: [...names].map(([dish, called]): LineOf<'menu'>['names'][number] => [...toNumber(dish), called]),
    revisions: revisions.map((one) => withDishes(one, withoutUnit)),
  };
  return {
    type: 'menu',
    number,
    name,
    start,
    days,
    meals: [...meals],
    groups: groups.map((group) => ({ ...group, meals: [...group.meals] })),
    standard,
    ...said,
    library: libraryOf(said, library),
    state,
    revision,
    ...(live ? { live } : {}),
    ...(waits ? { waits } : {}),
    ...(mustBeReviewed ? { mustBeReviewed } : {}),
    modify,
  };
}

function toNumberedMenu(line: LineOf<'menu'>, unit: number): NumberedMenu {
  const { number, name, start, days, meals, groups, standard, state, revision, live, waits, modify } = line;
  const items = line.items.map(([day, meal, whose, dish, portion]) => {
    return { day, meal, dish: toId(unit, [whose, dish]), portion };
  });
  const content = { name, start, days, meals, groups, ...(standard === 0 ? {} : { standard }), items };
  const names = new Map(line.names.map(([whose, dish, called]) => [toId(unit, [whose, dish]), called]));
  const fate = { state, revision, live, waits, mustBeReviewed: line.mustBeReviewed, modify };
  const revisions = line.revisions.map((one) => withDishes(one, (dish) => (dish < 0 ? idOf(unit, -dish) : dish)));
  return { number, content, names, fate, revisions };
}

/** A revision with changed ids of dishes. */
export function withDishes({ content, dishes, ...rest }: Revision, change: (dish: number) => number): Revision {
  return {
    ...rest,
    content: { ...content, items: content.items.map((item) => ({ ...item, dish: change(item.dish) })) },
    dishes: dishes.map((dish) => ({ ...dish, id: change(dish.id) })),
  };
}

/** The negative number of a dish of the unit itself; the unchanged id of a dish of the library. */
function withoutUnit(dish: number): number {
  const { unit, number } = locate(dish);
  return unit === PLATFORM ? dish : -number;
}

function toNumber(dish: number): DishNumber {
  const { unit, number } = locate(dish);
  return [unit === PLATFORM ? 'library' : 'own', number];
}

function toId(unit: number, [whose, number]: DishNumber): number {
  return idOf(whose === 'own' ? unit : PLATFORM, number);
}
