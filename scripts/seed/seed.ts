import { digestPassword, hashDigest, verifyDigest } from '../../lib/auth/password.ts';
import { allItemIds } from '../../lib/auth/permissions.ts';
import type { Unit } from '../../lib/domain/unit.ts';
import { systemRoleId } from '../../lib/domain/user/role.ts';
import { Random } from '../../lib/domain/values/random.ts';
import { viewsOfDishes } from '../../lib/store/dish/dish.ts';
import { createDishes } from '../../lib/store/dish/dish-placement.ts';
import { menusOf as menuCollection } from '../../lib/store/menu/menu.ts';
import { MENUS_PER_TRANSACTION, restoreMenus } from '../../lib/store/menu/menu-restore.ts';
import { findUnits, units as unitCollection } from '../../lib/store/unit/unit.ts';
import { createUnits, type NewUnit, UNITS_PER_TRANSACTION } from '../../lib/store/unit/unit-change.ts';
import {
  createUsers,
  findClaims,
  type NewUser,
  type UidClaim,
  USERS_PER_TRANSACTION,
} from '../../lib/store/user/user.ts';
import { batchesOf } from '../../lib/table/batches.ts';
import { leaveCopies } from '../../lib/table/collection/load.ts';
import type { Database } from '../../lib/table/database.ts';
import { Problem } from '../start/problem.ts';
import { dishesOf, SEEDED_AT } from './dishes.ts';
import { menusOf } from './menus.ts';
import { inParallel } from './parallel.ts';
import { personName, phoneNumber } from './people.ts';
import { schoolsOf } from './schools.ts';
import { words } from './words.ts';

/** The password of everybody who is seeded, unless another one is given. */
export const SEED_PASSWORD = '123456';

/** The items of each unit: itself, main user, two claims, roles, row. */
const ITEMS_PER_UNIT = 6;
/** The items of a user: himself and his claim. A dish also has two: itself and its row. */
const ITEMS_PER_USER = 2;
const ITEMS_PER_DISH = 2;

/** How many units get users and dishes at the same time. Each has partitions of its own. */
const UNITS_AT_ONCE = 14;

/** What a table is to hold. */
export interface SeedPlan {
  readonly units: number;
  readonly dishesPerUnit: number;
  /** Includes the main user, so at least 1. */
  readonly usersPerUnit: number;
  /** Other seeds give other names, people and amounts. */
  readonly seed: number;
  /** Number of the first unit; 1 unless told otherwise. */
  readonly firstUnit?: number;
  readonly password?: string;
}

export interface SeedOutcome {
  /** The number of written items, without heads of collections. */
  readonly items: number;
  readonly seconds: number;
}

/** Is told how many items of the plan exist, and how many there will be. */
type OnProgress = (items: number, total: number) => void;

/** The state of a run. */
interface Work extends Required<SeedPlan> {
  readonly db: Database;
  readonly hash: string;
  readonly schoolOf: ReturnType<typeof schoolsOf>;
  /** Counts what was written, and what existed before. */
  readonly count: (written: number, found?: number) => void;
}

/** A unit of the plan by its number, and the uids that it still lacks. */
interface Seeded {
  readonly number: number;
  readonly unit: number;
  readonly absentUids: readonly string[];
}

/** The account of the unit with that number. */
export function accountOf(number: number): string {
  return `school${String(number).padStart(6, '0')}`;
}

/**
 * Fills the table with the units of the plan, their users and dishes. What exists already stays: repeating a run
 * finishes what was cut short, and a larger plan adds what it has more.
 * @throws Problem where somebody outside this plan has an account of it.
 */
export async function seed(db: Database, plan: SeedPlan, onProgress: OnProgress = () => {}): Promise<SeedOutcome> {
  const startedAt = performance.now();
  let [items, found] = [0, 0];
  const { firstUnit = 1, password = SEED_PASSWORD } = plan;
  const work: Work = {
    ...plan,
    firstUnit,
    password,
    db,
    hash: await findHash(db, accountOf(firstUnit), digestPassword(password)),
    schoolOf: schoolsOf(plan.seed),
    count: (written, present = 0) => {
      items += written;
      found += present;
      onProgress(items + found, plan.units * itemsOfUnit(plan));
    },
  };
  const numbers = Array.from({ length: plan.units }, (_, index) => firstUnit + index);
  let created: readonly Seeded[] = [];
  // Units come one transaction after the other, since each takes the next id. Meanwhile the units before get their
  // users and dishes.
  for (const batch of [...batchesOf(numbers, UNITS_PER_TRANSACTION), []]) {
    const [next] = await bothOf(createBatch(work, batch), fillUnits(work, created));
    created = next;
  }
  await leaveCopies(db, unitCollection);
  return { items, seconds: (performance.now() - startedAt) / 1000 };
}

function itemsOfUnit({ usersPerUnit, dishesPerUnit }: SeedPlan): number {
  return ITEMS_PER_UNIT + (usersPerUnit - 1) * ITEMS_PER_USER + dishesPerUnit * ITEMS_PER_DISH;
}

/**
 * Gives one unit dishes until it has had `count`. Existing dishes stay, so repeating the call finishes what was cut
 * short.
 */
export async function seedDishes(
  db: Database,
  unit: number,
  count: number,
  seedNumber: number,
  onProgress: (items: number) => void = () => {},
): Promise<SeedOutcome> {
  const startedAt = performance.now();
  let items = 0;
  await createDishes(db, unit, count, dishesOf(seedNumber, unit), (added) => {
    items += added * ITEMS_PER_DISH;
    onProgress(items);
  });
  for (const view of viewsOfDishes(unit)) await leaveCopies(db, view);
  return { items, seconds: (performance.now() - startedAt) / 1000 };
}

