import { setTimeout as sleep } from 'node:timers/promises';
import { digestPassword } from '../../../lib/auth/password.ts';
import { Random } from '../../../lib/domain/values/random.ts';
import { AnswerForms } from './document.ts';
import { isGrowing, type LoadFigures, percentile, showLoad, toMemoryFigures } from './figures.ts';
import { reads, type Task } from './reads.ts';
import { LocalService } from './service.ts';
import { LoadRecord, LoadWorker, type Person } from './worker.ts';
import { writes } from './writes.ts';

/** Some 15,000 calls use every function and fill its memory. On a quiet machine the first minute makes them. */
const DEFAULT_SECONDS = 180;
const DEFAULT_CONNECTIONS = 32;
/** The share of turns that write. A read follows each of them, so about a fifth of the calls write. */
const WRITES = 0.25;
/** The share of calls that may be refused because too much happens at once. */
const MOST_REFUSED = 0.01;
const SAMPLE_MS = 1000;
const MOST_SHOWN = 5;

/** The callers: the platform and people of both schools of the demo data. */
const logins: readonly { uid: string; password: string; job: Person['job'] }[] = [
  { uid: 'admin', password: 'catering', job: 'platform' },
  { uid: 'yangguang', password: '123456', job: 'manager' },
  { uid: 'mingde', password: '123456', job: 'manager' },
  { uid: 'lixuemei', password: '123456', job: 'dietitian' },
  { uid: 'zhaolihua', password: '123456', job: 'dietitian' },
  { uid: 'wangjianguo', password: '123456', job: 'onlooker' },
];

/** For how long, by default three minutes, and with how many connections, by default 32. */
export interface LoadOptions {
  readonly seconds?: number;
  readonly connections?: number;
  readonly seed?: number;
}

/**
 * Sends mixed calls to the service of `npm start`. True if no answer was wrong or a server error, hardly any was
 * refused, and the service's memory did not grow beyond a plateau.
 */
export async function proveLoad(options: LoadOptions, report: (line: string) => void): Promise<boolean> {
  const figures = await measureLoad(options);
  report(showLoad(figures));
  const { faults, refused, calls, memory } = figures;
  if (faults.length > 0) report(`  FAILED: ${faults.length} wrong answers, of which the first are`);
  for (const fault of faults.slice(0, MOST_SHOWN)) report(`    ${fault}`);
  if (figures.serverErrors > 0) report('  FAILED: server errors');
  const isRefusing = refused > MOST_REFUSED * calls;
  if (isRefusing) report('  FAILED: too many calls were refused');
  if (isGrowing(memory)) report('  FAILED: memory grows');
  return faults.length === 0 && figures.serverErrors === 0 && !isRefusing && !isGrowing(memory);
}

/** Starts the service, lets all connections call it, and ends it. */
export async function measureLoad(options: LoadOptions): Promise<LoadFigures> {
  const { seconds = DEFAULT_SECONDS, connections = DEFAULT_CONNECTIONS, seed = 1 } = options;
  const [forms, service] = await Promise.all([AnswerForms.read(), LocalService.start()]);
  const record = new LoadRecord();
  const random = new Random(seed);
  try {
    const people = await signInAll(service.port, forms);
    const workers = Array.from({ length: connections }, (_, index) => {
      return new LoadWorker(index, personOf(people, index), random.fork(), service.port, forms, record);
    });
    const since = performance.now();
    const deadline = since + seconds * 1000;
    const [memory] = await Promise.all([
      sampleMemory(service, deadline),
      ...workers.map((worker) => work(worker, deadline)),
    ]);
    const took = (performance.now() - since) / 1000;
    for (const worker of workers) worker.close();
    return toFigures(record, memory, { seconds, connections, took });
  } finally {
    await service.stop();
  }
}

async function work(worker: LoadWorker, deadline: number): Promise<void> {
  while (performance.now() < deadline) {
    const task = pickTask(worker.random.chance(WRITES) ? writes : reads, worker.random);
    await task.run(worker);
  }
}

function pickTask(tasks: readonly Task[], random: Random): Task {
  return random.pick(tasks.flatMap((task) => Array.from({ length: task.weight }, () => task)));
}

async function sampleMemory(service: LocalService, deadline: number): Promise<number[]> {
  const samples: number[] = [];
  while (performance.now() < deadline) {
    samples.push(await service.readMemory());
    await sleep(SAMPLE_MS);
  }
  return samples;
}

/** One session per person, which all his connections share. */
async function signInAll(port: number, forms: AnswerForms): Promise<Person[]> {
  const people: Person[] = [];
  for (const { uid, password, job } of logins) {
    const nobody = { uid, unit: 0, token: '', job };
    const record = new LoadRecord();
    const worker = new LoadWorker(0, nobody, new Random(0), port, forms, record);
    const answer = await worker.call('POST /api/login', { uid, password: digestPassword(password) }, '200');
    worker.close();
    if (!answer || record.faults.length > 0) throw new Error(`${uid} cannot sign in: ${record.faults.join()}`);
    people.push({ uid, unit: Number(answer.json.body.vender), token: String(answer.json.body.token), job });
  }
  return people;
}

function personOf(people: readonly Person[], index: number): Person {
  const person = people[index % people.length];
  if (!person) throw new Error('nobody has signed in');
  return person;
}

function toFigures(
  record: LoadRecord,
  memory: readonly number[],
  { seconds, connections, took }: { seconds: number; connections: number; took: number },
): LoadFigures {
  const { times } = record;
  return {
    seconds,
    connections,
    calls: times.length,
    writes: record.writes,
    callsPerSecond: times.length / took,
    medianMs: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
    p99Ms: percentile(times, 0.99),
    answers: Object.fromEntries([...record.answers].sort()),
    serverErrors: record.serverErrors,
    refused: record.refused,
    faults: record.faults,
    memory: toMemoryFigures(memory),
  };
}
