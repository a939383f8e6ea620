import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { collectEndpoints } from '../../../scripts/generate/declarations.ts';
import { localCredentials } from '../../../scripts/start/local-credentials.ts';
import { makeEvent, startService, type TestService } from '../../support/service/service.ts';
import { Setup } from '../../support/service/setup.ts';
import { prepareCall } from '../../support/statements/statements.ts';
import { median } from '../median.ts';
import { type Builds, buildAll, type Kind, kinds } from './cold-builds.ts';
import { startCold } from './cold-process.ts';

const ROUNDS = 5;
/** The greatest allowed ratio of our build to the naive one. */
const GOAL = 0.65;

export interface ColdOptions {
  /** Ids of the functions to measure; absent: all. */
  readonly functions?: readonly string[] | undefined;
  readonly rounds?: number | undefined;
}

/** Import and first call of a function in a fresh process: medians in milliseconds. */
export interface ColdResult {
  readonly id: string;
  /** Size of the deployed module. */
  readonly bytes: number;
  /** A handler that does nothing. */
  readonly floorMs: number;
  readonly oursMs: number;
  /** The same function as esbuild builds it by default. */
  readonly naiveMs: number;
  /** `oursMs` divided by `naiveMs`. */
  readonly ratio: number;
  /** The same ratio of processor time, which depends less on other work of the machine. */
  readonly cpuRatio: number;
}

/** One function, and how to make the event of a successful first call. */
interface Subject {
  readonly id: string;
  readonly source: string;
  readonly makeEvent: () => Promise<unknown>;
}

/**
 * Measures the cold start of each function on an embedded DynamoDB, in fresh processes one after the other, alternating
 * between the three builds. Every call is valid, whether it reads or writes, and answers 200. Only an unknown path
 * (`notFound`) never reaches the store.
 * @throws Error where a call does not succeed or an id is unknown.
 */
export async function measureCold(options: ColdOptions = {}): Promise<ColdResult[]> {
  const service = await startService();
  const folder = await mkdtemp(join(tmpdir(), 'catering-cold-'));
  try {
    const builds = await buildAll(folder);
    const subjects = chooseSubjects(await listSubjects(await Setup.set(service)), options.functions);
    const results: ColdResult[] = [];
    for (const subject of subjects) {
      const built = builds.get(subject.source);
      if (!built) throw new Error(`${subject.source} has not been built`);
      results.push(await measureOne(subject, built, await toEnvironment(service), options.rounds ?? ROUNDS));
    }
    return results;
  } finally {
    await service.stop();
    await rm(folder, { recursive: true });
  }
}

async function listSubjects(setup: Setup): Promise<Subject[]> {
  const { endpoints, jobs } = await collectEndpoints();
  const calls = endpoints.map(({ noun, file, declaration: { id, route } }) => ({
    id,
    source: `functions/${noun}/${file}.ts`,
    makeEvent: async () => {
      const { token, parameters } = await prepareCall(setup, route);
      return makeEvent(route, parameters, { token });
    },
  }));
  const runs = jobs.map(({ noun, file, declaration: { id } }) => ({
    id,
    source: `functions/${noun}/${file}.ts`,
    makeEvent: async () => ({}),
  }));
  return [...calls, ...runs];
}

function chooseSubjects(subjects: readonly Subject[], ids: readonly string[] | undefined): readonly Subject[] {
  const unknown = ids?.filter((id) => subjects.every((subject) => subject.id !== id)) ?? [];
  if (unknown.length > 0) throw new Error(`no function ${unknown.join(', ')}`);
  return ids ? subjects.filter(({ id }) => ids.includes(id)) : subjects;
}

/** The environment of a function that works on the service's table. */
export async function toEnvironment({ deps: { env, keys } }: TestService): Promise<Record<string, string>> {
  const pairs = [...(await keys.current(Date.now()))].map(([id, key]) => `${id}:${Buffer.from(key)}`);
  return {
    ...localCredentials,
    CATERING_TABLE: env.table,
    CATERING_SIGNING_KEYS: pairs.join(),
    CATERING_TIME_ZONE: env.timeZone,
    CATERING_DOCS: String(env.docs),
    CATERING_LOG_LEVEL: 'silent',
    AWS_REGION: env.region,
    DYNAMODB_ENDPOINT: env.endpoint ?? '',
  };
}

async function measureOne(
  subject: Subject,
  { bytes, modules }: Builds,
  env: Readonly<Record<string, string>>,
  rounds: number,
): Promise<ColdResult> {
  const times: Record<Kind, number[]> = { floor: [], ours: [], naive: [] };
  const cpuTimes: Record<Kind, number[]> = { floor: [], ours: [], naive: [] };
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < kinds.length; turn++) {
      const kind = kinds[(round + turn) % kinds.length] ?? 'floor';
      const { importMs, callMs, cpuMs, reply } = await startCold(modules[kind], await subject.makeEvent(), env);
      const isMeant = reply === undefined || reply.statusCode === 200 || subject.id === 'notFound';
      if (!isMeant) throw new Error(`${subject.id} answered ${reply.body}`);
      times[kind].push(importMs + callMs);
      cpuTimes[kind].push(cpuMs);
    }
  }
  const [floorMs, oursMs, naiveMs] = [median(times.floor), median(times.ours), median(times.naive)];
  return {
    id: subject.id,
    bytes,
    floorMs,
    oursMs,
    naiveMs,
    ratio: oursMs / naiveMs,
    cpuRatio: median(cpuTimes.ours) / median(cpuTimes.naive),
  };
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { functions: { type: 'string' }, rounds: { type: 'string' } } });
  const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
  const results = await measureCold({ functions: values.functions?.split(','), rounds });
  console.log('function'.padEnd(24), '    bytes   floor    ours   naive  ratio    cpu');
  for (const { id, bytes, floorMs, oursMs, naiveMs, ratio, cpuRatio } of results) {
    const times = [floorMs, oursMs, naiveMs].map((ms) => ms.toFixed(1).padStart(7)).join(' ');
    console.log(
      id.padEnd(24),
      String(bytes).padStart(9),
      times,
      ...[ratio, cpuRatio].map((by) => by.toFixed(2).padStart(6)),
    );
  }
  const ratios = results.map(({ ratio }) => ratio);
  const over = results.filter(({ ratio }) => ratio > GOAL);
  console.log(
    `median ratio ${median(ratios).toFixed(2)}, of processor time ${median(results.map(({ cpuRatio }) => cpuRatio)).toFixed(2)}; above ${GOAL}: ${over.map(({ id }) => id).join(', ') || 'none'}`,
  );
}

if (import.meta.main) await main();
