import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { digestPassword } from '../../lib/auth/password.ts';
import { listDescendants } from '../../tests/support/commands/start.ts';
import { findFreePort } from '../start/port.ts';
import { CommandProblem } from '../start/problem.ts';
import { median } from './figures.ts';
import type { Table } from './table.ts';

const ROOT = join(import.meta.dirname, '../..');
const ROUNDS = 5;
/** The maximum number of milliseconds until a later start is ready. */
const GOAL_MS = 5000;
/** The maximum megabytes of all processes together once every function was called. */
const GOAL_MB = 800;
const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });
const SignedIn = z.object({ body: z.object({ token: z.string() }) });

/** Starts the local service several times, on data of its own, and measures the time and its memory at last. @throws CommandProblem. */
export async function measureStart(): Promise<Table> {
  const folder = await mkdtemp(join(tmpdir(), 'catering-start-'));
  try {
    const { ms: firstMs } = await startOnce(folder);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) times.push((await startOnce(folder)).ms);
    const { megabytes } = await startOnce(folder, callEveryFunction);
    const laterMs = median(times);
    const judge = (isMet: boolean) => (isMet ? 'met' : 'NOT MET');
    return {
      title: 'npm start until it is ready, and the memory of its processes',
      head: ['', '', 'goal', ''],
      rows: [
        ['the first start, with demo data, ms', firstMs, '', ''],
        ['a later start, median, ms', laterMs, GOAL_MS, judge(laterMs <= GOAL_MS)],
        ['once every function was called, MB', megabytes, GOAL_MB, judge(megabytes <= GOAL_MB)],
      ],
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Starts the service, waits until it is ready, uses it, and ends it. */
async function startOnce(folder: string, use = async (_address: string) => {}) {
  const startMs = performance.now();
  const port = await findFreePort();
  const child = spawn(process.execPath, ['scripts/start/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let outcome: { ms: number; megabytes: number } | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('The service runs at')) continue;
    const ms = performance.now() - startMs;
    await use(`http://127.0.0.1:${port}`);
    outcome = { ms, megabytes: measureMegabytes(child.pid ?? 0) };
    child.kill('SIGTERM');
  }
  await ended;
  if (outcome === undefined) throw new CommandProblem('npm start did not get ready');
  return outcome;
}

/** Calls each function of the document once, signed in as a school. */
async function callEveryFunction(address: string): Promise<void> {
  const form = new URLSearchParams({ uid: 'yangguang', password: digestPassword('123456') });
  const signedIn = await fetch(`${address}/api/login`, { method: 'POST', body: form });
  const { token } = SignedIn.parse(await signedIn.json()).body;
  const { paths } = Document.parse(await (await fetch(`${address}/openapi.json`)).json());
  for (const [path, methods] of Object.entries(paths)) {
    for (const method of Object.keys(methods)) {
      const url = `${address}${path.replace(/\{\w+\+?\}/g, 'x')}`;
      const answer = await fetch(url, { method: method.toUpperCase(), headers: { authorization: `Bearer ${token}` } });
      await answer.arrayBuffer();
    }
  }
}

/** Measures the resident memory of a process and of all that it started. */
function measureMegabytes(pid: number): number {
  const pids = [pid, ...listDescendants(pid)].join();
  const kilobytesByProcess = execFileSync('ps', ['-o', 'rss=', '-p', pids], { encoding: 'utf8' }).trim().split(/\s+/);
  return Math.round(kilobytesByProcess.reduce((sum, kilobytes) => sum + Number(kilobytes), 0) / 1000);
}
