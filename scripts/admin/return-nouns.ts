import { Standard } from '../../lib/domain/standard.ts';
import { demandRoom, findRole, RoleRoster } from '../../lib/domain/user/role.ts';
import { User } from '../../lib/domain/user/user.ts';
import { changeMarks, listMarksByUnit } from '../../lib/store/ingredient/mark.ts';
import { changePrices, listPricesByUnit } from '../../lib/store/ingredient/price.ts';
import { assignUnit } from '../../lib/store/standard.ts';
import { readRoster, rosterItem, rosterStep, userCountStep } from '../../lib/store/user/roster.ts';
import { findClaims, newEpoch } from '../../lib/store/user/user.ts';
import { splitIntoBatches } from '../../lib/table/batches.ts';
import { nowInSeconds } from '../../lib/table/collection/collection.ts';
import type { Database } from '../../lib/table/database.ts';
import { type Item, insert } from '../../lib/table/steps.ts';
import { normaliseKey } from '../../lib/text/normal-form.ts';
import { identifyKey } from '../../tables/item-kinds.ts';
import {
  operationsPartition,
  prefix,
  rolesKey,
  standardKey,
  standardsPartition,
  uidClaimKey,
  unitPartition,
} from '../../tables/keys.ts';
import { batchesOfItems, keyOf, type Returning, type Share } from './return-members.ts';

/** How many users come back in one transaction: each is an item and a claim. */
const USERS_AT_ONCE = 40;

/** Kinds of items of a unit's own partition that come back otherwise. */
const others = ['unit', 'roles', 'user', 'marks', 'mark count', 'prices', 'price count'];

/** The rest of the partition of a unit that was deleted, whatever it is. What expires stays away, as sessions do. */
export async function planUnit(between: Returning): Promise<Share> {
  const items = between.isWhole ? await between.source.query(unitPartition(between.unit)) : [];
  const isRest = (item: Item) => item['ttl'] === undefined && !others.includes(identifyKey(item)?.kind ?? '');
  return planItems(between, 'unit', items.filter(isRest));
}

/** The log of a unit, as far as it has not expired. */
export async function planLog(between: Returning): Promise<Share> {
  const items = await between.source.query(operationsPartition(between.unit));
  return planItems(
    between,
    'log',
    items.filter(({ ttl }) => Number(ttl) > nowInSeconds()),
  );
}

/** Items that come back as they are. */
async function planItems({ db }: Returning, noun: string, items: readonly Item[]): Promise<Share> {
  const found = await db.getMany(items.map(keyOf));
  const missing = items.filter((_, index) => !found[index]);
  const bringBack: Share['bringBack'] = async (guard, onDone) => {
    for (const some of batchesOfItems(missing)) {
      await db.retryLostRaces(() => db.write([guard, ...some.map((item) => insert(item))]));
      onDone(some.length);
    }
  };
  return { noun, missing: missing.length, there: items.length - missing.length, bringBack };
}

/** Roles, under the ids that they had. */
export async function planRoles({ db, source, unit }: Returning): Promise<Share> {
  const [was, item] = await Promise.all([readRoster(source, unit), db.get(rolesKey(unit))]);
  const is = item && RoleRoster.parse(item);
  const names = new Map(is?.roles.map(({ id, roleName }) => [normaliseKey(roleName), id]));
  const absent = was.roles.filter(({ id }) => !is || !findRole(is, id));
  const isTaken = ({ roleName }: { readonly roleName: string }) => names.has(normaliseKey(roleName));
  const missing = absent.filter((role) => !isTaken(role));
  return {
    noun: 'role',
    missing: missing.length,
    there: is?.roles.length ?? 0,
    refused: absent
      .filter(isTaken)
      .map(({ roleName }) => `role ${roleName}: role ${names.get(normaliseKey(roleName))} has the name now`),
    bringBack: async (guard, onDone) => {
      await db.retryLostRaces(async () => {
        // Users are counted when they come back.
        if (!is) return db.write([guard, insert(rosterItem(unit, { ...was, users: 0 }))]);
        const before = await readRoster(db, unit);
        const roles = [...before.roles, ...missing].sort((a, b) => a.id - b.id);
        const next = { ...before, version: before.version + 1, roles };
        demandRoom(before, next, db.quotas.roles);
        return db.write([guard, rosterStep(unit, before, next)]);
      });
      onDone(missing.length);
    },
  };
}

