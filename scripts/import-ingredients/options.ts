import { flag, help, parseCommandLine, text, UsageProblem } from '../command/command.ts';
import { demandDeployed } from '../command/target.ts';

export const HELP = `Loads food tables into the ingredient catalogue.

  npm run import:ingredients -- FILE… [--dry-run] [--report FILE.xlsx] [--stage NAME [--region REGION]]

  FILE…             .json (an array of objects), .csv (UTF-8 or GB18030) or .xlsx (first worksheet) with a header row
  --dry-run         only say what would be done
  --report FILE     workbook to write all that is to be told into: file, row, column, cell, and what was done; by
                    default import-report.xlsx in DATA_DIR (.local)
  --stage NAME      load into the table of a deployed stage: catering-NAME (CATERING_TABLE names another one)
  --region REGION   region of that table; by default AWS_REGION, then cn-north-1
  --help            this text

Without --stage the service that npm start runs is loaded; with DYNAMODB_ENDPOINT, the emulator at that address.
It can be repeated: foods that are in the catalogue as they come are left alone, no food is ever removed. A value that
the tables do not have, or that cannot be believed, leaves the one that is there.
Reported and left unknown are values that are no number or that no food has; all values of a row that may stand one column
beside their own; energy that goes neither with kcal nor with protein, fat and carbohydrate. What is only doubtful is
loaded, and reported.
Ends with 0 even so; with 1 where nothing could be read or the table fails, with 2 where it is called wrongly.
`;

export interface Options {
  readonly files: readonly string[];
  readonly dryRun: boolean;
  readonly report: string | undefined;
  readonly stage: string | undefined;
  readonly region: string | undefined;
}

/** What the command line asks for; `undefined` where it is only help. @throws UsageProblem */
export function readOptions(args: readonly string[]): Options | undefined {
  const options = { 'dry-run': flag, report: text, stage: text, region: text, help };
  const { values, positionals } = parseCommandLine(args, { allowPositionals: true, options });
  if (values.help) return undefined;
  const { report, stage, region } = values;
  if (positionals.length === 0) throw new UsageProblem('Name at least one file; --help says more');
  demandDeployed(values);
  if (report !== undefined && !/.\.xlsx$/i.test(report))
    throw new UsageProblem('--report takes the name of an .xlsx file');
  return { files: positionals, dryRun: values['dry-run'] ?? false, report, stage, region };
}
