import { createDeps } from '../../lib/runtime/deps.ts';
import { type Env, readEnv } from '../../lib/runtime/env.ts';
import type { Tell } from '../command/progress.ts';
import { migrateTable } from '../migrate/migrate-table.ts';
import { hasDoneAnything, toLine } from '../migrate/report.ts';
import { WriteRate } from '../migrate/write-rate.ts';
import { seed } from './demo.ts';
import { describeError, Problem } from './problem.ts';
import { readSettings } from './settings.ts';
import { ensureTable, openLocalClient } from './table.ts';
import { words } from './words.ts';

// Run by start.ts as a process of its own, which gives back the memory that hashing passwords takes. It has the
// environment of the functions besides that of `npm start`, and writes what it found as one line of JSON.

const tell: Tell = (what, done, total) => {
  process.send?.({ what, done, total });
};

async function prepareTable(env: Env): Promise<void> {
  const client = openLocalClient(env.endpoint ?? '', env.region);
  try {
    await ensureTable(client, env.table);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(words.noDatabase(env.endpoint, describeError(error)));
  } finally {
    client.destroy();
  }
}

try {
  const env = readEnv(process.env);
  await prepareTable(env);
  const deps = createDeps(env);
  let written = 0;
  const rate = new WriteRate(undefined, (items) => {
    written += items;
    tell(words.upgraded, written);
  });
  const upgraded = (await migrateTable(deps.db, rate)).filter(hasDoneAnything).map(toLine);
  process.stdout.write(JSON.stringify({ ...(await seed(deps, readSettings(process.env, []), tell)), upgraded }));
  // Nothing more is to be said to whoever has started this.
  process.disconnect?.();
} catch (error) {
  process.stderr.write(`${describeError(error)}\n`);
  process.exitCode = 1;
}
