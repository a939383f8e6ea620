import { flag, help, parseCommandLine, runCommand, say, text, UsageProblem } from '../../scripts/command/command.ts';
import { type Proof, type ProofOptions, proveDishes, proveUnits } from './concurrency/concurrency.ts';
import { showFigures } from './concurrency/report.ts';
import { proveAllCrashes } from './crashes/report.ts';
import { proveFuzz } from './fuzz/proof.ts';
import { proveAllHistories } from './histories/histories.ts';
import { proveLoad } from './load/load.ts';
import { proveRaces } from './races/races.ts';

const HELP = `Puts what the service promises to the proof on the embedded DynamoDB, and ends with 1 where it is not kept.

  npm run prove [-- --only PART] [--seconds N] [--rounds N] [--connections N] [--seed S] [--calm]

  --only PART   one part only:
                concurrency  8 writers and 8 searching readers on one collection, the units and then the dishes of a
                             unit: every answer must be what the collection was at one moment of the read
                histories    random histories of all calls, without and with trouble at the store: every answer must
                             be the one that a plain model of the contract gives
                races        ten calls at once for the same thing or against each other: answers and table must be as
                             in some order of the calls
                fuzz         200 changed requests to every endpoint, and uploads made to take as much as they can:
                             200 only where it is right, else a 4xx in the envelope, at most 2 s and 256 MB, and
                             nothing written by what is refused
                load         mixed calls against what npm start runs: no wrong answer, no server error, no growth of
                             memory
                crashes      every call to the store of every endpoint that writes, and of the sweep, fails in every
                             way: the invariants hold, and the sweep or a repetition ends as if nothing had been
  --seconds N   how long the workers of a collection work, by default 30, and how long the load lasts, by default 180
  --rounds N    rounds of each kind of race, by default 50
  --connections N  connections of the load, by default 32
  --seed S      what is drawn at random follows from it, as far as scheduling lets it; by default 1
  --calm        without delayed calls and without old copies
  --plain       without the table that is as loose as DynamoDB: transactions conflict there, and each of their items is
                to be seen at a moment of its own. All but fuzz and load are proven on both unless told otherwise
  --help        this text
`;

const NOT_PROVEN = 1;
const MOST_SHOWN = 5;
const LONGEST_S = 3600;
const COLLECTION_S = 30;
const LOAD_S = 180;
const FUZZ_REQUESTS = 200;
const MOST_ROUNDS = 10_000;
const MOST_CONNECTIONS = 1000;
/** Fewer reads per second beside writes that may change their answer would prove nothing. */
const LEAST_CONTENDED_PER_S = 2;
/** The share of calls that may be refused because too much happens at once. */
const MOST_REFUSED = 0.02;

/** The options of all parts. */
interface PartOptions {
  readonly seconds: number | undefined;
  readonly rounds: number;
  readonly connections: number;
  readonly seed: number;
  readonly disturbed: boolean;
  /** Whether only the embedded table is used. */
  readonly isPlain: boolean;
}

interface Options extends PartOptions {
  /** The names of the parts. */
  readonly names: readonly string[];
}

const parts: Readonly<Record<string, (options: PartOptions) => Promise<boolean>>> = {
  concurrency: ({ seconds = COLLECTION_S, isPlain, ...options }) =>
    onTables(isPlain, (isLoose) => proveConcurrency({ ...options, seconds, isLoose })),
  histories: ({ seed, isPlain }) => onTables(isPlain, (isLoose) => proveAllHistories({ seed, isLoose }, say)),
  crashes: ({ isPlain }) => onTables(isPlain, (isLoose) => proveAllCrashes(isLoose, say)),
  races: ({ isPlain, ...options }) => onTables(isPlain, (isLoose) => proveRaces({ ...options, isLoose }, say)),
  fuzz: ({ seed }) => proveFuzz({ requestsPerEndpoint: FUZZ_REQUESTS, seed }, say),
  load: ({ seconds = LOAD_S, ...options }) => proveLoad({ ...options, seconds }, say),
};

/** Whether it is proven on the embedded table, and on the loose one. */
async function onTables(isPlain: boolean, prove: (isLoose: boolean) => Promise<boolean>): Promise<boolean> {
  const isProven = await prove(false);
  if (isPlain) return isProven;
  say('On a table as loose as DynamoDB:');
  return (await prove(true)) && isProven;
}

async function proveConcurrency(options: ProofOptions): Promise<boolean> {
  const units = show('units', await proveUnits(options), options);
  const dishes = show('dishes of a unit', await proveDishes(options), options);
  return units && dishes;
}

/** Reports a proof, and returns whether it succeeded. */
function show(name: string, { figures, refusals, faults }: Proof, { seconds }: ProofOptions): boolean {
  say(showFigures(name, figures));
  for (const refusal of refusals.slice(0, MOST_SHOWN)) say(`    refused: ${refusal}`);
  const isSlack = figures.contended < LEAST_CONTENDED_PER_S * seconds;
  if (isSlack) say('  NOT PROVEN: too few reads beside writes that may change their answer');
  const isRefusing =
    figures.refused > MOST_REFUSED * (figures.reads + figures.created + figures.changed + figures.removed);
  if (isRefusing) say('  NOT PROVEN: too many calls were refused');
  if (faults.length > 0) say(`  FAILED: ${faults.length} faults, of which the first are`);
  for (const fault of faults.slice(0, MOST_SHOWN)) say(fault.replace(/^/gm, '    '));
  return !isSlack && !isRefusing && faults.length === 0;
}

function readOptions(args: readonly string[]): Options | undefined {
  const numbers = { seconds: text, rounds: text, connections: text, seed: text };
  const { values } = parseCommandLine(args, { options: { only: text, ...numbers, calm: flag, plain: flag, help } });
  if (values.help) return undefined;
  const { only, seconds, rounds, connections, seed, calm, plain } = values;
  if (only !== undefined && !parts[only]) throw new UsageProblem(`--only takes ${Object.keys(parts).join(', ')}`);
  return {
    names: only === undefined ? Object.keys(parts) : [only],
    seconds: seconds === undefined ? undefined : readNumber('seconds', seconds, LONGEST_S),
    rounds: readNumber('rounds', rounds ?? '50', MOST_ROUNDS),
    connections: readNumber('connections', connections ?? '32', MOST_CONNECTIONS),
    seed: readNumber('seed', seed ?? '1', 2 ** 32 - 1),
    disturbed: !calm,
    isPlain: plain ?? false,
  };
}

function readNumber(name: string, text: string, most: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= most) return number;
  throw new UsageProblem(`--${name} takes a whole number from 1 to ${most}`);
}

async function run({ names, ...options }: Options): Promise<void> {
  let isProven = true;
  for (const name of names) isProven = ((await parts[name]?.(options)) ?? false) && isProven;
  say(isProven ? 'Proven' : 'Not proven');
  if (!isProven) process.exitCode = NOT_PROVEN;
}

await runCommand(readOptions, HELP, run);
