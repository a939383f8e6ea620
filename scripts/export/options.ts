import { help, parseCommandLine, text, UsageProblem } from '../command/command.ts';
import { demandDeployed } from '../command/target.ts';

const WHERE = `  --stage NAME        the table of a deployed stage: catering-NAME (CATERING_TABLE names another one)
  --region REGION     region of that table; by default AWS_REGION, then cn-north-1
  --help              this text

Without --stage the service that npm start runs is meant; with DYNAMODB_ENDPOINT, the emulator at that address.
`;

const END = 'Ends with 0, with 1 where it failed, with 2 where it is called wrongly.\n';

export const EXPORT_HELP = `Writes the whole data of one unit into a file, to be imported elsewhere.

  npm run export -- --unit N [--out FILE] [--stage NAME [--region REGION]]

  --unit N            id of the unit
  --out FILE          a file that is not there yet; by default unit-N.jsonl in DATA_DIR (.local)
${WHERE}
In the file, one JSON object per line: the unit with its configuration, its icon, roles, users WITH THE HASHES OF THEIR
PASSWORDS, marks, prices, id and name of the standards assigned to it, dishes with icons, menus with
all that was submitted of them and what was done with them; last, counts and a checksum. The file
is a secret: only its owner can read it (mode 0600). Not in it: sessions, the log of operations, keys of repeated
requests, failed sign-ins.
The unit may be in use; a change while it is read ends the run, which is then to be repeated.
${END}`;

export const IMPORT_HELP = `Makes a new unit of a file that npm run export has written.

  npm run import -- FILE [--account A] [--name N] [--rename-uids=SUFFIX] [--stage NAME [--region REGION]]

  --account A         uid of the main account, by default as in the file
  --name N            name of the unit, by default as in the file
  --rename-uids=S     put S behind the uids of all users but the main one; for a unit beside the one it comes from
${WHERE}
The unit gets the next id of the table. Roles, dishes and menus keep their numbers, so that their ids follow from the unit's:
unit × 1,000,000 + number. Passwords stay as they are, users have to sign in anew. Standards are the platform's: the
unit gets those that there are under the same name, the others are named at the end. Ingredients are the
platform's too: where the two catalogues differ, so do labels.
A file that is cut short, has been changed, or is of another format is refused, and so is one with an account, unit name
or uid that is taken: then nothing is written, and all that is taken is named.
The unit is closed until all of it is there and has been compared with the file. A run that was cut short goes on when
it is repeated with the same file and the same names; to undo it, delete the unit.
${END}`;

interface Deployed {
  readonly stage: string | undefined;
  readonly region: string | undefined;
}

export interface ExportOptions extends Deployed {
  readonly unit: number;
  readonly out: string | undefined;
}

export interface ImportCommand extends Deployed {
  readonly file: string;
  readonly account: string | undefined;
  readonly name: string | undefined;
  readonly suffix: string | undefined;
}

const common = { stage: text, region: text, help };

/** What the command line asks for; `undefined` where it is only help. @throws UsageProblem */
export function readExportOptions(args: readonly string[]): ExportOptions | undefined {
  const { values } = parseCommandLine(args, { options: { unit: text, out: text, ...common } });
  if (values.help) return undefined;
  const { unit = '', out, stage, region } = values;
  if (!/^[1-9]\d{0,8}$/.test(unit)) throw new UsageProblem('--unit takes the id of a unit; --help says more');
  if (out === '') throw new UsageProblem('--out takes the name of a file');
  demandDeployed(values);
  return { unit: Number(unit), out, stage, region };
}

/** What the command line asks for; `undefined` where it is only help. @throws UsageProblem */
export function readImportOptions(args: readonly string[]): ImportCommand | undefined {
  const options = { account: text, name: text, 'rename-uids': text, ...common };
  const { values, positionals } = parseCommandLine(args, { allowPositionals: true, options });
  if (values.help) return undefined;
  const [file, ...others] = positionals;
  if (!file || others.length > 0) throw new UsageProblem('Name one file; --help says more');
  const { account, name, 'rename-uids': suffix, stage, region } = values;
  demandDeployed(values);
  return { file, account, name, suffix, stage, region };
}
