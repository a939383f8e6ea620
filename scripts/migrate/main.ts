import { AppError } from '../../lib/errors.ts';
import type { Database } from '../../lib/table/database.ts';
import { runCommand } from '../command/command.ts';
import { showProgress, type Tell } from '../command/progress.ts';
import { connect, explainFailure, findTarget, type Target } from '../command/target.ts';
import { Problem } from '../start/problem.ts';
import { countWrites, type MigrationOutcome, migrateTable, planMigrations } from './migrate-table.ts';
import { type Options, readOptions } from './options.ts';
import { toText } from './report.ts';
import { readTableVersion } from './table-version.ts';
import { words } from './words.ts';
import { WriteRate } from './write-rate.ts';

async function migrate({ dryRun, rate }: Options, target: Target): Promise<string> {
  const { db } = connect(target);
  try {
    const before = await readTableVersion(db);
    const outcomes = await showProgress((tell) => (dryRun ? plan(db, tell) : carryOut(db, rate, tell)));
    return toText(target, before, outcomes, dryRun);
  } catch (error) {
    const isBusy = error instanceof AppError && error.reason === 'changed_meanwhile';
    throw new Problem(isBusy ? words.busy : explainFailure(error, target), { cause: error });
  }
}

function plan(db: Database, tell: Tell): Promise<MigrationOutcome[]> {
  // Planning finds out the total.
  tell(words.looking, 0);
  return planMigrations(db);
}

async function carryOut(db: Database, perSecond: number, tell: Tell): Promise<MigrationOutcome[]> {
  const total = countWrites(await plan(db, tell));
  let written = 0;
  const rate = new WriteRate(perSecond, (items) => {
    written += items;
    tell(words.written, written, total);
  });
  return migrateTable(db, rate);
}

await runCommand(readOptions, words.help, async (options) => {
  process.stdout.write(await migrate(options, await findTarget(options, process.env)));
});
