import { mkdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { runCommand, say } from '../command/command.ts';
import { findDataDir, findTarget } from '../command/target.ts';
import { describeError, Problem } from '../start/problem.ts';
import { exportUnit } from './export-unit.ts';
import { EXPORT_HELP, type ExportOptions, readExportOptions } from './options.ts';
import { countMembers, showMembers } from './show-members.ts';
import { work } from './work.ts';

/** The file that is named, else one in the folder of the local service's data, which version control leaves out. */
async function choosePath({ unit, out }: ExportOptions): Promise<string> {
  if (out !== undefined) return out;
  const folder = findDataDir(process.env);
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw new Problem(`Cannot write to ${folder} (${describeError(error)}): choose another file with --out FILE`);
  }
  const path = join(folder, `unit-${unit}.jsonl`);
  const short = relative(process.cwd(), path);
  return short.startsWith('..') ? path : short;
}

async function run(options: ExportOptions): Promise<void> {
  const { unit } = options;
  const target = await findTarget(options, process.env);
  const path = await choosePath(options);
  const advice = 'Nothing was written; run it again';
  const counts = await work(target, advice, (db) =>
    exportUnit(db, { unit, path, now: Date.now(), onMember: showMembers() }),
  );
  const { role, user, mark, price } = counts;
  const members = countMembers((type) => counts[type]);
  say(
    `Unit ${unit} of ${target.table} → ${path}: ${user} users, ${role} roles, ${mark} marks, ${price} prices, ${members}`,
  );
  say('The file holds the hashes of the passwords: keep it secret, and delete it when it has been imported');
}

await runCommand(readExportOptions, EXPORT_HELP, run);
