import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { buildFunctions } from '../../scripts/build/main.ts';
import { makeEvent } from '../support/service/service.ts';
import type { Setup } from '../support/service/setup.ts';
import { toEnvironment } from './cold/cold.ts';

const run = promisify(execFile);

const SOURCE = 'functions/unit/select-units.ts';
/** Lambda's settings of Node in a function of 256 MB: a tenth for new objects, the rest for old ones. */
const LAMBDA_FLAGS = ['--max-semi-space-size=12', '--max-old-space-size=231'];
const CALLS = 50;

/** Resident memory of a warm function that searches all units, in MB of 1,000,000 bytes. */
export interface MemoryResult {
  readonly units: number;
  /** After the module was loaded. */
  readonly loadedMb: number;
  /** After the first search, which takes all rows into memory. */
  readonly coldMb: number;
  /** After fifty more searches. */
  readonly warmMb: number;
}

const Measured = z.object({ loadedMb: z.number(), coldMb: z.number(), warmMb: z.number(), found: z.int() });

const SCRIPT = `
  const [path, event, calls] = process.argv.slice(1);
  const context = { awsRequestId: 'memory', functionName: 'memory', getRemainingTimeInMillis: () => 30000 };
  const resident = () => process.memoryUsage().rss / 1e6;
  const { handler } = await import(path);
  const call = () => handler(JSON.parse(event), context);
  const loadedMb = resident();
  const reply = await call();
  const coldMb = resident();
  for (let count = 0; count < Number(calls); count++) await call();
  const found = JSON.parse(reply.body).body.length;
  process.stdout.write('\\n' + JSON.stringify({ loadedMb, coldMb, warmMb: resident(), found }));
  process.exit();
`;

/**
 * Runs the deployed search for units, in a process that is started as Lambda starts it.
 * @throws Error where the search finds nothing: then nothing would be measured.
 */
export async function measureMemory(setup: Setup, units: number, keyword: string): Promise<MemoryResult> {
  const folder = await mkdtemp(join(tmpdir(), 'catering-memory-'));
  try {
    const [bundle] = (await buildFunctions([SOURCE])).outputFiles;
    if (!bundle) throw new Error(`${SOURCE} has not been built`);
    const module = join(folder, 'select-units.mjs');
    await writeFile(module, bundle.contents);
    const event = makeEvent('GET /api/vender/select', { keyword }, { token: setup.admin });
    const args = [
      ...LAMBDA_FLAGS,
      '--input-type=module',
      '-e',
      SCRIPT,
      '--',
      module,
      JSON.stringify(event),
      `${CALLS}`,
    ];
    const measure = async () => {
      const { stdout } = await run(process.execPath, args, { env: await toEnvironment(setup.service) });
      return Measured.parse(JSON.parse(stdout.split('\n').at(-1) ?? ''));
    };
    // The very first function leaves the copies that every later one starts from.
    await measure();
    const { found, ...result } = await measure();
    if (found === 0) throw new Error(`no unit has ${keyword} in its name`);
    return { units, ...result };
  } finally {
    await rm(folder, { recursive: true });
  }
}
