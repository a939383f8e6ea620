import { AppError, findHttpStatus } from '../../lib/errors.ts';
import { help, parseCommandLine, runCommand, say, text, UsageProblem } from '../command/command.ts';
import { showProgress } from '../command/progress.ts';
import { requireTableVersion } from '../command/table-version.ts';
import { connect, describeTarget, explainFailure, findTarget, requireTableOptions } from '../command/target.ts';
import { Problem } from '../start/problem.ts';
import { MAX_SCHOOLS } from './schools.ts';
import { SEED_PASSWORD, schoolAccount, seed } from './seed.ts';

/** The numbers of the command line, with their defaults and bounds. */
const numbers = {
  units: { defaultValue: 100, min: 1, max: MAX_SCHOOLS },
  dishes: { defaultValue: 20, min: 0, max: 20_000 },
  users: { defaultValue: 3, min: 1, max: 100 },
  seed: { defaultValue: 1, min: 0, max: 2 ** 32 - 1 },
  first: { defaultValue: 1, min: 1, max: MAX_SCHOOLS },
} as const;

const HELP = `Fills a table with schools, their users and their dishes, to try the service at its full size.

  npm run seed -- [--units N] [--dishes M] [--users U] [--seed S] [--first F] [--table NAME | --stage NAME]

  --units N        how many units; by default ${numbers.units.defaultValue}
  --dishes M       dishes of each unit; by default ${numbers.dishes.defaultValue}
  --users U        users of each unit, its main user counted among them; by default ${numbers.users.defaultValue}
  --seed S         the same one gives the same people and amounts; by default ${numbers.seed.defaultValue}
  --first F        number of the first unit, by default ${numbers.first.defaultValue}: units F to F + N - 1 are seeded
  --table NAME     fill the table of this name in the cloud
  --stage NAME     fill the table of a deployed stage: catering-NAME (CATERING_TABLE names another one)
  --region REGION  region of that table; by default AWS_REGION, then cn-north-1
  --help           this text

Without --table and --stage the service that npm start runs is filled, which must be running (DATA_DIR is its folder);
with DYNAMODB_ENDPOINT, the emulator at that address.

Unit number 123 has the account school000123, its further users school000123-2, school000123-3 and so on, all with the
unit's system role. All have one password: SEED_PASSWORD, by default ${SEED_PASSWORD}; a table in the cloud gets no default.

It can be repeated: what is there stays as it is. So a run that was cut short is finished by the same command, a larger
one adds what it has more, and nothing is ever removed.
`;

type Options = NonNullable<ReturnType<typeof readOptions>>;

/**
 * Reads the command line; `undefined` where it only asks for help.
 * @throws UsageProblem naming the argument.
 */
function readOptions(args: readonly string[]) {
  const numberOptions = { units: text, dishes: text, users: text, seed: text, first: text };
  const { values } = parseCommandLine(args, {
    options: { ...numberOptions, table: text, stage: text, region: text, help },
  });
  if (values.help) return undefined;
  const { table, stage, region } = values;
  requireTableOptions({ table, stage, region });
  const read = (name: keyof typeof numbers) => {
    const { defaultValue, min, max } = numbers[name];
    const number = Number(values[name] ?? defaultValue);
    if (values[name] !== '' && Number.isInteger(number) && number >= min && number <= max) return number;
    throw new UsageProblem(`--${name} takes a whole number from ${min} to ${max}, not "${values[name]}"`);
  };
  const [units, first] = [read('units'), read('first')];
  if (first + units - 1 > MAX_SCHOOLS) throw new UsageProblem(`--first and --units pass ${MAX_SCHOOLS}`);
  return { units, first, dishes: read('dishes'), users: read('users'), seed: read('seed'), table, stage, region };
}

async function run({ units, dishes, users, first, ...options }: Options): Promise<void> {
  const target = await findTarget(options, process.env);
  const password = process.env['SEED_PASSWORD'] || (target.endpoint === undefined ? undefined : SEED_PASSWORD);
  if (password === undefined)
    throw new Problem(`Everybody knows the password ${SEED_PASSWORD}: set SEED_PASSWORD to another one for the cloud`);
  say(`${units} units with ${dishes} dishes and ${users} users each → ${describeTarget(target)}`);
  const plan = { units, dishesPerUnit: dishes, usersPerUnit: users, seed: options.seed, firstUnit: first, password };
  try {
    const { db } = connect(target);
    await requireTableVersion(db);
    await showProgress((report) => seed(db, plan, (done) => report('units', done, units)));
  } catch (error) {
    if (error instanceof Problem) throw error;
    const isTaken = error instanceof AppError && findHttpStatus(error.reason) === 409;
    const reason = isTaken ? error.reason : explainFailure(error, target);
    throw new Problem(`${reason}. What was written so far stays; run it again to write the rest`, { cause: error });
  }
  say(`Sign in as ${schoolAccount(first)} to ${schoolAccount(first + units - 1)}, password ${password}`);
}

await runCommand(readOptions, HELP, run);
