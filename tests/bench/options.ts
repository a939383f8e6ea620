import { flag, help, parseCommandLine, text, UsageProblem } from '../../scripts/command/command.ts';

/** What a run can measure. */
export const sections = [
  'patterns',
  'counts',
  'growth',
  'worst',
  'memory',
  'overhead',
  'cold',
  'start',
  'load',
  'writers',
  'planner',
] as const;
type Section = (typeof sections)[number];

export const HELP = `Measures what the service takes, and prints it as tables.

  npm run bench -- [--only SECTIONS] [--units N] [--dishes M] [--menus K] [--foods F] [--publish]

  --only SECTIONS  of ${sections.join(', ')}, separated by commas; by default all
                   patterns  figures of tests/statements that are no longer true
                   counts    round trips and capacity of every endpoint, the goals, the price of a month
                   growth    read units of lists and searches against the number of units
                   worst     the dearest calls of a unit that is as large as it may be, against the ceiling; the dearest
                             analysis of a menu, against its bounds
                   memory    resident memory of a warm search at the large scale
                   overhead  warm handlers without the store, sign-in, the analysis of a week
                   cold      import and first call of every function in fresh processes
                   start     npm start until it is ready, at first and later, against its goal
                   load      a minute of mixed calls from 32 connections against what npm start runs
                   writers   10 and 50 writers at once in one unit, half a minute for each kind of work
                   planner   menus planned, beside a linear bound and an integer program; the picture into .bench/planner.svg
  --units N        units at the large scale, by default 100000
  --dishes M       dishes of one unit at the large scale, by default 10000
  --menus K        menus of it, by default 4900
  --foods F        ingredients at the large scale, by default 1851
  --publish        write counts and chart into tables/costs.md and scripts/reference/pictures/growth.svg, too, and what was measured
                   into tests/statements; the picture of the planner into scripts/reference/pictures
  --help           this text

Tables are seeded once and kept in .bench/, which takes some minutes for 100,000 units; each run works on a copy.
Results are in .bench/results.json, the chart of the growth in .bench/growth.svg. Ends with 0 also where goals are not met.
`;

export interface Options {
  readonly only: ReadonlySet<Section>;
  readonly units: number;
  readonly dishes: number;
  readonly menus: number;
  readonly foods: number;
  readonly publish: boolean;
}

/** There are 100 menus fewer than a unit may have: calls add some. */
const DEFAULTS = { units: 100_000, dishes: 10_000, menus: 4900, foods: 1851 } as const;
/** Goals need pages of 20, and menus of 60 dishes. */
const LEAST = { units: 20, dishes: 60, menus: 1, foods: 1 } as const;
const MOST = 1_000_000;

/**
 * Reads the command line; `undefined` where it only asks for help.
 * @throws UsageProblem naming the argument.
 */
export function readOptions(args: readonly string[]): Options | undefined {
  const known = { only: text, units: text, dishes: text, menus: text, foods: text, publish: flag, help };
  const { help: isHelp, publish = false, only, ...numbers } = parseCommandLine(args, { options: known }).values;
  if (isHelp) return undefined;
  const read = (name: keyof typeof DEFAULTS) => readNumber(name, numbers[name]);
  const options = { units: read('units'), dishes: read('dishes'), menus: read('menus'), foods: read('foods') };
  return { ...options, publish, only: new Set(only === undefined ? sections : only.split(',').map(toSection)) };
}

function toSection(name: string): Section {
  const section = sections.find((one) => one === name);
  if (!section) throw new UsageProblem(`--only takes ${sections.join(', ')}, not "${name}"`);
  return section;
}

function readNumber(name: keyof typeof DEFAULTS, given: string | undefined): number {
  const text = given ?? String(DEFAULTS[name]);
  const number = Number(text);
  if (/^\d{1,7}$/.test(text) && number >= LEAST[name] && number <= MOST) return number;
  throw new UsageProblem(`--${name} takes a whole number from ${LEAST[name]} to ${MOST}, not "${text}"`);
}
