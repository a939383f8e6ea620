import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { startChild } from '../../../scripts/start/child.ts';
import { localCredentials } from '../../../scripts/start/local-credentials.ts';
import { CACHE } from '../programs.ts';

export const ROOT = join(import.meta.dirname, '../../..');
/** A region of China, whose partition has names and addresses of its own. */
export const REGION = 'cn-north-1';
const LIMIT_MS = 10 * 60_000;
const STOP_GRACE_MS = 5000;
/** Environment variables that could lead to a real account. */
const FOREIGN = /^(AWS_|CATERING_|DYNAMODB_ENDPOINT$|SEED_PASSWORD$|SLS_|SERVERLESS_)/;

/** The exit code of a command, and its output. */
export interface Outcome {
  readonly code: number | null;
  readonly output: string;
}

/** Variables that lead all requests to that address, and to no account. */
function variablesOf(address: string): Record<string, string> {
  const kept = Object.entries(process.env).filter(([name]) => !FOREIGN.test(name));
  return {
    ...Object.fromEntries(kept.map(([name, value = '']) => [name, value])),
    ...localCredentials,
    AWS_ENDPOINT_URL: address,
    // Our own client of the table does not know the SDK's variables.
    DYNAMODB_ENDPOINT: address,
    AWS_CONFIG_FILE: join(CACHE, 'no-config'),
    AWS_SHARED_CREDENTIALS_FILE: join(CACHE, 'no-credentials'),
    AWS_EC2_METADATA_DISABLED: 'true',
  };
}

/** Makes this process use that address, too. */
export function enter(address: string): void {
  for (const name of Object.keys(process.env)) if (FOREIGN.test(name)) delete process.env[name];
  Object.assign(process.env, variablesOf(address));
}

/** The command of the framework that deploys. */
export function serverlessOf(...args: readonly string[]): readonly string[] {
  return [
    join(dirname(createRequire(import.meta.url).resolve('serverless/package.json')), 'bin/serverless.js'),
    ...args,
  ];
}

/** Runs one of our commands, or another Node script, to its end. */
export async function runScript(
  args: readonly string[],
  {
    input = '',
    variables = {},
  }: { readonly input?: string; readonly variables?: Readonly<Record<string, string>> } = {},
): Promise<Outcome> {
  const child = await startChild(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...variables },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const { stdin, stdout, stderr } = child.process;
  stdin?.end(input);
  const timer = setTimeout(() => child.stop(STOP_GRACE_MS), LIMIT_MS);
  const [out, errors] = await Promise.all([stdout ? readText(stdout) : '', stderr ? readText(stderr) : '']);
  await child.ended;
  clearTimeout(timer);
  return { code: child.process.exitCode, output: `${out}${errors}`.trim() };
}
