import { digestPassword, hashDigest, verifyDigest } from '../../lib/auth/password.ts';
import { allItemIds } from '../../lib/auth/permissions.ts';
import { PLATFORM } from '../../lib/domain/unit.ts';
import { AppError, type Reason } from '../../lib/errors.ts';
import type { Deps } from '../../lib/runtime/deps.ts';
import { getUnit } from '../../lib/store/unit/unit.ts';
import { createUnit } from '../../lib/store/unit/unit-change.ts';
import { createRole } from '../../lib/store/user/role.ts';
import { readRoster } from '../../lib/store/user/roster.ts';
import { readCredentials } from '../../lib/store/user/sign-in.ts';
import { createUser, type UidClaim } from '../../lib/store/user/user.ts';
import type { Database } from '../../lib/table/database.ts';
import { normaliseKey } from '../../lib/text/normal-form.ts';
import { createPlatform } from '../bootstrap/platform.ts';
import type { Tell } from '../command/progress.ts';
import { loadStarter } from '../command/starter.ts';
import { createMeals } from './demo-meals.ts';
import { createMenus } from './demo-menus.ts';
import { type DemoSchool, type DemoUser, demoRoles, demoSchools } from './demo-schools.ts';
import { createScreens, findScreens } from './demo-screens.ts';
import type { SignIn } from './greeting.ts';
import { words } from './words.ts';

const DEMO_PASSWORD = '123456';
const DEMO_YEARS = 5;

let demoHash: Promise<string> | undefined;

interface SeedSettings {
  readonly adminUid: string;
  readonly adminPassword: string;
  readonly demo: boolean;
}

/** A person who should be able to sign in with that password, as a user of that unit. */
interface Person extends SignIn {
  readonly password: string;
  readonly unit: number;
}

/** Who can sign in, and what had to be created for that. */
interface Seeded {
  readonly signIns: readonly SignIn[];
  readonly created: readonly string[];
  /** Paths of the demo's display screens, by school and form. */
  readonly screens: Readonly<Record<string, string>>;
}

/**
 * Creates the platform's first administrator, the starter catalogue and the demo data, as far as they are missing. What
 * was changed since stays as it is. The next run finishes what was cut short. `tell` reports progress.
 */
export async function seed({ db, now }: Deps, settings: SeedSettings, tell: Tell = () => {}): Promise<Seeded> {
  const { adminUid, adminPassword, demo } = settings;
  const created: string[] = [];
  if (await createAdministrator(db, adminUid, adminPassword, now())) created.push('the administrator');
  const administrator = (await getUnit(db, PLATFORM)).account;
  const people: Person[] = [{ uid: administrator, password: adminPassword, title: '平台管理员', unit: PLATFORM }];
  const foods = await loadStarter(db, (done, total) => tell(words.foods, done, total));
  if (foods > 0) created.push(`${foods} foods`);
  const demoData = demo ? await createDemo(db, now, created, tell) : { people: [], screens: {} };
  people.push(...demoData.people);
  const signIns: SignIn[] = [];
  const checked = new Map<string, boolean>();
  // One after the other, since each check of a password takes 19 MB.
  for (const person of people) signIns.push(...(await findSignIn(db, person, checked)));
  return { signIns, created, screens: demoData.screens };
}

async function createAdministrator(db: Database, uid: string, password: string, now: number): Promise<boolean> {
  const isThere = await unless('unit_not_found', () => getUnit(db, PLATFORM));
  if (isThere) return false;
  const hash = await hashDigest(digestPassword(password));
  return unless('duplicate_unit_name', async () => {
    await createPlatform(db, { uid, hash, allItems: allItemIds('admin') }, now);
    return true;
  }).then(Boolean);
}

/** The existing people, and the screens of the schools. */
interface DemoData {
  readonly people: readonly Person[];
  readonly screens: Readonly<Record<string, string>>;
}

