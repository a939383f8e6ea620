import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { startChild } from '../../scripts/start/child.ts';
import { Problem } from '../../scripts/start/problem.ts';
import { programs, startDynamoDbLocal } from './dynamodb-local.ts';
import { describeJudgement, judge } from './judge.ts';
import { CACHE, demandPrograms } from './programs.ts';

const ROOT = join(import.meta.dirname, '../..');
/** A test that imports this file, directly or not, opens a table, and so is one of the store's tests. */
const OPENS_TABLES = 'tests/support/table/emulator.ts';
const LIMIT_MS = 45 * 60_000;
const STOP_GRACE_MS = 5000;
/** DynamoDB Local is slower than the embedded emulator, and these runs do not judge speed. */
const PATIENCE = ['--testTimeout=120000', '--hookTimeout=300000'];

/**
 * Runs the tests that open a table, or only these files, on DynamoDB Local, and reports the differences. Returns
 * whether all of them are explained.
 * @throws Problem
 */
export async function proveTable(files: readonly string[], say: (line: string) => void): Promise<boolean> {
  await demandPrograms(programs);
  const databases = await startDynamoDbLocal(say);
  try {
    const here = judge(await runTests(files, databases.address), ROOT);
    const failed = [...new Set(here.unexplained.map(({ file }) => file))];
    if (failed.length > 0) say('What failed, on the embedded emulator');
    const there = failed.length > 0 ? judge(await runTests(failed, ''), ROOT) : here;
    for (const line of describeJudgement(here, there)) say(line);
    return here.unexplained.length === 0;
  } finally {
    await databases.stop();
  }
}

/**
 * The report of vitest. Without an address of databases, the tests run on the embedded emulator.
 * @throws Problem where there is no report, or not in time.
 */
async function runTests(files: readonly string[], databases: string): Promise<unknown> {
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, 'report-'));
  const report = join(folder, 'report.json');
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
  const which = files.length > 0 ? ['run', ...files] : ['related', '--run', OPENS_TABLES];
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const child = await startChild(process.execPath, [vitest, ...which, ...reporters, ...PATIENCE], {
    cwd: ROOT,
    env: { ...process.env, CONFORM_DATABASES: databases },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const timer = setTimeout(() => child.stop(STOP_GRACE_MS), LIMIT_MS);
  try {
    await child.ended;
    return JSON.parse(await readFile(report, 'utf8'));
  } catch (error) {
    throw new Problem('The tests have left no report', { cause: error });
  } finally {
    clearTimeout(timer);
    await rm(folder, { recursive: true, force: true });
  }
}
