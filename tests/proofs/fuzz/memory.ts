import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';
import type { Endpoint } from '../../../lib/http/endpoint.ts';
import { bundleFunctions } from '../../../scripts/build/main.ts';
import { localCredentials } from '../../../scripts/start/local-credentials.ts';
import { Examples } from '../../support/service/examples.ts';
import { findEndpoint } from '../../support/service/send.ts';
import type { TestService } from '../../support/service/service.ts';
import { filePart, setUpload } from './bodies.ts';
import { findFault } from './judge.ts';
import { type Draft, startDraft, toEvent } from './request.ts';
import { crowdedLists, crowdedSheets } from './sheets.ts';

/** The most memory of a function's whole process, in megabytes; part of it is for JavaScript's own objects. */
const MAX_MB = 256;
const HEAP_MB = 160;
const PROCESS = fileURLToPath(new URL('function.mjs', import.meta.url));
const KEYS = 'test:0123456789abcdef0123456789abcdef';
const MANY = 100_000;

const Measured = z.object({
  reply: z.object({ statusCode: z.int(), body: z.string() }),
  idleMb: z.number(),
  maxMb: z.number(),
  cpuMs: z.number(),
});

/** A request that takes as much as possible. */
interface Crowd {
  readonly name: string;
  readonly route: string;
  /** The source of the function. */
  readonly source: string;
  readonly fill: (draft: Draft) => void;
}

/** What such a request took. */
export interface Taken {
  readonly name: string;
  readonly status: number;
  /** Memory before the request. */
  readonly idleMb: number;
  readonly maxMb: number;
  readonly cpuMs: number;
  readonly fault: string | undefined;
}

const upload = (name: string, parts: () => readonly Uint8Array[]): Crowd => ({
  name: `upload of ${name}`,
  route: 'PUT /api/ingredient/mark',
  source: 'functions/mark/set-mark.ts',
  fill: (draft) => setUpload(draft, parts()),
});
const form = (name: string, parameters: () => [string, string][]): Crowd => ({
  name: `form of ${name}`,
  route: 'POST /api/nutrition',
  source: 'functions/standard/update-standard.ts',
  fill: (draft) => draft.pairs.push(...parameters()),
});

/** Every workbook, list and form there is to try. */
export const crowds: readonly Crowd[] = [
  ...Object.entries(crowdedSheets).map(([name, make]) =>
    upload(`a workbook: ${name}`, () => [filePart('a.xlsx', make())]),
  ),
  ...Object.entries(crowdedLists).map(([name, make]) => upload(`a list: ${name}`, () => [filePart('a.csv', make())])),
  upload('ten workbooks: cells', () => Array(10).fill(filePart('a.xlsx', crowdedSheets.cells()))),
  form('100,000 parameters', () => Array.from({ length: MANY }, (_, index) => [`p${index}`, ''])),
  form('deep JSON', () => [['foodCategoryWeek', '['.repeat(160_000) + ']'.repeat(160_000)]]),
  form('wide JSON', () => [
    ['foodCategoryWeek', `{${Array.from({ length: 40_000 }, (_, index) => `"k${index}":1`).join(',')}}`],
  ]),
];

/**
 * Sends each of these requests to the built function in a process of its own, and measures the whole process: at most
 * 256 MB, 2 s of processor time, and 200 or a 4xx in the envelope.
 */
export async function measureCrowds(chosen: readonly Crowd[], report: (taken: Taken) => void): Promise<Taken[]> {
  const folder = await mkdtemp(join(tmpdir(), 'catering-fuzz-'));
  const examples = await Examples.build();
  try {
    await writeBundles(chosen, folder);
    const all: Taken[] = [];
    for (const crowd of chosen) {
      const taken = await measure(crowd, examples, folder);
      report(taken);
      all.push(taken);
    }
    return all;
  } finally {
    await examples.service.stop();
    await rm(folder, { recursive: true });
  }
}

async function writeBundles(chosen: readonly Crowd[], folder: string): Promise<void> {
  const sources = [...new Set(chosen.map(({ source }) => source))];
  await bundleFunctions(sources, { outdir: folder });
}

function bundleSource(source: string, folder: string): string {
  return join(folder, source.replace(/^functions\/(.*)\.ts$/, '$1.mjs'));
}

async function measure({ name, route, source, fill }: Crowd, examples: Examples, folder: string): Promise<Taken> {
  const { token, parameters } = examples.getCall(route);
  const endpoint = findEndpoint(examples.service, route);
  const draft = startDraft(endpoint, parameters);
  fill(draft);
  const file = join(folder, 'event.json');
  await writeFile(file, JSON.stringify(toEvent(draft, token)));
  const args = [`--max-old-space-size=${HEAP_MB}`, PROCESS, bundleSource(source, folder), file];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, { env: makeEnvironment(examples.service) });
    const { reply, ...figures } = Measured.parse(JSON.parse(stdout));
    const fault = judge(endpoint, reply, figures);
    return { name, status: reply.statusCode, ...figures, fault };
  } catch (error) {
    return {
      name,
      status: 0,
      idleMb: 0,
      maxMb: 0,
      cpuMs: 0,
      fault: `ended the process: ${String(error).slice(0, 500)}`,
    };
  }
}

function judge(
  endpoint: Endpoint,
  reply: z.output<typeof Measured>['reply'],
  figures: { maxMb: number; cpuMs: number },
) {
  if (figures.maxMb > MAX_MB) return `took ${figures.maxMb} MB`;
  return findFault({ endpoint, reply, cpuMs: figures.cpuMs, mayPass: undefined, hasWritten: false });
}

function makeEnvironment({ deps: { env } }: TestService): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ...localCredentials,
    CATERING_TABLE: env.table,
    CATERING_SIGNING_KEYS: KEYS,
    CATERING_LOG_LEVEL: 'silent',
    AWS_REGION: env.region,
    DYNAMODB_ENDPOINT: env.endpoint ?? '',
  };
}
