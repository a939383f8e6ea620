import { flag, help, parseCommandLine, text, UsageProblem } from '../command/command.ts';
import { DEFAULT_REGION, demandWhere, type Where } from '../command/target.ts';

const DEFAULT_RATE = 500;

export const HELP = `Brings a table that an earlier release has written up to the version of this one.

  npm run migrate -- [--dry-run] [--rate N] [--stage NAME | --table NAME] [--region REGION] [--endpoint URL]

  --dry-run         only say what would be done; nothing is written
  --rate N          items written in a second at the most, by default ${DEFAULT_RATE}; each takes 2 write units or more
  --stage NAME      the table of a deployed stage: catering-NAME (CATERING_TABLE names another one)
  --table NAME      a table by its name
  --region REGION   region of that table; by default AWS_REGION, then ${DEFAULT_REGION}
  --endpoint URL    an emulator at that address; by default DYNAMODB_ENDPOINT
  --help            this text

Without --stage, --table and an emulator the table of the service that npm start runs is meant; npm start itself does the
same when it starts. Deploy first: the functions of this release can read the table as it is before, during and after.
The service may be running. Nothing that is changed meanwhile is overwritten. Cut short, it is finished by repeating it;
what has been done already is not done again.
Ends with 0 where the table is up to date, or a dry run has told what is to be done; with 1 where it fails, with 2 where
it is called wrongly.
`;

/** Which table to migrate, and how. */
export interface Options extends Where {
  readonly dryRun: boolean;
  readonly rate: number;
}

const words = { stage: text, table: text, region: text, endpoint: text, rate: text };

/** What the command line asks for; `undefined` where it is only help. @throws UsageProblem */
export function readOptions(args: readonly string[]): Options | undefined {
  const { values } = parseCommandLine(args, { options: { ...words, 'dry-run': flag, help } });
  if (values.help) return undefined;
  const { rate = String(DEFAULT_RATE), 'dry-run': dryRun = false, ...where } = values;
  if (!/^[1-9]\d{0,5}$/.test(rate)) throw new UsageProblem('--rate takes a whole number from 1 to 999999');
  demandWhere(where);
  return { dryRun, rate: Number(rate), ...where };
}
