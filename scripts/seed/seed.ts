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
/** The different dishes of a seeded menu. */
const DISHES_OF_MENU = 60;
/** The days of a seeded menu. */
const DAYS = 5;
const FIRST_DAY = '2020-01-06';
const MENUS_PER_TEN_YEARS = 520;

/** The planned content of a table. */
export interface SeedPlan {
  readonly unitCount: number;
  readonly dishesPerUnit: number;
  /** Includes the main user, so at least 1. */
  readonly usersPerUnit: number;
  /** Other seeds give other people and amounts. */
  readonly seed: number;
  /** Number of the first unit; 1 by default. */
  readonly firstUnit?: number;
  readonly password?: string;
}

/** A unit of the plan, by the number of its school, and the uids that it still lacks. */
interface SeededUnit {
  readonly number: number;
  readonly unitId: number;
  readonly absentUids: readonly string[];
}

/** Makes the account of the school with this number, which is also the uid of its main user. */
export function toSchoolAccount(number: number): string {
  return `school${String(number).padStart(6, '0')}`;
}

/**
 * Fills the table with the units of the plan, their users and dishes. What exists already stays: repeating a run
 * finishes what was cut short, and a larger plan adds what it has more. `onProgress` gets the number of finished units.
 */
export async function seed(db: Database, plan: SeedPlan, onProgress = (_unitCount: number) => {}): Promise<void> {
  const passwordHash = await hashDigest(digestPassword(plan.password ?? SEED_PASSWORD));
  const numbers = Array.from({ length: plan.unitCount }, (_, index) => (plan.firstUnit ?? 1) + index);
  let doneCount = 0;
  for (const batch of splitIntoBatches(numbers, MAX_UNITS_PER_TRANSACTION)) {
    const units = await createBatch(db, plan, batch, passwordHash);
    for (const group of splitIntoBatches(units, UNITS_AT_ONCE)) {
      await Promise.all(group.map((unit) => fillUnit(db, plan, unit, passwordHash)));
      doneCount += group.length;
      onProgress(doneCount);
    }
  }
}

/** Creates the missing units of a batch. They get consecutive ids. */
async function createBatch(db: Database, plan: SeedPlan, numbers: readonly number[], passwordHash: string) {
  const uids = numbers.flatMap((number) => listUids(plan, number));
  const claimByUid = new Map((await findUidClaims(db, uids)).map((claim, index) => [uids[index], claim]));
  const unitIds = new Map(numbers.map((number) => [number, claimByUid.get(toSchoolAccount(number))?.unit]));
  const missingNumbers = numbers.filter((number) => unitIds.get(number) === undefined);
  const drafts = missingNumbers.map((number): NewUnit => {
    const facts = makeSchool(number, new Random(plan.seed, number));
    return { ...facts, account: toSchoolAccount(number), passwordHash, systemRoleItems: listItemIds('business') };
  });
  const firstNewId = drafts.length > 0 ? await createUnits(db, drafts, SEEDED_AT) : 0;
  return numbers.map((number) => ({
    number,
    unitId: unitIds.get(number) ?? firstNewId + missingNumbers.indexOf(number),
    absentUids: listUids(plan, number)
      .slice(1)
      .filter((uid) => !claimByUid.get(uid)),
  }));
}

function listUids({ usersPerUnit }: SeedPlan, number: number): string[] {
  const account = toSchoolAccount(number);
  return Array.from({ length: usersPerUnit }, (_, index) => (index === 0 ? account : `${account}-${index + 1}`));
}

/** Gives a unit the users and dishes that it lacks. */
async function fillUnit(db: Database, plan: SeedPlan, seededUnit: SeededUnit, passwordHash: string) {
  const { number, unitId, absentUids } = seededUnit;
  for (const uids of splitIntoBatches(absentUids, MAX_USERS_PER_TRANSACTION)) {
    const users = uids.map((uid): NewUser => {
      const { contacts: name, phone } = makePerson(new Random(plan.seed, number, Number(uid.split('-')[1])));
      return { uid, name, phone, roleId: systemRoleId(unitId), passwordHash };
    });
    await createUsers(db, unitId, users, SEEDED_AT);
  }
  if (plan.dishesPerUnit > 0) await seedDishes(db, unitId, plan.dishesPerUnit, plan.seed);
}

/** Gives one unit dishes until it has had `count`. `onProgress` gets the number of added dishes. */
export async function seedDishes(
  db: Database,
  unitId: number,
  count: number,
  seedNumber: number,
  onProgress: (dishCount: number) => void = () => {},
): Promise<void> {
  let dishCount = 0;
  await createDishes(db, unitId, count, createDishGenerator(seedNumber, unitId), (addedCount) => {
    dishCount += addedCount;
    onProgress(dishCount);
  });
}

/** Gives one unit menus of its first `dishCount` dishes until it has had `count`. `onProgress` gets the last menu's number. */
export async function seedMenus(
  db: Database,
  unitId: number,
  { count, dishCount }: { readonly count: number; readonly dishCount: number },
  onProgress: (menuNumber: number) => void = () => {},
): Promise<void> {
  const { next } = await readHead(db, menuPartition(unitId));
  for (let number = next; number <= count; number++) {
    const items = Array.from({ length: Math.min(DISHES_OF_MENU, dishCount) }, (_, index) => ({
      day: 1 + (index % DAYS),
      meal: usualMeals[Math.floor(index / DAYS) % usualMeals.length] ?? 'lunch',
      dish: toId(unitId, 1 + ((number * DISHES_OF_MENU + index) % dishCount)),
      portion: '1',
    }));
    const start = addDays(FIRST_DAY, 7 * (number % MENUS_PER_TEN_YEARS));
    const groups = [{ level: '中体力', people: 400, factor: '1' }];
    await createMenu(db, unitId, { name: `第 ${number} 周食谱`, start, days: DAYS, groups, items }, SEEDED_AT);
    onProgress(number);
  }
}
