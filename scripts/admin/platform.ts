import { digestPassword, hashDigest } from '../../lib/auth/password.ts';
import { listItemIds } from '../../lib/auth/permissions.ts';
import { INITIAL_CONFIG, PLATFORM, Unit } from '../../lib/domain/unit.ts';
import { initialUnitRoles, systemRoleId } from '../../lib/domain/user/role.ts';
import type { Deps } from '../../lib/runtime/deps.ts';
import { createFirstStandards } from '../../lib/store/standard.ts';
import { tableVersionStep } from '../../lib/store/table-version.ts';
import { findUnits, toUnitItem } from '../../lib/store/unit/unit.ts';
import { toUnitRolesItem } from '../../lib/store/user/unit-roles.ts';
import { insertUserSteps } from '../../lib/store/user/user.ts';
import type { Database } from '../../lib/table/database.ts';
import { insertStep } from '../../lib/table/steps.ts';
import { showProgress } from '../command/progress.ts';
import { loadStarterDishes, loadStarterFoods, starterStandards } from '../command/starter.ts';
import { CommandProblem } from '../start/problem.ts';
import { readNewPassword } from './password-input.ts';

const PLATFORM_NAME = '平台';

/** The platform's first administrator. */
interface FirstAdministrator {
  readonly uid: string;
  /** PHC string of the password's digest. */
  readonly passwordHash: string;
}

/**
 * Creates the platform, unit 0, with its first administrator as main account.
 * @throws AppError `duplicate_account` where the uid is taken, `duplicate_unit_name` where the platform exists already.
 */
export async function createPlatform(db: Database, administrator: FirstAdministrator, now: number): Promise<void> {
  const unit = Unit.parse({
    id: PLATFORM,
    version: 1,
    account: administrator.uid,
    name: PLATFORM_NAME,
    status: true,
    config: INITIAL_CONFIG,
  });
  const user = { ...administrator, name: '平台管理员', phone: '', roleId: systemRoleId(PLATFORM) };
  const steps = [
    tableVersionStep,
    insertStep(toUnitItem(unit), 'duplicate_unit_name'),
    ...insertUserSteps(PLATFORM, user, now, 'duplicate_account'),
    insertStep(toUnitRolesItem(PLATFORM, initialUnitRoles(PLATFORM, listItemIds('admin')))),
  ];
  await db.retryLostRaces(() => db.write(steps));
}

/**
 * Makes the first administrator of a new service, and loads the starter catalogue of foods, the dishes of the library
 * and the first standards. A repeated call completes a run that was cut short. Returns lines to print.
 * @throws CommandProblem where there is an administrator and nothing to complete.
 * @throws AppError `duplicate_account`, `duplicate_unit_name`.
 */
export async function setUpPlatform(deps: Deps, uid: string): Promise<string[]> {
  const [platform] = await findUnits(deps.db, [PLATFORM]);
  // The administrator is made after the foods and before the dishes: only dishes and standards can still be missing.
  if (platform) {
    const lines = await loadDishesAndStandards(deps);
    if (lines.length > 0) return lines;
    throw new CommandProblem(`There is an administrator already: ${platform.account}`);
  }
  const passwordHash = await hashDigest(digestPassword(await readNewPassword(`Password for ${uid}`)), deps.hashCost);
  const foodCount = await showProgress((report) =>
    loadStarterFoods(deps.db, (done, total) => report('foods loaded', done, total)),
  );
  await createPlatform(deps.db, { uid, passwordHash }, deps.now());
  const lines = await loadDishesAndStandards(deps);
  return [`${foodCount} foods of the starter catalogue loaded`, `Administrator ${uid} created`, ...lines];
}

/** Loads the dishes and standards that are missing, and returns lines to print: none where nothing was. */
async function loadDishesAndStandards({ db, now }: Deps): Promise<string[]> {
  const dishCount = await loadStarterDishes(db, now());
  const standardCount = await createFirstStandards(db, starterStandards);
  return [
    ...(dishCount > 0 ? [`${dishCount} dishes of the library loaded`] : []),
    ...(standardCount > 0 ? [`${standardCount} standards loaded, assigned to no unit`] : []),
  ];
}
