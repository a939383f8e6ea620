import { runCommand, say } from '../command/command.ts';
import { showProgress } from '../command/progress.ts';
import { findTarget, nameOf } from '../command/target.ts';
import { type ImportCommand, readImportOptions } from '../export/options.ts';
import { countMembers, tellMembers } from '../export/show-members.ts';
import { withTable } from '../export/with-table.ts';
import { importUnit } from './import-unit.ts';
import { words } from './words.ts';

async function run(command: ImportCommand): Promise<void> {
  const { file, account, name, suffix } = command;
  const target = await findTarget(command, process.env);
  say(`${file} → ${nameOf(target)}`);
  const names = { account, name, suffix };
  const outcome = await withTable(target, words.again, (db) =>
    showProgress((tell) => {
      const onCompared = (done: number, total: number) => tell(words.compared, done, total);
      return importUnit(db, file, { names, now: Date.now(), onMember: tellMembers(tell), onCompared });
    }),
  );
  const { unit, users, members, isOpen, isResumed, missingStandards } = outcome;
  const counts = countMembers((type) => members.get(type) ?? 0);
  say(words.done(unit, outcome.account, users, counts));
  if (isResumed) say(words.resumed);
  if (!isOpen) say(words.closed);
  if (missingStandards.length > 0) {
    say(words.missingStandards(missingStandards));
  }
}

await runCommand(readImportOptions, words.help, run);
