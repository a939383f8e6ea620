import { idOf, locate } from '../../lib/domain/id.ts';
import type { WholeMenu } from '../../lib/domain/menu.ts';
import { PLATFORM } from '../../lib/domain/unit.ts';
import { listMenus } from '../../lib/store/menu.ts';
import { MENUS_PER_TRANSACTION, type NumberedMenu, restoreMenus } from '../../lib/store/menu-restore.ts';
import type { MemberForm } from './member-form.ts';
import type { LineOf } from './record.ts';

/** Menus read at once. */
const READ_AT_ONCE = 50;

/** Whose a dish is, and its number there. */
type DishNumber = readonly ['own' | 'library', number];

/** A menu in the file of its unit. Pages begin with the newest: the last one is read first. */
export const menuForm: MemberForm<'menu'> = {
  plural: 'menus',
  restoredAtOnce: MENUS_PER_TRANSACTION,
  async *read(db, unit, head) {
    for (let pageNo = Math.ceil(head.total / READ_AT_ONCE) - 1; pageNo >= 0; pageNo--) {
      const page = await listMenus(db, unit, { pageNo, pageSize: READ_AT_ONCE }, {}, head);
      yield* page.content.toReversed().map(toLine);
    }
  },
  restore: (db, unit, lines) =>
    restoreMenus(
      db,
      unit,
      lines.map((line) => toNumberedMenu(line, unit)),
    ),
};

function toLine({ menu, content, names }: WholeMenu): LineOf<'menu'> {
  const { number, state, revision, modify } = menu;
  const { name, start, days, meals, groups, standard = 0, items } = content;
  return {
    type: 'menu',
    number,
    name,
    start,
    days,
    meals: [...meals],
    groups: groups.map((group) => ({ ...group, meals: [...group.meals] })),
    standard,
    items: items.map(({ day, meal, dish, portion }) => [day, meal, ...toNumber(dish), portion]),
    names: [...names].map(([dish, called]) => [...toNumber(dish), called]),
    state,
    revision,
    modify,
  };
}

function toNumberedMenu(line: LineOf<'menu'>, unit: number): NumberedMenu {
  const { number, name, start, days, meals, groups, standard, state, revision, modify } = line;
  const items = line.items.map(([day, meal, whose, dish, portion]) => {
    return { day, meal, dish: toId(unit, [whose, dish]), portion };
  });
  const content = { name, start, days, meals, groups, ...(standard === 0 ? {} : { standard }), items };
  const names = new Map(line.names.map(([whose, dish, called]) => [toId(unit, [whose, dish]), called]));
  return { number, content, names, fate: { state, revision, modify } };
}

function toNumber(dish: number): DishNumber {
  const { unit, number } = locate(dish);
  return [unit === PLATFORM ? 'library' : 'own', number];
}

function toId(unit: number, [whose, number]: DishNumber): number {
  return idOf(whose === 'own' ? unit : PLATFORM, number);
}
