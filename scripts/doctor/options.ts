import { flag, help, parseCommandLine, text } from '../command/command.ts';
import { DEFAULT_REGION, demandWhere, type Where } from '../command/target.ts';

export const HELP = `Checks that the whole table is as it must be, and mends what is safe to mend.

  npm run doctor -- [--repair] [--json] [--stage NAME | --table NAME] [--region REGION] [--endpoint URL]

  --repair          mend what can be mended without losing anything, and say what was done; without it nothing is written
  --json            one JSON object instead of text: findings, unfinished, doubts, counts, done
  --stage NAME      the table of a deployed stage: catering-NAME (CATERING_TABLE names another one)
  --table NAME      a table by its name
  --region REGION   region of that table; by default AWS_REGION, then ${DEFAULT_REGION}
  --endpoint URL    an emulator at that address; by default DYNAMODB_ENDPOINT
  --help            this text

Without --stage, --table and an emulator the service that npm start runs is examined.
The service may be running: reading the whole table takes a while in which it changes, so every finding is confirmed by a
second look at just the items concerned, as they are at one moment, before it is told or mended. Each repair is written
only if these items are still as they were read. What the sweep will finish by itself (deletions, dishes for many units)
is told, but is no finding; so are doubtful figures of foods, which printed tables have, too, and a table that is behind its version: npm run migrate.
Ends with 0 where the table is healthy, with 1 where findings are left or the table cannot be read, with 2 where it is
called wrongly.
`;

/** What to examine, and how. */
export interface Options extends Where {
  readonly repair: boolean;
  readonly json: boolean;
}

/** What the command line asks for; `undefined` where it is only help. @throws UsageProblem */
export function readOptions(args: readonly string[]): Options | undefined {
  const where = { stage: text, table: text, region: text, endpoint: text };
  const { values } = parseCommandLine(args, { options: { ...where, repair: flag, json: flag, help } });
  const { help: isHelp, repair = false, json = false, ...named } = values;
  if (isHelp) return undefined;
  demandWhere(named);
  return { repair, json, ...named };
}
