import { parseArgs } from 'node:util';
import { describeError, Problem } from '../local/problem.ts';

export const HELP = `Loads food tables into the ingredient catalogue.

  npm run import:ingredients -- FILE… [--dry-run] [--report FILE.csv] [--stage NAME [--region REGION]]

  FILE…             .json (an array of objects), .csv (UTF-8 or GB18030) or .xlsx (first worksheet) with a header row
  --dry-run         only say what would be done
  --report FILE     where to write all that is to be told; by default import-report.csv in DATA_DIR (.local)
  --stage NAME      load into the table of a deployed stage: catering-NAME (CATERING_TABLE names another one)
  --region REGION   region of that table; by default AWS_REGION, then cn-north-1
  --help            this text

Without --stage the service that npm start runs is loaded; with DYNAMODB_ENDPOINT, the emulator at that address.
It can be repeated: foods that are in the catalogue as they come are left alone, no food is ever removed.
A value that is no number is reported and left unknown, and the food is loaded without it.
Ends with 0 even so; with 1 where nothing could be read or the table fails, with 2 where it is called wrongly.
`;

/** A command line that cannot be understood. */
export class UsageProblem extends Problem {}

export interface Options {
  readonly files: readonly string[];
  readonly dryRun: boolean;
  readonly report: string | undefined;
  readonly stage: string | undefined;
  readonly region: string | undefined;
}

/** What the command line asks for; `undefined` where it is only help. @throws UsageProblem */
export function readOptions(args: readonly string[]): Options | undefined {
  const { values, positionals } = parse(args);
  const { help, report, stage, region } = values;
  if (help) return undefined;
  if (positionals.length === 0) throw new UsageProblem('Name at least one file; --help says more');
  if (stage !== undefined && !/^[A-Za-z0-9-]+$/.test(stage))
    throw new UsageProblem('--stage takes letters, digits and -');
  if (region !== undefined && stage === undefined) throw new UsageProblem('--region goes with --stage');
  if (report === '') throw new UsageProblem('--report takes the name of a file');
  return { files: positionals, dryRun: values['dry-run'] ?? false, report, stage, region };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'dry-run': flag, report: text, stage: text, region: text, help: { ...flag, short: 'h' } },
    });
  } catch (error) {
    throw new UsageProblem(`${describeError(error)}; --help says more`);
  }
}
