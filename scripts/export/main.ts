import { mkdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { runCommand, say } from '../command/command.ts';
import { showProgress } from '../command/progress.ts';
import { findDataDir, findTarget } from '../command/target.ts';
import { describeError, Problem } from '../start/problem.ts';
import { exportUnit } from './export-unit.ts';
import { type ExportOptions, readExportOptions } from './options.ts';
import { countMembers, tellMembers } from './show-members.ts';
import { withTable } from './with-table.ts';
import { words } from './words.ts';

/** The given path, or else one in the local service's data folder, which version control ignores. */
async function choosePath({ unit, out }: ExportOptions): Promise<string> {
  if (out !== undefined) return out;
  const folder = findDataDir(process.env);
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw new Problem(words.folder(folder, describeError(error)));
  }
  const path = join(folder, `unit-${unit}.jsonl`);
  const short = relative(process.cwd(), path);
  return short.startsWith('..') ? path : short;
}

async function run(options: ExportOptions): Promise<void> {
  const { unit } = options;
  const target = await findTarget(options, process.env);
  const path = await choosePath(options);
  const counts = await withTable(target, words.again, (db) =>
    showProgress((tell) => exportUnit(db, { unit, path, now: Date.now(), onMember: tellMembers(tell) })),
  );
  const { role, user, mark, price } = counts;
  const members = countMembers((type) => counts[type]);
  say(words.done(unit, target.table, path, words.counts(user, role, mark, price, members)));
  say(words.secret);
}

await runCommand(readExportOptions, words.help, run);
