import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCold } from '../../../tests/support/build/cold-process.ts';
import { Examples } from '../../../tests/support/service/examples.ts';
import { makeEvent, type TestService } from '../../../tests/support/service/service.ts';
import { collectDeclarations, type Declared } from '../../generate/declarations.ts';
import { localCredentials } from '../../start/local-credentials.ts';
import { median } from '../figures.ts';
import type { Table } from '../table.ts';
import { type BuildKind, type Builds, buildAll, buildKinds } from './cold-builds.ts';

const ROUNDS = 5;
/** The greatest allowed median ratio of our build to the naive one. */
const MAX_RATIO = 0.8;

/** What was measured of one function. */
interface Measurement extends Pick<Builds, 'bytes'> {
  readonly id: string;
  readonly times: ColdTimes;
}

/** The milliseconds of a function in a fresh process: its import and first call, and the processor time of them. */
type ColdTimes = Readonly<Record<'ms' | 'cpuMs', Readonly<Record<BuildKind, number>>>>;

/** One function of the comparison. `makeEvent` makes the event of a call that succeeds. */
interface Subject {
  readonly id: string;
  readonly source: string;
  readonly makeEvent: () => Promise<unknown>;
}

/**
 * Measures the cold start of each function on an embedded DynamoDB, in fresh processes one after the other, alternating
 * between the three builds. Every call is valid, whether it reads or writes, and answers 200. Only an unknown path
 * (`notFound`) never reaches the store.
 * @throws Error where a call does not succeed.
 */
export async function measureCold(): Promise<Table> {
  const examples = await Examples.build();
  const { service } = examples;
  const folder = await mkdtemp(join(tmpdir(), 'catering-cold-'));
  try {
    const buildsBySource = await buildAll(folder);
    const subjects = await listSubjects(examples);
    const measured: Measurement[] = [];
    for (const subject of subjects) {
      const builds = buildsBySource.get(subject.source);
      if (!builds) throw new Error(`${subject.source} has not been built`);
      const times = await measureFunction(subject, builds, service);
      measured.push({ id: subject.id, bytes: builds.bytes, times });
    }
    return makeColdTable(measured);
  } finally {
    await service.stop();
    await rm(folder, { recursive: true });
  }
}

async function listSubjects(examples: Examples): Promise<Subject[]> {
  const { endpoints, jobs } = await collectDeclarations();
  const toSubject = ({ noun, file, declaration: { id } }: Declared<{ id: string }>, makeOne: Subject['makeEvent']) => {
    return { id, source: `functions/${noun}/${file}.ts`, makeEvent: makeOne };
  };
  const calls = endpoints.map((endpoint) => {
    const { route } = endpoint.declaration;
    return toSubject(endpoint, async () => {
      await examples.rewind();
      const { token, parameters } = examples.getCall(route);
      return makeEvent(route, parameters, { token });
    });
  });
  return [...calls, ...jobs.map((job) => toSubject(job, async () => ({})))];
}

/** Makes the environment of a function that works on the service's table. */
async function toEnvironment({ deps: { env, keys } }: TestService): Promise<Record<string, string>> {
  const pairs = [...(await keys.current(Date.now()))].map(([id, key]) => `${id}:${Buffer.from(key)}`);
  return {
    ...localCredentials,
    CATERING_TABLE: env.table,
    CATERING_SIGNING_KEYS: pairs.join(),
    CATERING_TIME_ZONE: env.timeZone,
    CATERING_DOCS: String(env.areDocsOpen),
    CATERING_LOG_LEVEL: 'silent',
    AWS_REGION: env.region,
    DYNAMODB_ENDPOINT: env.endpoint ?? '',
  };
}

/** Measures a function: the medians of the rounds. Each round begins with another build, so that none is always the first. */
async function measureFunction(subject: Subject, builds: Builds, service: TestService): Promise<ColdTimes> {
  const env = await toEnvironment(service);
  const runsByKind: Record<BuildKind, { ms: number; cpuMs: number }[]> = { floor: [], ours: [], naive: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (let offset = 0; offset < buildKinds.length; offset++) {
      const kind = buildKinds[(round + offset) % buildKinds.length] ?? 'floor';
      const event = await subject.makeEvent();
      const cold = await startCold(builds.modules[kind], event, env, service.stoppedAt ?? Date.now());
      const { importMs, callMs, cpuMs, reply } = cold;
      const isExpected = reply === undefined || reply.statusCode === 200 || subject.id === 'notFound';
      if (!isExpected) throw new Error(`${subject.id} answered ${reply.body}`);
      runsByKind[kind].push({ ms: importMs + callMs, cpuMs });
    }
  }
  const takeMedians = (time: 'ms' | 'cpuMs') => {
    const takeMedian = (kind: BuildKind) => median(runsByKind[kind].map((run) => run[time]));
    return { floor: takeMedian('floor'), ours: takeMedian('ours'), naive: takeMedian('naive') };
  };
  return { ms: takeMedians('ms'), cpuMs: takeMedians('cpuMs') };
}

/** Makes a table of times by function, and median ratios. Other work on the machine changes processor time less. */
function makeColdTable(measured: readonly Measurement[]): Table {
  const findRatio = (time: 'ms' | 'cpuMs') => median(measured.map(({ times }) => times[time].ours / times[time].naive));
  const ratio = findRatio('ms');
  const outcome = ratio <= MAX_RATIO ? 'met' : 'NOT MET';
  return {
    title: `Cold starts: median ${ratio.toFixed(2)} of a naive build, goal ${MAX_RATIO}: ${outcome}; of processor time ${findRatio('cpuMs').toFixed(2)}`,
    head: ['function', 'bundle bytes', 'floor ms', 'ours ms', 'naive ms', 'ratio'],
    rows: measured.map(({ id, bytes, times: { ms } }) => {
      return [id, bytes, ms.floor, ms.ours, ms.naive, ms.ours / ms.naive];
    }),
  };
}