async function createDemo(db: Database, now: () => number, created: string[], tell: Tell): Promise<DemoData> {
  const people: Person[] = [];
  const units = new Map<string, number>();
  for (const [index, school] of demoSchools.entries()) {
    tell(words.schools, index, demoSchools.length);
    const staff = await createSchool(db, school, now, created);
    people.push(...staff);
    for (const { unit } of staff.slice(0, 1)) units.set(school.account, unit);
  }
  tell(words.meals, 0);
  created.push(...(await createMeals(db, units, now())));
  const reviewer = (await getUnit(db, PLATFORM)).account;
  let [menus, screens] = [0, 0];
  const places: Record<string, string> = {};
  for (const account of ['yangguang', 'mingde'] as const) {
    const unit = units.get(account);
    if (unit === undefined) continue;
    menus += await createMenus(db, { account, unit, reviewer, now: now() });
    screens += await createScreens(db, account, unit);
    Object.assign(places, await findScreens(db, account, unit));
  }
  if (menus > 0) created.push(`${menus} menus`);
  if (screens > 0) created.push(`${screens} screens`);
  return { people, screens: places };
}

/** Creates a school and returns its people; none where somebody else has its account or name. */
async function createSchool(db: Database, school: DemoSchool, now: () => number, created: string[]): Promise<Person[]> {
  const { account, name, users } = school;
  const claim = await findClaim(db, account);
  if (claim && !(await isMainAccount(db, claim.unit, account))) return [];
  const unit = claim?.unit ?? (await createDemoUnit(db, school, now()));
  if (unit === undefined) return [];
  if (!claim) created.push(name);
  await createRoles(db, unit);
  for (const user of users) await createDemoUser(db, unit, user, now());
  const password = DEMO_PASSWORD;
  const staff = users.map(({ uid, role, name: who }) => ({ uid, password, title: `${name} ${role} ${who}`, unit }));
  return [{ uid: account, password, title: `${name} 主账号`, unit }, ...staff];
}

async function createDemoUnit(db: Database, school: DemoSchool, now: number): Promise<number | undefined> {
  const { account, name, category, menuReview, details } = school;
  const hash = await hashDemoPassword();
  const expire = `${new Date(now).getFullYear() + DEMO_YEARS}-12-31`;
  const draft = { account, name, category, menuReview, expire, hash, allItems: allItemIds('business'), ...details };
  return unless('duplicate_unit_name', () => createUnit(db, draft, now));
}

async function isMainAccount(db: Database, unit: number, uid: string): Promise<boolean> {
  const found = await unless('unit_not_found', () => getUnit(db, unit));
  return found !== undefined && normaliseKey(found.account) === normaliseKey(uid);
}

async function createRoles(db: Database, unit: number): Promise<void> {
  const present = new Set((await readRoster(db, unit)).roles.map((role) => role.roleName));
  for (const role of demoRoles) {
    if (!present.has(role.roleName)) await unless('duplicate_role_name', () => createRole(db, unit, role));
  }
}

async function createDemoUser(db: Database, unit: number, user: DemoUser, now: number): Promise<void> {
  if (await findClaim(db, user.uid)) return;
  const { roles } = await readRoster(db, unit);
  const roleId = roles.find((role) => role.roleName === user.role)?.id ?? 0;
  const hash = await hashDemoPassword();
  const { uid, name, phone } = user;
  await unless('duplicate_uid', () => createUser(db, unit, { uid, name, phone, roleId, hash }, now));
}

/** The same hash for all people of the demo: their password is no secret, and hashing is slow on purpose. */
function hashDemoPassword(): Promise<string> {
  demoHash ??= hashDigest(digestPassword(DEMO_PASSWORD));
  return demoHash;
}

/**
 * How the person signs in, without the password if it was changed; empty where he is gone. `checked` tells which
 * passwords and hashes belong together, as far as that is known.
 */
async function findSignIn(db: Database, person: Person, checked: Map<string, boolean>): Promise<SignIn[]> {
  const { uid, password, title, unit } = person;
  const claim = await findClaim(db, uid);
  if (claim?.unit !== unit) return [];
  const both = `${password} ${claim.hash}`;
  const isUnchanged = checked.get(both) ?? (await verifyDigest(digestPassword(password), claim.hash));
  checked.set(both, isUnchanged);
  return [{ uid, title, ...(isUnchanged ? { password } : {}) }];
}

async function findClaim(db: Database, uid: string): Promise<UidClaim | undefined> {
  return (await readCredentials(db, uid)).claim;
}

/** The result, or `undefined` where the work fails for that reason, which is as good. */
async function unless<T>(reason: Reason, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.reason === reason) return undefined;
    throw error;
  }
}