/** Users with their passwords. Their sessions have ended; who had a role that is gone has none. */
export async function planUsers({ db, source, unit }: Returning): Promise<Share> {
  const range = { prefix: prefix.user };
  const [was, is] = await Promise.all([source, db].map((one) => one.query(unitPartition(unit), range)));
  const known = new Set(is?.map(({ sk }) => sk));
  const absent = (was ?? []).filter(({ sk }) => !known.has(sk));
  const uids = absent.map((item) => User.parse(item).uid);
  const [claims, owners] = await Promise.all([source.getMany(uids.map(claimKeyOf)), findClaims(db, uids)]);
  const missing = absent.flatMap((item, index) => {
    const claim = claims[index];
    return claim && !owners[index] ? [{ item, claim }] : [];
  });
  return {
    noun: 'user',
    missing: missing.length,
    there: known.size,
    refused: uids.flatMap((uid, index) => {
      const owner = owners[index];
      if (owner) return [`user ${uid}: the uid belongs to unit ${owner.unit} now`];
      return claims[index] ? [] : [`user ${uid}: has no password in that table`];
    }),
    bringBack: async (guard, onDone) => {
      for (const some of splitIntoBatches(missing, USERS_AT_ONCE)) {
        await db.retryLostRaces(async () => {
          const roster = await readRoster(db, unit);
          const toUser = (item: Item) => {
            const { roleId } = User.parse(item);
            return { ...item, roleId: findRole(roster, roleId)?.id ?? 0, epoch: newEpoch() };
          };
          await db.write([
            guard,
            userCountStep(unit, roster, some.length, db.quotas.users),
            ...some.flatMap(({ item, claim }) => [insert(claim, 'duplicate_uid'), insert(toUser(item))]),
          ]);
        });
        onDone(some.length);
      }
    },
  };
}

const claimKeyOf = (uid: string) => uidClaimKey(normaliseKey(uid));

/** The marks and the prices of codes that have none now. */
export const planMarks = (between: Returning) => planCodes(between, 'mark', listMarksByUnit, changeMarks);
export const planPrices = (between: Returning) => planCodes(between, 'price', listPricesByUnit, changePrices);

async function planCodes<Value>(
  { db, source, unit }: Returning,
  noun: string,
  list: (db: Database, unit: number) => Promise<ReadonlyMap<string, Value>>,
  change: (db: Database, unit: number, missing: ReadonlyMap<string, Value>) => Promise<unknown>,
): Promise<Share> {
  const was = await list(source, unit);
  const read = async () => {
    const is = await list(db, unit);
    return { is, missing: new Map([...was].filter(([code]) => !is.has(code))) };
  };
  const { is, missing } = await read();
  return {
    noun,
    missing: missing.size,
    there: is.size,
    isLast: true,
    bringBack: async (_guard, onDone) => {
      await change(db, unit, (await read()).missing);
      onDone(missing.size);
    },
  };
}

/** The standards that the unit had. */
export async function planStandards({ db, source, unit }: Returning): Promise<Share> {
  const items = await source.query(standardsPartition, { prefix: prefix.standard });
  const was = items.map((item) => Standard.parse(item)).filter(({ vendors }) => vendors.includes(unit));
  const found = await db.getMany(was.map(({ id }) => standardKey(id)));
  const is = found.map((item) => item && Standard.parse(item));
  const missing = was.filter((_, index) => is[index]?.vendors.includes(unit) === false);
  const gone = was.filter((_, index) => !is[index]);
  return {
    noun: 'standard',
    missing: missing.length,
    there: was.length - missing.length - gone.length,
    isLast: true,
    refused: gone.map(({ id, name }) => `standard ${id} ${name}: it is deleted`),
    bringBack: async (_guard, onDone) => {
      for (const { id } of missing) {
        await assignUnit(db, id, unit);
        onDone(1);
      }
    },
  };
}
