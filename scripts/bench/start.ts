import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findFreePort } from '../start/port.ts';
import { Problem } from '../start/problem.ts';
import { median } from './median.ts';
import type { Cell, Table } from './table.ts';

const ROOT = join(import.meta.dirname, '../..');
const ROUNDS = 5;
/** The most milliseconds until a later start is ready. */
const START_GOAL = 5000;

/** The last line that `npm start` prints for each part of a start. */
const ends = {
  'settings, data folder': /^Starting the embedded DynamoDB/,
  'embedded DynamoDB': /^Starting the functions/,
  'functions, and the data beside': /^The service runs at/,
} as const;
type Part = keyof typeof ends;
const parts = Object.keys(ends) as Part[];

/** Milliseconds of `npm start`, by part and in total. */
interface StartTimes {
  /** The first start: the demo data must be created. */
  readonly first: number;
  /** Medians of later starts. */
  readonly later: Readonly<Record<Part, number>>;
  readonly laterAll: number;
}

/**
 * Starts the local service several times, on data of its own.
 * @throws Problem where it does not start.
 */
export async function measureStart(rounds = ROUNDS): Promise<StartTimes> {
  const folder = await mkdtemp(join(tmpdir(), 'catering-start-'));
  try {
    const first = await startOnce(folder);
    const later: Record<Part, number>[] = [];
    for (let round = 0; round < rounds; round++) later.push(await startOnce(folder));
    const medians = parts.map((part) => [part, median(later.map((times) => times[part]))]);
    return { first: sum(first), later: Object.fromEntries(medians), laterAll: median(later.map(sum)) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function sum(times: Readonly<Record<Part, number>>): number {
  return parts.reduce((total, part) => total + times[part], 0);
}

async function startOnce(folder: string): Promise<Record<Part, number>> {
  const begin = performance.now();
  const child = spawn(process.execPath, ['scripts/start/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(await findFreePort()), DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const times = { 'settings, data folder': 0, 'embedded DynamoDB': 0, 'functions, and the data beside': 0 };
  let last = begin;
  let reached = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const part = parts[reached];
    if (part === undefined || !ends[part].test(line)) continue;
    times[part] = performance.now() - last;
    last = performance.now();
    reached++;
    if (reached === parts.length) child.kill('SIGTERM');
  }
  await ended;
  if (reached < parts.length) throw new Problem('npm start did not get ready');
  return times;
}

/** Times of starts, beside the goal. */
export function startTable({ first, later, laterAll }: StartTimes): Table {
  const rows: Cell[][] = Object.entries(later).map(([part, ms]) => [part, ms]);
  rows.push(['a later start, all', laterAll], ['the first, with demo data', first]);
  const outcome = laterAll <= START_GOAL ? 'met' : 'NOT MET';
  return {
    title: `npm start until it is ready, medians; goal of a later one ${START_GOAL} ms: ${outcome}`,
    head: ['', 'ms'],
    rows,
  };
}
