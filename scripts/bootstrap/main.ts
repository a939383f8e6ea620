import { digestPassword, hashDigest } from '../../lib/auth/password.ts';
import { allItemIds } from '../../lib/auth/permissions.ts';
import { requiredText, UID_MAX } from '../../lib/domain/fields.ts';
import { PLATFORM } from '../../lib/domain/unit.ts';
import { AppError } from '../../lib/errors.ts';
import type { Deps } from '../../lib/runtime/deps.ts';
import { createPlatform } from '../../lib/store/platform.ts';
import { getUnit } from '../../lib/store/unit.ts';
import { help, parseCommandLine, runCommand, say, text, UsageProblem } from '../command/command.ts';
import { loadStarter } from '../command/starter.ts';
import { connect, DEFAULT_REGION, demandWhere, explainFailure, findTarget, type Where } from '../command/target.ts';
import { migrateTable } from '../migrate/migrate-table.ts';
import { readNewPassword } from '../start/password-input.ts';
import { Problem } from '../start/problem.ts';

const HELP = `Creates the first administrator of a deployed service and loads the starter catalogue of ingredients.

  npm run bootstrap -- (--stage NAME | --table NAME) --uid UID [--region REGION]

  --stage NAME     the stage it was deployed as: the table is catering-NAME (CATERING_TABLE names another one)
  --table NAME     a table by its name
  --uid UID        user id of the administrator, 1 to ${UID_MAX} characters
  --region REGION  region of the table; by default AWS_REGION, then ${DEFAULT_REGION}
  --help           this text

The password is asked for, twice and without echo; without a terminal it is the first line of standard input.
The AWS account is found as the AWS command line finds it: environment, AWS_PROFILE, single sign-on, instance role.
With DYNAMODB_ENDPOINT the table of an emulator at that address is used instead.
Ends with 0, with 1 where it failed or refused, with 2 where it is called wrongly.
`;

/** The table, and who is to administrate. */
interface Options extends Where {
  readonly uid: string;
}

/** What the command line asks for; `undefined` where it is only help. @throws UsageProblem */
function readOptions(args: readonly string[]): Options | undefined {
  if (args.some((arg) => /^--?p(ass(word)?)?(=|$)/i.test(arg))) {
    throw new UsageProblem(
      'A password on the command line would stay in the shell history and be seen by every user of the machine: ' +
        'leave it out and type it when asked, or send it to standard input',
    );
  }
  const options = { stage: text, table: text, uid: text, region: text, help };
  const { help: isHelp, uid, ...where } = parseCommandLine(args, { options }).values;
  if (isHelp) return undefined;
  demandWhere(where);
  if (!(where.stage || where.table) || !uid) {
    throw new UsageProblem('--uid and one of --stage and --table are needed; --help says more');
  }
  const checked = requiredText(UID_MAX).safeParse(uid);
  if (!checked.success) throw new UsageProblem(`--uid takes 1 to ${UID_MAX} characters`);
  return { ...where, uid: checked.data };
}

/** @throws Problem where there is an administrator already. */
async function demandNoAdministrator({ db }: Deps): Promise<void> {
  try {
    const { account } = await getUnit(db, PLATFORM);
    throw new Problem(`There is an administrator already: ${account}. Further ones are created by those there are`);
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
    if (error.reason === 'duplicate_account') throw new Problem(`The user id ${uid} is taken: choose another`);
    throw error;
  }
}

async function run({ uid, ...where }: Options): Promise<void> {
  const target = await findTarget(where, process.env);
  try {
    const deps = connect(target);
    await demandNoAdministrator(deps);
    const password = await readNewPassword(`Password for ${uid}`);
    // A new table has nothing to migrate: it is at the newest version from now on.
    await migrateTable(deps.db);
    // The administrator comes last: a run that is cut short before can be repeated, and then finishes the catalogue.
    const foods = await loadStarter(deps.db);
    say(`Starter catalogue: ${foods} foods loaded into table ${target.table}`);
    await createAdministrator(deps, uid, password);
    say(`Administrator ${uid} created in table ${target.table}`);
  } catch (error) {
    throw new Problem(explainFailure(error, target), { cause: error });
  }
}

await runCommand(readOptions, HELP, run);
