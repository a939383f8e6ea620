import { help, parseCommandLine, text, UsageProblem } from '../command/command.ts';
import { demandWhere, type Where } from '../command/target.ts';
import { MOST_DISHES } from './dishes.ts';
import { MOST_SCHOOLS } from './schools.ts';
import { SEED_PASSWORD } from './seed.ts';
import { words } from './words.ts';

const MOST_USERS = 100;
const GREATEST_SEED = 2 ** 32 - 1;
const DEFAULTS = { units: 100, dishes: 20, users: 3, seed: 1, first: 1 } as const;
type NumberOption = keyof typeof DEFAULTS;

/** The bounds of each number. */
const bounds: Readonly<Record<NumberOption, readonly [least: number, most: number]>> = {
  units: [1, MOST_SCHOOLS],
  dishes: [0, MOST_DISHES],
  users: [1, MOST_USERS],
  seed: [0, GREATEST_SEED],
  first: [1, MOST_SCHOOLS],
};

/** The help of the command. */
export const HELP = words.help({
  schools: MOST_SCHOOLS,
  dishes: MOST_DISHES,
  users: MOST_USERS,
  seed: GREATEST_SEED,
  password: SEED_PASSWORD,
  usual: DEFAULTS,
});

export interface Options extends Where, Readonly<Record<NumberOption, number>> {}

/**
 * Reads the command line; `undefined` where it only asks for help.
 * @throws UsageProblem naming the argument.
 */
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
  if (last > MOST_SCHOOLS) throw new UsageProblem(words.tooFar(last, MOST_SCHOOLS));
  demandWhere({ table, stage, region });
  return { ...numbers, table, stage, region };
}

function readNumber(name: NumberOption, given: string | undefined): number {
  const text = given ?? String(DEFAULTS[name]);
  const [least, most] = bounds[name];
  const number = Number(text);
  if (/^\d{1,10}$/.test(text) && number >= least && number <= most) return number;
  throw new UsageProblem(words.numberForm(name, least, most, text));
}
