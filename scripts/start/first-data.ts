import { digestPassword, hashDigest, verifyDigest } from '../../lib/auth/password.ts';
import { PLATFORM, Unit } from '../../lib/domain/unit.ts';
import { createFirstStandards } from '../../lib/store/standard.ts';
import { findUidClaims } from '../../lib/store/user/user.ts';
import type { Database } from '../../lib/table/database.ts';
import { unitKey } from '../../tables/keys.ts';
import { createPlatform } from '../admin/platform.ts';
import { loadStarterDishes, loadStarterFoods, type OnProgress, starterStandards } from '../command/starter.ts';
import { requireTableVersion } from '../command/table-version.ts';
import { DEMO_PASSWORD } from './demo.ts';
import { demoRoles, demoSchools } from './demo-schools.ts';
import type { SignIn } from './greeting.ts';

interface Administrator {
  readonly adminUid: string;
  /** Plain. */
  readonly adminPassword: string;
}

/**
 * Creates the platform's first administrator, the foods of the starter catalogue, the dishes of the library and the
 * first standards, as far as they are missing. `onProgress` gets the number of missing foods that are done.
 * @throws CommandProblem where another release has begun the table.
 */
export async function createFirstData(
  db: Database,
  { adminUid: uid, adminPassword }: Administrator,
  onProgress: OnProgress = () => {},
): Promise<void> {
  await requireTableVersion(db);
  if (!(await db.get(unitKey(PLATFORM)))) {
    const passwordHash = await hashDigest(digestPassword(adminPassword));
    await createPlatform(db, { uid, passwordHash }, Date.now());
  }
  await loadStarterFoods(db, onProgress);
  await loadStarterDishes(db, Date.now());
  await createFirstStandards(db, starterStandards);
}

/** Lists the administrator, then the existing users of the demo, each with the password unless it was changed since. */
export async function listSignIns(db: Database, { adminPassword }: Administrator): Promise<SignIn[]> {
  const { account } = Unit.parse(await db.get(unitKey(PLATFORM)));
  const demoPeople = demoSchools.flatMap(({ unit, users }) => [
    { uid: unit.account, unitAndRole: `${unit.name} 主账号` },
    ...users.map(({ uid, name, roleIndex }) => {
      return { uid, unitAndRole: `${unit.name} ${demoRoles[roleIndex].roleName} ${name}` };
    }),
  ]);
  const people = [
    { uid: account, unitAndRole: '平台管理员', password: adminPassword },
    ...demoPeople.map((person) => ({ ...person, password: DEMO_PASSWORD })),
  ];
  const uids = people.map(({ uid }) => uid);
  const claims = await findUidClaims(db, uids);
  const signIns: SignIn[] = [];
  // One after the other, since each check of a password takes 19 MB.
  for (const [index, { password, ...person }] of people.entries()) {
    const claim = claims[index];
    if (!claim) continue;
    const isUnchanged = await verifyDigest(digestPassword(password), claim.hash);
    signIns.push({ ...person, ...(isUnchanged ? { password } : {}) });
  }
  return signIns;
}
