import { findTarget } from './import/target.ts';
import { importUnit } from './transfer/import-unit.ts';
import { IMPORT_HELP, type ImportCommand, readImportOptions } from './transfer/options.ts';
import { runCommand, say, showDishes, work } from './transfer/run.ts';

async function run(command: ImportCommand): Promise<void> {
  const { file, account, name, suffix } = command;
  const target = await findTarget(command, process.env);
  say(`${file} → ${target.table} (${target.endpoint ?? target.region})\n`);
  const advice = 'What was written so far is in a closed unit: run it again, with the same names, to go on';
  const names = { account, name, suffix };
  const onCompare = () => say('Comparing with the file\n');
  const outcome = await work(target, advice, (db) =>
    importUnit(db, file, { names, now: Date.now(), onDish: showDishes(), onCompare }),
  );
  const { unit, users, dishes, isOpen, isResumed, missingStandards } = outcome;
  say(`Unit ${unit}, account ${outcome.account}: ${users} users, ${dishes} dishes, as the file has them\n`);
  if (isResumed) say('An earlier run had begun it\n');
  if (!isOpen) say('It is closed, as it was\n');
  if (missingStandards.length > 0) {
    say(`Standards that there are not here, to be assigned by hand: ${missingStandards.join(', ')}\n`);
  }
}

await runCommand(readImportOptions, IMPORT_HELP, run);
