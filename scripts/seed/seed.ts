import { digestPassword, hashDigest } from '../../lib/auth/password.ts';
import { listItemIds } from '../../lib/auth/permissions.ts';
import { usualMeals } from '../../lib/domain/meal.ts';
import { systemRoleId } from '../../lib/domain/user/role.ts';
import { addDays } from '../../lib/domain/values/calendar.ts';
import { toId } from '../../lib/domain/values/id.ts';
import { Random } from '../../lib/domain/values/random.ts';
import { createDishes } from '../../lib/store/dish/dish-placement.ts';
import { createMenu } from '../../lib/store/menu/menu-change.ts';
import { createUnits, MAX_UNITS_PER_TRANSACTION, type NewUnit } from '../../lib/store/unit/unit-change.ts';
import { createUsers, findUidClaims, MAX_USERS_PER_TRANSACTION, type NewUser } from '../../lib/store/user/user.ts';
import { splitIntoBatches } from '../../lib/table/batches.ts';
import { readHead } from '../../lib/table/collection/collection.ts';
import type { Database } from '../../lib/table/database.ts';
import { menuPartition } from '../../tables/keys.ts';
import { createDishGenerator, SEEDED_AT } from './dishes.ts';
import { makePerson, makeSchool } from './schools.ts';

/** The default password of all seeded users. */
export const SEED_PASSWORD = '123456';

/** The number of units that get users and dishes at the same time. Each has partitions of its own. */
const UNITS_AT_ONCE = 14;
/** The different dishes of a seeded menu, and its days. */
const DISHES_OF_MENU = 60;
const DAYS = 5;
const FIRST_DAY = '2020-01-06';
const MENUS_PER_TEN_YEARS = 520;

/** The planned content of a table. */
export interface SeedPlan {
  readonly units: number;
  readonly dishesPerUnit: number;
  /** Includes the main user, so at least 1. */
  readonly usersPerUnit: number;
  /** Other seeds give other people and amounts. */
  readonly seed: number;
  /** Number of the first unit; 1 by default. */
  readonly firstUnit?: number;
  readonly password?: string;
}

/** A unit of the plan, and the uids that it still lacks. */
interface SeededUnit {
  readonly number: number;
  readonly unit: number;
  readonly absentUids: readonly string[];
}

/** The account of the school with this number, and so the uid of its main user. */
export function toSchoolAccount(number: number): string {
  return `school${String(number).padStart(6, '0')}`;
}

/**
 * Fills the table with the units of the plan, their users and dishes. What exists already stays: repeating a run
 * finishes what was cut short, and a larger plan adds what it has more. `onProgress` gets the number of finished units.
 */
export async function seed(
  db: Database,
  plan: SeedPlan,
  onProgress: (units: number) => void = () => {},
): Promise<void> {
  const passwordHash = await hashDigest(digestPassword(plan.password ?? SEED_PASSWORD));
  const numbers = Array.from({ length: plan.units }, (_, index) => (plan.firstUnit ?? 1) + index);
  let done = 0;
  for (const batch of splitIntoBatches(numbers, MAX_UNITS_PER_TRANSACTION)) {
    const units = await createBatch(db, plan, batch, passwordHash);
    for (const group of splitIntoBatches(units, UNITS_AT_ONCE)) {
      await Promise.all(group.map((unit) => fillUnit(db, plan, unit, passwordHash)));
      done += group.length;
      onProgress(done);
    }
  }
}

/** Creates the missing units of a batch. They get consecutive ids. */
async function createBatch(db: Database, plan: SeedPlan, numbers: readonly number[], passwordHash: string) {
  const uids = numbers.flatMap((number) => listUids(plan, number));
  const claims = new Map((await findUidClaims(db, uids)).map((claim, index) => [uids[index], claim]));
  const ids = new Map(numbers.map((number) => [number, claims.get(toSchoolAccount(number))?.unit]));
  const missingNumbers = numbers.filter((number) => ids.get(number) === undefined);
  const drafts = missingNumbers.map((number): NewUnit => {
    const facts = makeSchool(number, new Random(plan.seed, number));
    return { ...facts, account: toSchoolAccount(number), passwordHash, systemRoleItems: listItemIds('business') };
  });
  const first = drafts.length > 0 ? await createUnits(db, drafts, SEEDED_AT) : 0;
  return numbers.map((number) => ({
    number,
    unit: ids.get(number) ?? first + missingNumbers.indexOf(number),
    absentUids: listUids(plan, number)
      .slice(1)
      .filter((uid) => !claims.get(uid)),
  }));
}

function listUids({ usersPerUnit }: SeedPlan, number: number): string[] {
  const account = toSchoolAccount(number);
  return Array.from({ length: usersPerUnit }, (_, index) => (index === 0 ? account : `${account}-${index + 1}`));
}

/** Gives a unit the users and dishes that it lacks. */
async function fillUnit(db: Database, plan: SeedPlan, { number, unit, absentUids }: SeededUnit, passwordHash: string) {
  for (const uids of splitIntoBatches(absentUids, MAX_USERS_PER_TRANSACTION)) {
    const users = uids.map((uid): NewUser => {
      const { contacts: name, phone } = makePerson(new Random(plan.seed, number, Number(uid.split('-')[1])));
      return { uid, name, phone, roleId: systemRoleId(unit), passwordHash };
    });
    await createUsers(db, unit, users, SEEDED_AT);
  }
  if (plan.dishesPerUnit > 0) await seedDishes(db, unit, plan.dishesPerUnit, plan.seed);
}

/** Gives one unit dishes until it has had `count`. `onProgress` gets the number of added dishes. */
export async function seedDishes(
  db: Database,
  unit: number,
  count: number,
  seedNumber: number,
  onProgress: (dishes: number) => void = () => {},
): Promise<void> {
  let dishes = 0;
  await createDishes(db, unit, count, createDishGenerator(seedNumber, unit), (added) => {
    dishes += added;
    onProgress(dishes);
  });
}

/**
 * Gives one unit menus until it has had `count`, each a week of 60 of its first `dishes` dishes. `onProgress` gets the
 * number of the last menu.
 */
export async function seedMenus(
  db: Database,
  unit: number,
  { count, dishes }: { readonly count: number; readonly dishes: number },
  onProgress: (menus: number) => void = () => {},
): Promise<void> {
  const { next } = await readHead(db, menuPartition(unit));
  for (let number = next; number <= count; number++) {
    const items = Array.from({ length: Math.min(DISHES_OF_MENU, dishes) }, (_, index) => ({
      day: 1 + (index % DAYS),
      meal: usualMeals[Math.floor(index / DAYS) % usualMeals.length] ?? 'lunch',
      dish: toId(unit, 1 + ((number * DISHES_OF_MENU + index) % dishes)),
      portion: '1',
    }));
    const start = addDays(FIRST_DAY, 7 * (number % MENUS_PER_TEN_YEARS));
    const groups = [{ level: '中体力', people: 400, factor: '1' }];
    await createMenu(db, unit, { name: `第 ${number} 周食谱`, start, days: DAYS, groups, items }, SEEDED_AT);
    onProgress(number);
  }
}
