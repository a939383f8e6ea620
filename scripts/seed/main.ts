import type { Deps } from '../../lib/runtime/deps.ts';
import { help, parseCommandLine, runCommand, say, text, UsageProblem } from '../command/command.ts';
import { showProgress } from '../command/progress.ts';
import { describeTarget, findTarget, requireTableOptions, withTable } from '../command/target.ts';
import { CommandProblem } from '../start/problem.ts';
import { MAX_SCHOOLS } from './schools.ts';
import { SEED_PASSWORD, seed, toSchoolAccount } from './seed.ts';

/** The options that take a number, with their defaults and bounds. */
const numberRanges = {
  units: { defaultValue: 100, min: 1, max: MAX_SCHOOLS },
  dishes: { defaultValue: 20, min: 0, max: 20_000 },
  users: { defaultValue: 3, min: 1, max: 100 },
  seed: { defaultValue: 1, min: 0, max: 2 ** 32 - 1 },
  first: { defaultValue: 1, min: 1, max: MAX_SCHOOLS },
} as const;

const HELP = `Fills a table with schools, their users and their dishes, to try the service at its full size.

  npm run seed -- [--units N] [--dishes M] [--users U] [--seed S] [--first F] [--table NAME | --stage NAME]

  --units N        number of units; by default ${numberRanges.units.defaultValue}
  --dishes M       number of dishes of each unit; by default ${numberRanges.dishes.defaultValue}
  --users U        number of users of each unit, including its main user; by default ${numberRanges.users.defaultValue}
  --seed S         the same seed gives the same people and amounts; by default ${numberRanges.seed.defaultValue}
  --first F        number of the first unit, by default ${numberRanges.first.defaultValue}
                   The last unit, F + N - 1, may be at most ${MAX_SCHOOLS}.
  --table NAME     fill the table of this name in the cloud
  --stage NAME     fill the table of a deployed stage: catering-NAME
  --region REGION  region of that table; by default AWS_REGION, then cn-north-1
  --help           this text

Without --table and --stage, the table of the local service is filled. npm start must be running it, with the same
DATA_DIR. If DYNAMODB_ENDPOINT is set, the table in the emulator at that address is filled instead.

The main user of unit 123 has the uid school000123, its other users have school000123-2, school000123-3 and so on. All
have the unit's system role, and the password SEED_PASSWORD, by default ${SEED_PASSWORD}. There is no default for the cloud.

The command can be repeated: it changes and removes nothing, and adds what a smaller run or a broken one has left out.
`;

type Options = NonNullable<ReturnType<typeof readOptions>>;

function readOptions(args: readonly string[]) {
  const numberOptions = { units: text, dishes: text, users: text, seed: text, first: text };
  const tableOptions = { table: text, stage: text, region: text };
  const { values } = parseCommandLine(args, { options: { ...numberOptions, ...tableOptions, help } });
  if (values.help) return undefined;
  const { table, stage, region } = values;
  requireTableOptions(values);
  const readNumber = (name: keyof typeof numberRanges) => {
    const { defaultValue, min, max } = numberRanges[name];
    const number = Number(values[name] ?? defaultValue);
    // Number('') is 0.
    if (values[name] !== '' && Number.isInteger(number) && number >= min && number <= max) return number;
    throw new UsageProblem(`--${name} takes a whole number from ${min} to ${max}, not "${values[name]}"`);
  };
  const unitCount = readNumber('units');
  const firstUnit = readNumber('first');
  if (firstUnit + unitCount - 1 > MAX_SCHOOLS) throw new UsageProblem(`--first and --units pass ${MAX_SCHOOLS}`);
  const sizes = { unitCount, dishesPerUnit: readNumber('dishes'), usersPerUnit: readNumber('users') };
  return { plan: { ...sizes, seed: readNumber('seed'), firstUnit }, table, stage, region };
}

async function run({ plan, ...tableOptions }: Options): Promise<void> {
  const { unitCount, dishesPerUnit, usersPerUnit, firstUnit } = plan;
  const target = await findTarget(tableOptions, process.env);
  const password = process.env['SEED_PASSWORD'] || (target.endpoint === undefined ? undefined : SEED_PASSWORD);
  if (password === undefined)
    throw new CommandProblem(
      `Everybody knows the password ${SEED_PASSWORD}: set SEED_PASSWORD to another one for the cloud`,
    );
  say(`${unitCount} units with ${dishesPerUnit} dishes and ${usersPerUnit} users each → ${describeTarget(target)}`);
  const advice = '. What was written so far stays; run it again to write the rest';
  const work = ({ db }: Deps) =>
    showProgress((report) => seed(db, { ...plan, password }, (doneCount) => report('units', doneCount, unitCount)));
  await withTable(target, work, advice);
  const described = password === SEED_PASSWORD ? `password ${password}` : 'with the password in SEED_PASSWORD';
  say(`Sign in as ${toSchoolAccount(firstUnit)} to ${toSchoolAccount(firstUnit + unitCount - 1)}, ${described}`);
}

await runCommand(readOptions, HELP, run);
