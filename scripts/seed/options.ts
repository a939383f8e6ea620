import { help, parseCommandLine, text, UsageProblem } from '../command/command.ts';
import { demandWhere, type Where } from '../command/target.ts';
import { MOST_DISHES } from './dishes.ts';
import { MOST_SCHOOLS } from './schools.ts';
import { SEED_PASSWORD } from './seed.ts';

const MOST_USERS = 100;
const GREATEST_SEED = 2 ** 32 - 1;
const DEFAULTS = { units: 100, dishes: 20, users: 3, seed: 1, first: 1 } as const;
type NumberOption = keyof typeof DEFAULTS;

/** What each number takes. */
const bounds: Readonly<Record<NumberOption, readonly [least: number, most: number]>> = {
  units: [1, MOST_SCHOOLS],
  dishes: [0, MOST_DISHES],
  users: [1, MOST_USERS],
  seed: [0, GREATEST_SEED],
  first: [1, MOST_SCHOOLS],
};

export const HELP = `Fills a table with schools, their users and their dishes, to try the service at its full size.

  npm run seed -- [--units N] [--dishes M] [--users U] [--seed S] [--first F] [--table NAME | --stage NAME]

  --units N        how many units, 1 to ${MOST_SCHOOLS}; by default ${DEFAULTS.units}
  --dishes M       dishes of each unit, 0 to ${MOST_DISHES}; by default ${DEFAULTS.dishes}
  --users U        users of each unit, its main user counted among them, 1 to ${MOST_USERS}; by default ${DEFAULTS.users}
  --seed S         0 to ${GREATEST_SEED}, by default ${DEFAULTS.seed}: the same one gives the same names, people and amounts
  --first F        number of the first unit, by default ${DEFAULTS.first}: units F to F + N - 1 are seeded
  --table NAME     fill the table of this name in the cloud
  --stage NAME     fill the table of a deployed stage: catering-NAME (CATERING_TABLE names another one)
  --region REGION  region of that table; by default AWS_REGION, then cn-north-1
  --help           this text

Without --table and --stage the service that npm start runs is filled, which must be running (DATA_DIR is its folder);
with DYNAMODB_ENDPOINT, the emulator at that address.

Unit number 123 has the account school000123, its further users school000123-2, school000123-3 and so on, all with the
unit's system role. All have one password: SEED_PASSWORD, by default ${SEED_PASSWORD}; a table in the cloud gets no
default. It is shown at the end.

It can be repeated: units and users are known by their accounts, the dishes of a unit by their number, and what is there
stays as it is. So a run that was cut short is finished by the same command, a larger one adds what it has more, and
nothing is ever removed. An account that belongs to another unit, such as one of another --seed, ends the run.
Ends with 0; with 1 where the table fails or holds something else, with 2 where it is called wrongly.
`;

export interface Options extends Where, Readonly<Record<NumberOption, number>> {}

/** What the command line asks for; `undefined` where it is only help. @throws UsageProblem naming the argument. */
export function readOptions(args: readonly string[]): Options | undefined {
  const names = { units: text, dishes: text, users: text, seed: text, first: text };
  const options = { ...names, table: text, stage: text, region: text, help };
  const { values } = parseCommandLine(args, { options });
  if (values.help) return undefined;
  const { table, stage, region } = values;
  const number = (name: NumberOption) => readNumber(name, values[name]);
  const numbers = {
    units: number('units'),
    dishes: number('dishes'),
    users: number('users'),
    seed: number('seed'),
    first: number('first'),
  };
  const last = numbers.first + numbers.units - 1;
  if (last > MOST_SCHOOLS) throw new UsageProblem(`--first and --units reach ${last}: there are ${MOST_SCHOOLS} units`);
  demandWhere({ table, stage, region });
  return { ...numbers, table, stage, region };
}

function readNumber(name: NumberOption, given: string | undefined): number {
  const text = given ?? String(DEFAULTS[name]);
  const [least, most] = bounds[name];
  const number = Number(text);
  if (/^\d{1,10}$/.test(text) && number >= least && number <= most) return number;
  throw new UsageProblem(`--${name} takes a whole number from ${least} to ${most}, not "${text}"`);
}
