import { AppError } from '../../lib/errors.ts';
import { runCommand } from '../command/command.ts';
import { connect, explainFailure, findTarget, type Target } from '../command/target.ts';
import { Problem } from '../start/problem.ts';
import { migrateTable, planMigrations } from './migrate-table.ts';
import { HELP, type Options, readOptions } from './options.ts';
import { toText } from './report.ts';
import { readTableVersion } from './table-version.ts';
import { WriteRate } from './write-rate.ts';

/** Progress is told every so many items. */
const TOLD_EVERY = 10_000;

async function migrate({ dryRun, rate }: Options, target: Target): Promise<string> {
  const { db } = connect(target);
  try {
    const before = await readTableVersion(db);
    const outcomes = dryRun ? await planMigrations(db) : await migrateTable(db, new WriteRate(rate, tellProgress()));
    return toText(target, before, outcomes, dryRun);
  } catch (error) {
    const isBusy = error instanceof AppError && error.reason === 'changed_meanwhile';
    const busy = 'The table is written to too fast: run it again, it goes on where it stopped';
    throw new Problem(isBusy ? busy : explainFailure(error, target), { cause: error });
  }
}

function tellProgress(): (items: number) => void {
  let written = 0;
  return (items) => {
    const isTold = Math.floor(written / TOLD_EVERY) < Math.floor((written + items) / TOLD_EVERY);
    written += items;
    if (isTold) process.stderr.write(`${written} items written\n`);
  };
}

await runCommand(readOptions, HELP, async (options) => {
  process.stdout.write(await migrate(options, await findTarget(options, process.env)));
});
