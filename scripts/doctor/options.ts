import { parseArgs } from 'node:util';
import { UsageProblem } from '../import/options.ts';
import { findTarget } from '../import/target.ts';
import { describeError } from '../local/problem.ts';
import { DEFAULT_REGION, type Target } from '../target.ts';

export const HELP = `Checks that the whole table is as it must be, and mends what is safe to mend.

  npm run doctor -- [--repair] [--json] [--stage NAME | --table NAME] [--region REGION] [--endpoint URL]

  --repair          mend what can be mended without losing anything, and say what was done; without it nothing is written
  --json            one JSON object instead of text: findings, unfinished, counts, done
  --stage NAME      the table of a deployed stage: catering-NAME (CATERING_TABLE names another one)
  --table NAME      a table by its name
  --region REGION   region of that table; by default AWS_REGION, then ${DEFAULT_REGION}
  --endpoint URL    an emulator at that address; by default DYNAMODB_ENDPOINT
  --help            this text

Without --stage, --table and an emulator the service that npm start runs is examined.
The service may be running: reading the whole table takes a while in which it changes, so every finding is confirmed by a
second look at just the items concerned, as they are at one moment, before it is told or mended. Each repair is written
only if these items are still as they were read. What the sweep will finish by itself (deletions, dishes for many units)
is told, but is no finding.
Ends with 0 where the table is healthy, with 1 where findings are left or the table cannot be read, with 2 where it is
called wrongly.
`;

/** What of a command line says which table is meant. */
export interface Where {
  readonly stage?: string | undefined;
  readonly table?: string | undefined;
  readonly region?: string | undefined;
  readonly endpoint?: string | undefined;
}

/** What to examine, and how. */
export interface Options extends Where {
  readonly repair: boolean;
  readonly json: boolean;
}

/** What the command line asks for; `undefined` where it is only help. @throws UsageProblem */
export function readOptions(args: readonly string[]): Options | undefined {
  const { help, repair = false, json = false, ...where } = parse(args);
  return help ? undefined : { repair, json, ...demandWhere(where) };
}

/** The same, where it names a table that there can be. @throws UsageProblem */
export function demandWhere<T extends Where>(where: T): T {
  const { stage, table, region, endpoint } = where;
  if (stage !== undefined && table !== undefined) throw new UsageProblem('--stage and --table exclude each other');
  if (stage !== undefined && !/^[A-Za-z0-9-]+$/.test(stage)) {
    throw new UsageProblem('--stage takes letters, digits and -');
  }
  if (table !== undefined && !/^[A-Za-z0-9_.-]{3,255}$/.test(table)) {
    throw new UsageProblem('--table takes the name of a table: 3 to 255 letters, digits, _, . and -');
  }
  if (region !== undefined && stage === undefined && table === undefined) {
    throw new UsageProblem('--region goes with --stage or --table');
  }
  if (endpoint !== undefined && !URL.canParse(endpoint)) throw new UsageProblem('--endpoint takes an address');
  return where;
}

/** The table that options and environment name. @throws Problem where it is the local service's and that is not running. */
export async function findTable(
  { stage, table, region, endpoint }: Where,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<Target> {
  const emulator = endpoint ?? (variables['DYNAMODB_ENDPOINT'] || undefined);
  if (table === undefined) return findTarget({ stage, region }, { ...variables, DYNAMODB_ENDPOINT: emulator });
  return { table, region: region || variables['AWS_REGION'] || DEFAULT_REGION, endpoint: emulator };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const names = { stage: text, table: text, region: text, endpoint: text, repair: flag, json: flag };
  try {
    return parseArgs({ args: [...args], options: { ...names, help: { ...flag, short: 'h' } } }).values;
  } catch (error) {
    throw new UsageProblem(`${describeError(error)}; --help says more`);
  }
}
