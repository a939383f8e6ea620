import { type Role, UnitRoles } from '../../lib/domain/user/role.ts';
import { User } from '../../lib/domain/user/user.ts';
import * as codeValues from '../../lib/store/ingredient/code-values.ts';
import { unitCollections } from '../../lib/store/nouns.ts';
import { findStandards, listAssignedStandardIds } from '../../lib/store/standard.ts';
import { assignUnit } from '../../lib/store/standard-assignment.ts';
import * as restoration from '../../lib/store/unit-restoration.ts';
import { findUidClaims } from '../../lib/store/user/user.ts';
import { nowInSeconds } from '../../lib/table/clock.ts';
import { type AnyCollection, readHead } from '../../lib/table/collection/collection.ts';
import type { Database } from '../../lib/table/database.ts';
import type { Item } from '../../lib/table/steps.ts';
import { normaliseKey } from '../../lib/text/normal-form.ts';
import { operationsPartition, prefixes, rolesKey, uidClaimKey, unitPartition } from '../../tables/keys.ts';
import { CommandProblem } from '../start/problem.ts';

/** The table of the stage, an earlier state of it, and the unit that is brought back. */
export interface Tables {
  readonly db: Database;
  readonly source: Database;
  readonly unit: number;
}

/** A noun of a unit, with the functions that bring it back. */
export interface Noun<Value> {
  readonly name: string;
  /** Reads the things that a table has of it, by key. */
  readonly read: (table: Database) => Promise<ReadonlyMap<string, Value>>;
  /** Returns for each missing thing, in their order, why it cannot come back; undefined if it can. Empty: all can. */
  readonly refuse?: (missing: readonly Value[]) => Promise<readonly (string | undefined)[]>;
  /** Writes what must exist before the first of the missing things. */
  readonly prepare?: (missing: readonly Value[]) => Promise<void>;
  /** Writes up to `MAX_RESTORED_AT_ONCE` things, all or none. */
  readonly write: (values: readonly Value[]) => Promise<unknown>;
}

/** Calls `use` with each noun of a unit, in the order in which they come back. Users come last: nobody signs in before. */
export function eachNoun<Result>(tables: Tables, use: <Value>(noun: Noun<Value>) => Result): Result[] {
  return [
    use(makeRoleNoun(tables)),
    ...unitCollections(tables.unit).map((collection) => use(makeCollectionNoun(tables, collection))),
    use(makeLogNoun(tables)),
    use(makeCodeNoun(tables, 'mark', codeValues.markKind)),
    use(makeCodeNoun(tables, 'price', codeValues.priceKind)),
    use(makeStandardNoun(tables)),
    use(makeUserNoun(tables)),
  ];
}

function makeRoleNoun({ db, unit }: Tables): Noun<Role> {
  const listRoles = async (table: Database) => {
    const item = await table.get(rolesKey(unit));
    return item ? UnitRoles.parse(item).roles : [];
  };
  return {
    name: 'role',
    read: async (table) => new Map((await listRoles(table)).map((role) => [String(role.id), role])),
    refuse: async (missing) => {
      const idByName = new Map((await listRoles(db)).map(({ id, roleName }) => [normaliseKey(roleName), id]));
      return missing.map(({ roleName }) => {
        const id = idByName.get(normaliseKey(roleName));
        return id === undefined ? undefined : `role ${roleName}: role ${id} has the name now`;
      });
    },
    write: (values) => restoration.restoreRoles(db, unit, values),
  };
}

/** Makes the noun of a collection's members. Their other items in its partition, such as pictures, are written before them. */
function makeCollectionNoun({ db, source, unit }: Tables, collection: AnyCollection): Noun<Item> {
  const { partition, memberPrefix, kind } = collection;
  const readNumber = (item: Item) => collection.toRow(collection.Member.parse(item)).number;
  return {
    name: kind,
    read: (table) => readItems(table, partition, memberPrefix),
    refuse: async (missing) => {
      const { next } = await readHead(db, partition);
      const unknownNumber = missing.map(readNumber).find((number) => number >= next);
      // A unit that was deleted has lost its heads.
      if (unknownNumber === undefined || next === 1) return [];
      throw new CommandProblem(
        `The other table is no earlier state of this one, which never had a ${kind} ${unknownNumber}`,
      );
    },
    prepare: (missing) =>
      restoration.restoreSideItems(db, source, { unit, collection, numbers: new Set(missing.map(readNumber)) }),
    write: (values) => restoration.restoreMembers(db, unit, collection, values),
  };
}

/** Reads the items of a partition whose sort keys have a prefix, without expired ones. */
async function readItems(table: Database, partition: string, prefix?: string): Promise<ReadonlyMap<string, Item>> {
  const items = await table.query(partition, prefix === undefined ? {} : { prefix });
  const isAlive = ({ ttl }: Item) => ttl === undefined || Number(ttl) > nowInSeconds();
  return new Map(items.filter(isAlive).map((item) => [item.sk, item]));
}

function makeLogNoun({ db, unit }: Tables): Noun<Item> {
  return {
    name: 'log',
    read: (table) => readItems(table, operationsPartition(unit)),
    write: (values) => restoration.restoreItems(db, unit, values),
  };
}

/** Makes the noun of the values that a unit has set for food codes. A code that has a value now keeps it. */
function makeCodeNoun<Value extends string>(
  { db, unit }: Tables,
  name: string,
  kind: codeValues.ValueKind<Value>,
): Noun<readonly [code: string, value: Value]> {
  return {
    name,
    read: async (table) => {
      const valueByCode = await codeValues.readValues(table, unit, kind);
      return new Map([...valueByCode].map(([code, value]) => [code, [code, value]]));
    },
    write: (values) => codeValues.changeValues(db, unit, kind, new Map(values)),
  };
}

/** Makes the noun of the standards that the unit was assigned. */
function makeStandardNoun({ db, unit }: Tables): Noun<number> {
  return {
    name: 'standard',
    read: async (table) => new Map((await listAssignedStandardIds(table, unit)).map((id) => [String(id), id])),
    refuse: async (missing) => {
      const presentIds = (await findStandards(db, missing)).map(({ id }) => id);
      return missing.map((id) => (presentIds.includes(id) ? undefined : `standard ${id}: it is deleted`));
    },
    write: async (values) => {
      for (const id of values) await assignUnit(db, id, unit);
    },
  };
}

function makeUserNoun({ db, source, unit }: Tables): Noun<Item> {
  const readUid = (user: Item) => User.parse(user).uid;
  const readClaims = (values: readonly Item[]) =>
    source.getMany(values.map((user) => uidClaimKey(normaliseKey(readUid(user)))));
  return {
    name: 'user',
    read: (table) => readItems(table, unitPartition(unit), prefixes.user),
    refuse: async (missing) => {
      const [claims, owners] = await Promise.all([readClaims(missing), findUidClaims(db, missing.map(readUid))]);
      return missing.map((user, index) => {
        const owner = owners[index];
        if (owner) return `user ${readUid(user)}: the uid belongs to unit ${owner.unit} now`;
        return claims[index] ? undefined : `user ${readUid(user)}: has no password in that table`;
      });
    },
    write: async (values) => restoration.restoreUsers(db, unit, values, await readClaims(values)),
  };
}
