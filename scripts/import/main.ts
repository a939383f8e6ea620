import { runCommand, say } from '../command/command.ts';
import { findTarget, nameOf } from '../command/target.ts';
import { IMPORT_HELP, type ImportCommand, readImportOptions } from '../export/options.ts';
import { countMembers, showMembers } from '../export/show-members.ts';
import { work } from '../export/work.ts';
import { importUnit } from './import-unit.ts';

async function run(command: ImportCommand): Promise<void> {
  const { file, account, name, suffix } = command;
  const target = await findTarget(command, process.env);
  say(`${file} → ${nameOf(target)}`);
  const advice = 'What was written so far is in a closed unit: run it again, with the same names, to go on';
  const names = { account, name, suffix };
  const onCompare = () => say('Comparing with the file');
  const outcome = await work(target, advice, (db) =>
    importUnit(db, file, { names, now: Date.now(), onMember: showMembers(), onCompare }),
  );
  const { unit, users, members, isOpen, isResumed, missingStandards } = outcome;
  const counts = countMembers((type) => members.get(type) ?? 0);
  say(`Unit ${unit}, account ${outcome.account}: ${users} users, ${counts}, as the file has them`);
  if (isResumed) say('An earlier run had begun it');
  if (!isOpen) say('It is closed, as it was');
  if (missingStandards.length > 0) {
    say(`Standards that there are not here, to be assigned by hand: ${missingStandards.join(', ')}`);
  }
}

await runCommand(readImportOptions, IMPORT_HELP, run);
