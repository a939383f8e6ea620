import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findFreePort } from '../start/port.ts';
import { Problem } from '../start/problem.ts';
import { median } from './figures.ts';
import type { Table } from './table.ts';

const ROOT = join(import.meta.dirname, '../..');
const ROUNDS = 5;
/** The maximum number of milliseconds until a later start is ready. */
const GOAL_MS = 5000;

/**
 * Starts the local service several times, on data of its own, and measures the time until it is ready.
 * @throws Problem where it does not start.
 */
export async function measureStart(): Promise<Table> {
  const folder = await mkdtemp(join(tmpdir(), 'catering-start-'));
  try {
    const firstMs = await startOnce(folder);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) times.push(await startOnce(folder));
    const laterMs = median(times);
    const verdict = laterMs <= GOAL_MS ? 'met' : 'NOT MET';
    return {
      title: `npm start until it is ready; goal of a later start ${GOAL_MS} ms: ${verdict}`,
      head: ['', 'ms'],
      rows: [
        ['the first start, with demo data', firstMs],
        ['a later start, median', laterMs],
      ],
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function startOnce(folder: string): Promise<number> {
  const begin = performance.now();
  const child = spawn(process.execPath, ['scripts/start/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(await findFreePort()), DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let ms: number | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('The service runs at')) continue;
    ms = performance.now() - begin;
    child.kill('SIGTERM');
  }
  await ended;
  if (ms === undefined) throw new Problem('npm start did not get ready');
  return ms;
}
