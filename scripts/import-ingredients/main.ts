import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Deps } from '../../lib/runtime/deps.ts';
import { flag, help, parseCommandLine, runCommand, say, text, UsageProblem } from '../command/command.ts';
import { type LoadOutcome, loadIngredients } from '../command/load-foods.ts';
import { showProgress } from '../command/progress.ts';
import * as targets from '../command/target.ts';
import { CommandProblem, describeError } from '../start/problem.ts';
import { type Foods, toFoods } from './food.ts';
import { type Finding, summarise, toFindings, toLines, toWorkbook } from './report.ts';
import { type RawTable, readTable, toUnreadableTable } from './table-file.ts';

const HELP = `Loads food tables into the ingredient catalogue.

  npm run import:ingredients -- FILE… [--dry-run] [--replace] [--report FILE.xlsx] [--stage NAME [--region REGION]]

  FILE…             .json (an array of objects), .csv (UTF-8 or GB18030) or .xlsx (first worksheet) with a header row
  --dry-run         only say what would be done
  --replace         overwrite values that were set by hand, too
  --report FILE     workbook to write all that is to be told into: file, row, column, cell, and what was done; by
                    default import-report.xlsx in DATA_DIR (.local)
  --stage NAME      load into the table of a deployed stage: catering-NAME
  --region REGION   region of that table; by default AWS_REGION, then cn-north-1
  --help            this text

Without --stage the service that npm start runs is loaded; with DYNAMODB_ENDPOINT, the emulator at that address.
It can be repeated: foods that are in the catalogue as they come are left alone, no food is ever removed. A value that
the tables do not have, or that cannot be believed, leaves the one that is there. So does one that contradicts the
others, or a mineral far from what its relatives have, where the one that is there does not; and so, without --replace,
does what was set by hand. These are reported, and so is each change by more than a factor of 2, with both values.
Reported and left unknown are values that are no number or that no food has; all values of a row that may stand one column
beside their own; energy that goes neither with kcal nor with protein, fat and carbohydrate. What is only doubtful is
loaded, and reported.
Columns 食物类 (with 折算, such as 145:50), 深色 (是/否), 致敏物 (separated by commas, or 无; 不明: others, too) and 别名 say
what they say; without them a new food has the class and allergens of its category and name. Kitchen names stay.
Ends with 0 even so; with 1 where nothing could be read or the table fails, with 2 where it is called wrongly.
`;

type Options = NonNullable<ReturnType<typeof readOptions>>;

function readOptions(args: readonly string[]) {
  const options = { 'dry-run': flag, replace: flag, report: text, stage: text, region: text, help };
  const { values, positionals } = parseCommandLine(args, { allowPositionals: true, options });
  if (values.help) return undefined;
  const { report, stage, region } = values;
  if (positionals.length === 0) throw new UsageProblem('Name at least one file; --help says more');
  targets.requireTableOptions(values);
  if (report !== undefined && !/.\.xlsx$/i.test(report))
    throw new UsageProblem('--report takes the name of an .xlsx file');
  const { 'dry-run': isDry = false, replace = false } = values;
  return { files: positionals, isDry, replace, report, stage, region };
}

function readFoodTable(path: string): Promise<RawTable> {
  return readFile(path).then(
    (bytes) => readTable(path, bytes),
    (error) => toUnreadableTable(path, describeError(error)),
  );
}

async function writeReport({ report }: Options, findings: readonly Finding[]): Promise<string> {
  const path = report ?? join(targets.findDataDir(process.env), 'import-report.xlsx');
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, toWorkbook(findings));
  } catch (error) {
    throw new CommandProblem(
      `Cannot write the report (${describeError(error)}): choose another file with --report FILE`,
    );
  }
  return targets.toRelativePath(path);
}

function load(target: targets.Target, { foods }: Foods, { isDry, replace }: Options): Promise<LoadOutcome> {
  const step = isDry ? 'foods compared' : 'foods loaded';
  const work = ({ db }: Deps) =>
    showProgress((report) => {
      const onProgress = (doneCount: number) => report(step, doneCount, foods.length);
      return loadIngredients(db, foods, { replace, isDry, onProgress });
    });
  return targets.withTable(target, work, '. What was loaded so far stays; run it again to load the rest');
}

async function run(options: Options): Promise<void> {
  // This comes first, so that nobody waits for a report before learning that the table cannot be found.
  const target = await targets.findTarget(options, process.env);
  const read = toFoods(await Promise.all(options.files.map(readFoodTable)));
  const reportFile = await writeReport(options, read.findings);
  const toText = (findings: readonly Finding[]) => toLines(findings, reportFile).join('\n');
  if (read.foods.length === 0) throw new CommandProblem(`${toText(read.findings)}\nNothing could be read`.trim());
  say(`${read.foods.length} foods in ${options.files.length} files → ${targets.describeTarget(target)}`);
  const outcome = await load(target, read, options);
  const findings = [...read.findings, ...toFindings(outcome, read.originByCode)];
  await writeReport(options, findings);
  if (findings.length > 0) say(toText(findings));
  say(summarise(read.rowCount, outcome, findings));
  if (options.isDry) say('Dry run: nothing was written');
  say(`All of it: ${reportFile}`);
}

await runCommand(readOptions, HELP, run);
