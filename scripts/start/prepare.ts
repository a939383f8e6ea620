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

// start.ts runs this as a process of its own, so that the memory for hashing passwords is given back. It has the
// environment of the functions and of `npm start`, and writes its result as one line of JSON.

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
  // The parent needs no more messages.
  process.disconnect?.();
} catch (error) {
  process.stderr.write(`${describeError(error)}\n`);
  process.exitCode = 1;
}
