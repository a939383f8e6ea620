import { digestPassword, hashDigest } from '../../lib/auth/password.ts';
import { allItemIds } from '../../lib/auth/permissions.ts';
import { PLATFORM } from '../../lib/domain/unit.ts';
import { AppError } from '../../lib/errors.ts';
import type { Deps } from '../../lib/runtime/deps.ts';
import { getUnit } from '../../lib/store/unit/unit.ts';
import { runCommand, say } from '../command/command.ts';
import { showProgress } from '../command/progress.ts';
import { loadStarter } from '../command/starter.ts';
import { connect, explainFailure, findTarget } from '../command/target.ts';
import { migrateTable } from '../migrate/migrate-table.ts';
import { readNewPassword } from '../start/password-input.ts';
import { Problem } from '../start/problem.ts';
import { type Options, readOptions } from './options.ts';
import { createPlatform } from './platform.ts';
import { words } from './words.ts';

/**
 * Demands that the platform has no administrator yet.
 * @throws Problem
 */
async function demandNoAdministrator({ db }: Deps): Promise<void> {
  try {
    const { account } = await getUnit(db, PLATFORM);
    throw new Problem(words.isThere(account));
  } catch (error) {
    if (!(error instanceof AppError) || error.reason !== 'unit_not_found') throw error;
  }
}

async function createAdministrator(deps: Deps, uid: string, password: string): Promise<void> {
  const hash = await hashDigest(digestPassword(password));
  try {
    await createPlatform(deps.db, { uid, hash, allItems: allItemIds('admin') }, deps.now());
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.reason === 'duplicate_unit_name') await demandNoAdministrator(deps);
    if (error.reason === 'duplicate_account') throw new Problem(words.uidTaken(uid));
    throw error;
  }
}

async function run({ uid, ...where }: Options): Promise<void> {
  const target = await findTarget(where, process.env);
  try {
    const deps = connect(target);
    await demandNoAdministrator(deps);
    const password = await readNewPassword(words.passwordFor(uid));
    // A new table has nothing to migrate: from now on it is at the newest version.
    await migrateTable(deps.db);
    // The administrator is created last: a run that was cut short before can be repeated, and completes the catalogue.
    const foods = await showProgress((tell) => loadStarter(deps.db, (done, total) => tell(words.foods, done, total)));
    say(words.loaded(foods, target.table));
    await createAdministrator(deps, uid, password);
    say(words.created(uid, target.table));
  } catch (error) {
    throw new Problem(explainFailure(error, target), { cause: error });
  }
}

await runCommand(readOptions, words.help, run);
