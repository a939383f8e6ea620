import type { Cell, Table } from '../table.ts';
import { type CrowdFigures, gather, type WorkName, works } from './crowd.ts';

/** The results of the writers of one kind of work. */
export interface WritersResult {
  readonly work: WorkName;
  readonly writers: number;
  readonly seconds: number;
  readonly successesPerSecond: number;
  readonly refused: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly longestMs: number;
  /** Per success: transactions, write units, and write units of cancelled transactions. */
  readonly transactions: number;
  readonly writeUnits: number;
  readonly lostUnits: number;
  readonly isMet: boolean;
}

interface Goal {
  readonly p95Ms: number;
  readonly successesPerSecond: number;
}

/** The goals by number of writers. None of their calls may be refused. */
const goals = new Map<number, Goal>([
  [10, { p95Ms: 1000, successesPerSecond: 20 }],
  [50, { p95Ms: 4000, successesPerSecond: 20 }],
]);
const SECONDS = 30;
/** A call takes 12 ms to the table. A transaction takes longer, and holds its items meanwhile. */
const LOOSENESS = { seed: 1, callMs: 12 };
/** Creating roles is left out: a unit soon has as many as it may. */
const measured = (Object.keys(works) as WorkName[]).filter((work) => work !== 'roles are created');

/** Measures crowds of writers with every kind of work, on a table as loose as DynamoDB. */
export async function measureWriters(onProgress: (text: string) => void): Promise<WritersResult[]> {
  const results: WritersResult[] = [];
  for (const work of measured) {
    for (const [writers, goal] of goals) {
      onProgress(`${writers} writers: ${work}`);
      const figures = await gather({ work, writers, looseness: LOOSENESS, goesOn: forSeconds(SECONDS) });
      results.push(toResult(work, writers, figures, goal));
    }
  }
  return results;
}

/** Tells whether so many seconds have not passed since its first call. */
function forSeconds(seconds: number): () => boolean {
  let until: number | undefined;
  return () => {
    until ??= Date.now() + seconds * 1000;
    return Date.now() < until;
  };
}

function toResult(work: WorkName, writers: number, figures: CrowdFigures, goal: Goal): WritersResult {
  const { times, refused, transactions, writeUnits, lostUnits } = figures;
  const successesPerSecond = times.length / SECONDS;
  const refusals = [...refused.values()].reduce((sum, count) => sum + count, 0);
  const [p50Ms, p95Ms] = [rank(times, 0.5), rank(times, 0.95)];
  return {
    work,
    writers,
    seconds: SECONDS,
    successesPerSecond,
    refused: refusals,
    p50Ms,
    p95Ms,
    longestMs: times.at(-1) ?? 0,
    transactions: transactions / times.length,
    writeUnits: writeUnits / times.length,
    lostUnits: lostUnits / times.length,
    isMet: refusals === 0 && p95Ms <= goal.p95Ms && successesPerSecond >= goal.successesPerSecond,
  };
}

function rank(ascending: readonly number[], share: number): number {
  return ascending[Math.floor(ascending.length * share)] ?? Number.POSITIVE_INFINITY;
}

/** Results as a table. */
export function writersTable(results: readonly WritersResult[]): Table {
  const head = [
    'what',
    'writers',
    '1/s',
    'refused',
    'p50 ms',
    'p95 ms',
    'longest',
    'transactions',
    'write',
    'in vain',
    '',
  ];
  const rows = results.map((one): Cell[] => [
    one.work,
    one.writers,
    tenths(one.successesPerSecond),
    one.refused,
    Math.round(one.p50Ms),
    Math.round(one.p95Ms),
    Math.round(one.longestMs),
    tenths(one.transactions),
    tenths(one.writeUnits),
    tenths(one.lostUnits),
    one.isMet ? 'met' : 'NOT MET',
  ]);
  const [few, many] = [...goals].map(([writers, { p95Ms }]) => `${p95Ms} ms for ${writers}`);
  const title = `Writers at once in one unit, ${SECONDS} s (goals: none refused, 20 a second, p95 ${few}, ${many})`;
  return { title, head, rows };
}

const tenths = (value: number) => Math.round(value * 10) / 10;
