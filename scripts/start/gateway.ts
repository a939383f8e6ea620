import { openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startChild } from './child.ts';
import { CommandProblem } from './problem.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** How long the service may take until it answers. */
const READY_LIMIT_MS = 180_000;
const POLL_MS = 25;
/** How long one probe may take: the first call loads a function. */
const PROBE_TIMEOUT_MS = 10_000;
/** A little longer than serverless-offline waits for running calls. */
const STOP_GRACE_MS = 7000;
const LOG_TAIL_LINES = 12;

/** The local API gateway with the functions behind it. */
export interface Gateway {
  /** Resolves when it has ended, to a text with the cause and the end of its log. */
  readonly ended: Promise<string>;
  /** Waits until the service answers. @throws CommandProblem where it does not. */
  waitUntilReady(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts serverless-offline on a port of 127.0.0.1. Its output is written to a new log file. Its second server, which
 * runs functions without authentication, gets a socket that only the owner may open, instead of a port.
 */
export async function startGateway(port: number, logFile: string, environment: NodeJS.ProcessEnv): Promise<Gateway> {
  const folder = await mkdtemp(join(tmpdir(), 'catering-'));
  const socket = process.platform === 'win32' ? `\\\\.\\pipe\\${basename(folder)}` : join(folder, 'functions');
  const packageFile = createRequire(import.meta.url).resolve('serverless/package.json');
  const serverless = join(dirname(packageFile), 'bin/serverless.js');
  const ports = ['--httpPort', String(port), '--lambdaPort', socket];
  const args = ['offline', 'start', '--stage', 'local', '--host', '127.0.0.1', ...ports, '--noSponsor'];
  const logDescriptor = openSync(logFile, 'w', 0o600);
  const child = await startChild(process.execPath, [serverless, ...args], {
    cwd: ROOT,
    env: { ...environment, ...limitMemory(environment) },
    stdio: ['ignore', logDescriptor, logDescriptor],
  });
  const describeEnd = async () => {
    const cause = await child.ended;
    const lines = (await readFile(logFile, 'utf8')).split('\n').filter((line) => line.trim() !== '');
    return `${cause}; ${logFile} ends with:\n${lines.slice(-LOG_TAIL_LINES).join('\n')}`;
  };
  return {
    ended: describeEnd(),
    waitUntilReady: () => waitUntilReady(port, logFile),
    stop: async () => {
      await child.stop(STOP_GRACE_MS);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Limits glibc's heaps and V8's young space. Otherwise threads and their garbage take some hundred megabytes more. */
function limitMemory({ NODE_OPTIONS = '' }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { MALLOC_ARENA_MAX: '2', NODE_OPTIONS: `${NODE_OPTIONS} --max-semi-space-size=4` };
}

async function waitUntilReady(port: number, logFile: string): Promise<void> {
  const deadline = Date.now() + READY_LIMIT_MS;
  while (Date.now() < deadline) {
    const answer = await probe(port);
    if (answer?.status === 401) return;
    if (answer)
      throw new CommandProblem(`The service does not work: it answers ${await answer.text()}; see ${logFile}`);
    await sleep(POLL_MS);
  }
  throw new CommandProblem(`No answer on port ${port} within ${READY_LIMIT_MS / 1000} seconds; see ${logFile}`);
}

/** Sends a call without a token. The answer 401 shows that functions run and are configured. */
async function probe(port: number): Promise<Response | undefined> {
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
  // An open connection would delay the gateway's end.
  const headers = { connection: 'close' };
  return fetch(`http://127.0.0.1:${port}/api/me`, { headers, signal }).catch(() => undefined);
}
