import { roleNumber } from '../../lib/domain/role.ts';
import { MOST_VENDORS } from '../../lib/domain/standard.ts';
import type { Unit } from '../../lib/domain/unit.ts';
import type { User } from '../../lib/domain/user.ts';
import { type DishWithIcon, listDishes, readDishesHead } from '../../lib/store/dish.ts';
import { listMarksByUnit } from '../../lib/store/mark.ts';
import { readRoster } from '../../lib/store/roster.ts';
import { selectStandards } from '../../lib/store/standard.ts';
import { findUnit } from '../../lib/store/unit.ts';
import { readUnitIcon } from '../../lib/store/unit-import.ts';
import { findClaims, listUsersByUnit } from '../../lib/store/user.ts';
import type { Database } from '../../lib/table/database.ts';
import { Problem } from '../start/problem.ts';
import { FORMAT, type Line } from './record.ts';
import { parseLine } from './unit-file.ts';

/** Dishes read at once, with icons of up to 50 KB. */
const DISHES_AT_ONCE = 50;

type Facts = Awaited<ReturnType<typeof readFacts>>;

/**
 * A unit's data as lines. `onDish` is told how many dishes there have been, and how many there are.
 * @throws Problem where there is no such unit, it changed while it was read, or something in it cannot be.
 */
export async function* readUnit(
  db: Database,
  id: number,
  written: string,
  onDish: (done: number, total: number) => void = () => {},
): AsyncGenerator<Line> {
  const facts = await readFacts(db, id);
  const check = (line: Line) => parseLine(line, `unit ${id}, ${describe(line)}`);
  for (const line of await toLines(db, facts, written)) yield check(line);
  let done = 0;
  for await (const dish of readDishes(db, facts)) {
    yield check(toDishLine(dish));
    onDish(++done, facts.head.total);
  }
  // Only a dish whose row stays the same may have changed: it is as it was at one moment.
  if (JSON.stringify(facts) !== JSON.stringify(await readFacts(db, id))) {
    throw new Problem(`Unit ${id} was changed while it was read: close it, or try again at a quieter time`);
  }
}

async function readFacts(db: Database, id: number) {
  const unit = await findUnit(db, id);
  if (!unit) throw new Problem(`There is no unit ${id}`);
  const [roster, users, marks, head, standards] = await Promise.all([
    readRoster(db, id),
    listUsersByUnit(db, id),
    listMarksByUnit(db, id),
    readDishesHead(db, id),
    selectStandards(db, { vender: id }, MOST_VENDORS),
  ]);
  const assigned = standards.map((standard) => ({ id: standard.id, name: standard.name })).reverse();
  return { unit, roster, users: inOrder(users, unit), marks: [...marks], head, standards: assigned };
}

/** The main user first, the others as they were created. */
function inOrder(users: readonly User[], { account }: Unit): User[] {
  return [...users.filter(({ uid }) => uid === account), ...users.filter(({ uid }) => uid !== account)];
}

async function toLines(db: Database, { unit, roster, users, marks, standards }: Facts, written: string) {
  const [claims, icon] = await Promise.all([
    findClaims(
      db,
      users.map(({ uid }) => uid),
    ),
    readUnitIcon(db, unit.id),
  ]);
  const known = new Set(roster.roles.map(({ id }) => id));
  const lines: Line[] = [
    toUnitLine(unit, written),
    ...(icon === '' ? [] : [{ type: 'icon', icon } as const]),
    ...roster.roles.map(({ id, roleName, roleItems }): Line => {
      return { type: 'role', number: roleNumber(id), roleName, roleItems };
    }),
    ...users.map(({ uid, name, phone, roleId, time }, index): Line => {
      const role = known.has(roleId) ? roleNumber(roleId) : 0;
      return { type: 'user', uid, name, phone, role, time, hash: claims[index]?.hash ?? '' };
    }),
    ...marks.map(([code, mark]): Line => ({ type: 'mark', code, mark })),
    ...standards.map(({ id, name }): Line => ({ type: 'standard', id, name })),
  ];
  return lines;
}

function toUnitLine(unit: Unit, written: string): Line {
  const { id, account, name, category, expire = '', status, config } = unit;
  const { address, contacts, phone, email, province, city, area } = unit;
  const texts = { address, contacts, phone, email, province, city, area };
  return { type: 'unit', format: FORMAT, written, id, account, name, category, expire, status, config, ...texts };
}

function toDishLine({ dish, icon }: DishWithIcon): Line {
  const { number, name, mark, poly, month, ingredient, iconFile, modify } = dish;
  return { type: 'dish', number, name, mark, poly, month, ingredient, iconFile, icon, modify };
}

/** In order of their numbers, page by page: pages begin with the newest. */
async function* readDishes(db: Database, { unit, head }: Facts): AsyncGenerator<DishWithIcon> {
  for (let pageNo = Math.ceil(head.total / DISHES_AT_ONCE) - 1; pageNo >= 0; pageNo--) {
    const page = await listDishes(db, unit.id, { pageNo, pageSize: DISHES_AT_ONCE }, {}, { firstHead: head });
    yield* page.content.toReversed();
  }
}

function describe(line: Line): string {
  if (line.type === 'dish' || line.type === 'role') return `${line.type} ${line.number}`;
  return line.type === 'user' ? `user ${line.uid}` : line.type;
}
