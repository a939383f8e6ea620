import { MOST_VENDORS } from '../../lib/domain/standard.ts';
import type { Unit } from '../../lib/domain/unit.ts';
import { roleNumber } from '../../lib/domain/user/role.ts';
import type { User } from '../../lib/domain/user/user.ts';
import { iconOf } from '../../lib/store/icon.ts';
import { listMarksByUnit } from '../../lib/store/ingredient/mark.ts';
import { listPricesByUnit } from '../../lib/store/ingredient/price.ts';
import { unitCollections } from '../../lib/store/nouns.ts';
import { selectStandards } from '../../lib/store/standard.ts';
import { findUnit } from '../../lib/store/unit/unit.ts';
import { readRoster } from '../../lib/store/user/roster.ts';
import { findClaims, listUsersByUnit } from '../../lib/store/user/user.ts';
import { parseHead } from '../../lib/table/collection/collection.ts';
import type { Database } from '../../lib/table/database.ts';
import { headKey, type UnitCollection, unitIconKey } from '../../tables/keys.ts';
import { Problem } from '../start/problem.ts';
import { FORMAT, type Line } from './line.ts';
import { memberForms, memberTypes } from './member-forms.ts';
import { parseLine } from './unit-file.ts';
import { words } from './words.ts';

/** Is told how many members of a kind are done, and how many there are. */
export type OnMember = (type: UnitCollection, done: number, total: number) => void;

type Facts = Awaited<ReturnType<typeof readFacts>>;

/**
 * A unit's data as lines. `onMember` is told how many members of a kind are done, and how many there are.
 * @throws Problem where the unit does not exist, changed while it was read, or contains something impossible.
 */
export async function* readUnit(
  db: Database,
  id: number,
  written: string,
  onMember: OnMember = () => {},
): AsyncGenerator<Line> {
  const facts = await readFacts(db, id);
  const check = (line: Line) => parseLine(line, `unit ${id}, ${describe(line)}`);
  for (const line of await toLines(db, facts, written)) yield check(line);
  for (const type of memberTypes) {
    const { head } = facts.heads.find(({ kind }) => kind === type) ?? { head: parseHead(undefined) };
    let done = 0;
    for await (const line of memberForms[type].read(db, id, head)) {
      yield check(line);
      onMember(type, ++done, head.total);
    }
  }
  // The heads are unchanged, so at most a member without a changed row has changed. It was read as of one moment.
  if (JSON.stringify(facts) !== JSON.stringify(await readFacts(db, id))) {
    throw new Problem(words.changed(id));
  }
}

async function readFacts(db: Database, id: number) {
  const unit = await findUnit(db, id);
  if (!unit) throw new Problem(words.noUnit(id));
  const [roster, users, marks, prices, heads, standards] = await Promise.all([
    readRoster(db, id),
    listUsersByUnit(db, id),
    listMarksByUnit(db, id),
    listPricesByUnit(db, id),
    readHeads(db, id),
    selectStandards(db, { vender: id }, MOST_VENDORS),
  ]);
  const assigned = standards.map((standard) => ({ id: standard.id, name: standard.name })).reverse();
  const codes = { marks: [...marks], prices: [...prices] };
  return { unit, roster, users: inOrder(users, unit), ...codes, heads, standards: assigned };
}

async function readHeads(db: Database, id: number) {
  const collections = unitCollections(id);
  const items = await db.getMany(collections.map(({ partition }) => headKey(partition)));
  return collections.map(({ kind }, index) => ({ kind, head: parseHead(items[index]) }));
}

/** The main user first, then the others in the order of their creation. */
function inOrder(users: readonly User[], { account }: Unit): User[] {
  return [...users.filter(({ uid }) => uid === account), ...users.filter(({ uid }) => uid !== account)];
}

async function toLines(db: Database, { unit, roster, users, marks, prices, standards }: Facts, written: string) {
  const [claims, iconItem] = await Promise.all([
    findClaims(
      db,
      users.map(({ uid }) => uid),
    ),
    db.get(unitIconKey(unit.id)),
  ]);
  const icon = iconOf(iconItem);
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
    ...prices.map(([code, price]): Line => ({ type: 'price', code, price })),
    ...standards.map(({ id, name }): Line => ({ type: 'standard', id, name })),
  ];
  return lines;
}

function toUnitLine(unit: Unit, written: string): Line {
  const { id, account, name, category, expire = '', status, menuReview, config } = unit;
  const { address, contacts, phone, email, province, city, area } = unit;
  const texts = { address, contacts, phone, email, province, city, area };
  return {
    type: 'unit',
    format: FORMAT,
    written,
    id,
    account,
    name,
    category,
    expire,
    status,
    menuReview,
    config,
    ...texts,
  };
}

function describe(line: Line): string {
  if ('number' in line) return `${line.type} ${line.number}`;
  return line.type === 'user' ? `user ${line.uid}` : line.type;
}