/** Gives one unit menus until it has had `count`, made of its first `dishes` dishes, as `seedDishes` does. */
export async function seedMenus(
  db: Database,
  unit: number,
  { count, dishes, seed: seedNumber }: { readonly count: number; readonly dishes: number; readonly seed: number },
  onProgress: (menus: number) => void = () => {},
): Promise<void> {
  const menuOf = menusOf(seedNumber, unit, dishes);
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  for (const batch of batchesOf(numbers, MENUS_PER_TRANSACTION)) {
    await restoreMenus(db, unit, batch.map(menuOf));
    onProgress(batch.at(-1) ?? 0);
  }
  await leaveCopies(db, menuCollection(unit));
}

/**
 * The hash that everybody gets. If the first account exists, it is that account's: hashing each password would take too
 * long.
 */
async function findHash(db: Database, account: string, digest: string): Promise<string> {
  const [claim] = await findClaims(db, [account]);
  return claim && (await verifyDigest(digest, claim.hash)) ? claim.hash : hashDigest(digest);
}

/** Both results. It waits for both even if one fails, so that nothing goes on unnoticed. */
async function bothOf<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second]);
  return [await first, await second];
}

/** Creates those of these units that do not exist. */
async function createBatch(work: Work, numbers: readonly number[]): Promise<Seeded[]> {
  if (numbers.length === 0) return [];
  const { db, hash, schoolOf, count } = work;
  const uids = numbers.flatMap((number) => uidsOf(work, number));
  const claimed = await findClaims(db, uids);
  const claims = new Map(uids.map((uid, index) => [uid, claimed[index]]));
  const absent = numbers.filter((number) => !claims.get(accountOf(number)));
  const ids = await demandOwn(work, numbers, claims);
  if (absent.length > 0) {
    const allItems = allItemIds('business');
    const drafts = absent.map((number): NewUnit => {
      return { ...schoolOf(number), account: accountOf(number), hash, allItems };
    });
    const first = await createUnits(db, drafts, SEEDED_AT);
    for (const [index, number] of absent.entries()) ids.set(number, first + index);
  }
  count(absent.length * ITEMS_PER_UNIT, (numbers.length - absent.length) * ITEMS_PER_UNIT);
  return [...ids].map(([number, unit]) => {
    const [, ...others] = uidsOf(work, number);
    return { number, unit, absentUids: others.filter((uid) => !claims.get(uid)) };
  });
}

/** The uids of a unit's users, the account first. */
function uidsOf({ usersPerUnit }: Work, number: number): string[] {
  const account = accountOf(number);
  return Array.from({ length: usersPerUnit }, (_, index) => (index === 0 ? account : `${account}-${index + 1}`));
}

/**
 * The ids of the existing units, by number.
 * @throws Problem where a uid belongs to anybody else.
 */
async function demandOwn(
  work: Work,
  numbers: readonly number[],
  claims: ReadonlyMap<string, UidClaim | undefined>,
): Promise<Map<number, number>> {
  const ids = new Map<number, number>();
  for (const number of numbers) {
    const claim = claims.get(accountOf(number));
    if (claim) ids.set(number, claim.unit);
    for (const uid of uidsOf(work, number)) {
      const owner = claims.get(uid)?.unit;
      if (owner !== undefined && owner !== claim?.unit) throw new Problem(words.foreignUid(uid));
    }
  }
  const units = await findUnits(work.db, [...ids.values()]);
  for (const [index, number] of [...ids.keys()].entries()) demandSame(work, number, units[index]);
  return ids;
}

function demandSame({ schoolOf }: Work, number: number, unit: Unit | undefined): void {
  const account = accountOf(number);
  const { name } = schoolOf(number);
  if (unit?.account === account && unit.name === name) return;
  throw new Problem(words.foreignAccount(account, name, unit?.name));
}

async function fillUnits(work: Work, units: readonly Seeded[]): Promise<void> {
  await inParallel(units, UNITS_AT_ONCE, (one) => fillUnit(work, one));
}

/** Gives a unit the users and dishes that it lacks. */
async function fillUnit(work: Work, { number, unit, absentUids }: Seeded): Promise<void> {
  const { db, count, dishesPerUnit, hash } = work;
  count(0, (work.usersPerUnit - 1 - absentUids.length) * ITEMS_PER_USER);
  for (const uids of batchesOf(absentUids, USERS_PER_TRANSACTION)) {
    const users = uids.map((uid) => toUser(work, number, unit, uid, hash));
    await createUsers(db, unit, users, SEEDED_AT);
    count(users.length * ITEMS_PER_USER);
  }
  if (dishesPerUnit > 0) {
    const dishOf = dishesOf(work.seed, unit);
    let missing = dishesPerUnit;
    await createDishes(db, unit, dishesPerUnit, dishOf, (added) => {
      missing -= added;
      count(added * ITEMS_PER_DISH);
    });
    count(0, missing * ITEMS_PER_DISH);
    for (const view of viewsOfDishes(unit)) await leaveCopies(db, view);
  }
}

function toUser({ seed: seedNumber }: Work, number: number, unit: number, uid: string, hash: string): NewUser {
  const random = new Random(seedNumber, number, Number(uid.split('-')[1]));
  return { uid, name: personName(random), phone: phoneNumber(random), roleId: systemRoleId(unit), hash };
}
