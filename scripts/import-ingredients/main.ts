import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import type { FoodFacts } from '../../lib/domain/ingredient/ingredient.ts';
import { ingredients } from '../../lib/store/ingredient/ingredient.ts';
import { leavePacks } from '../../lib/store/ingredient/pack.ts';
import { leaveCopies } from '../../lib/table/collection/load.ts';
import { runCommand, say } from '../command/command.ts';
import { inLanguage } from '../command/language.ts';
import { showProgress } from '../command/progress.ts';
import { connect, explainFailure, findDataDir, findTarget, nameOf, type Target } from '../command/target.ts';
import { words as common } from '../command/words.ts';
import { describeError, Problem } from '../start/problem.ts';
import { type Foods, toFoods } from './food.ts';
import { compareIngredients, type LoadOutcome, loadIngredients } from './load-foods.ts';
import { type Options, readOptions } from './options.ts';
import { describeKept, summarise, toLines, toWorkbook } from './report.ts';
import { type RawTable, readTable } from './table-file.ts';
import { words } from './words.ts';

async function readTables(paths: readonly string[]): Promise<RawTable[]> {
  const tables: RawTable[] = [];
  for (const path of paths) {
    try {
      tables.push(readTable(path, await readFile(path)));
    } catch (error) {
      const finding = {
        kind: 'file',
        file: basename(path),
        problem: describeError(error),
        done: inLanguage(words.notRead),
      } as const;
      tables.push({ foods: [], findings: [finding], ignored: [] });
    }
  }
  return tables;
}

async function writeReport({ report }: Options, { findings }: Foods): Promise<string> {
  const path = report ?? join(findDataDir(process.env), 'import-report.xlsx');
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, toWorkbook(findings));
  } catch (error) {
    throw new Problem(words.cannotReport(describeError(error)));
  }
  const short = relative(process.cwd(), path);
  return short.startsWith('..') ? path : short;
}

async function load(target: Target, foods: readonly FoodFacts[], dryRun: boolean): Promise<LoadOutcome> {
  const { db } = connect(target);
  try {
    if (dryRun) return await compareIngredients(db, foods);
    return await showProgress(async (tell) => {
      const outcome = await loadIngredients(db, foods, (done) => tell(words.foods, done, foods.length));
      await leaveCopies(db, ingredients);
      await leavePacks(db);
      return outcome;
    });
  } catch (error) {
    throw new Problem(common.failedWith(explainFailure(error, target), words.rest), { cause: error });
  }
}

async function run(options: Options): Promise<void> {
  // This comes first, so that nobody waits for a report before learning that the table cannot be found.
  const target = await findTarget(options, process.env);
  const tables = await readTables(options.files);
  const foods = toFoods(tables);
  const reportFile = await writeReport(options, foods);
  const ignored = new Set(tables.flatMap((table) => table.ignored));
  const shown = toLines(foods.findings, reportFile).join('\n');
  if (foods.foods.length === 0) throw new Problem(`${shown}\n${inLanguage(words.nothing)}`.trim());
  say(words.begun(foods.foods.length, options.files.length, nameOf(target)));
  if (ignored.size > 0) say(words.ignored([...ignored]));
  const outcome = await load(target, foods.foods, options.dryRun);
  if (shown !== '') say(shown);
  say(summarise(foods.rows, outcome, foods.findings, options.dryRun));
  for (const line of describeKept(outcome)) say(line);
  say(words.allOfIt(reportFile));
}

await runCommand(readOptions, words.help, run);
