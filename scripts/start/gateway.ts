import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Child, startChild } from './child.ts';
import { findFreePort } from './port.ts';
import { describeError, Problem } from './problem.ts';
import { RotatingLog } from './rotating-log.ts';
import { words } from './words.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const READY_LIMIT_MS = 180_000;
const POLL_MS = 25;
const PROBE_TIMEOUT_MS = 10_000;
/** A little longer than serverless-offline waits for running calls. */
const STOP_GRACE_MS = 7000;
const LOG_TAIL_LINES = 12;

/** The local API gateway with the functions behind it. */
export interface Gateway {
  /** Fulfilled when it has ended, with a text for the cause and the end of its log. */
  readonly ended: Promise<string>;
  /**
   * Waits until the service answers.
   * @throws Problem where it does not.
   */
  waitUntilReady(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts serverless-offline on a port of 127.0.0.1. Its output is written to the log file at `path`. */
export async function startGateway(port: number, path: string, environment: NodeJS.ProcessEnv): Promise<Gateway> {
  const lambdaPort = await findFreePort([port]);
  const ports = ['--httpPort', String(port), '--lambdaPort', String(lambdaPort)];
  const args = ['offline', 'start', '--stage', 'local', '--host', '127.0.0.1', ...ports, '--noSponsor'];
  const child = await startChild(process.execPath, [findServerless(), ...args], {
    cwd: ROOT,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = new RotatingLog(path);
  for (const stream of [child.process.stdout, child.process.stderr]) {
    if (stream) createInterface(stream).on('line', (line) => log.write(Buffer.from(`${withoutAddresses(line)}\n`)));
  }
  const closed = once(child.process, 'close');
  return {
    ended: describeEnd(child, closed, path),
    waitUntilReady: () => waitUntilReady(port, path),
    stop: async () => {
      await child.stop(STOP_GRACE_MS);
      await closed;
      log.close();
    },
  };
}

/** A line of the log without the secret part of a screen's address. */
export function withoutAddresses(line: string): string {
  return line.replace(/\/screen\/[^\s?"']+/g, '/screen/…');
}

async function describeEnd(child: Child, closed: Promise<unknown>, log: string): Promise<string> {
  const [cause] = await Promise.all([child.ended, closed]);
  const lines = (await readFile(log, 'utf8').catch(() => '')).split('\n').filter((line) => line.trim() !== '');
  return `${cause}; ${log} ends with:\n${lines.slice(-LOG_TAIL_LINES).join('\n')}`;
}

function findServerless(): string {
  const file = createRequire(import.meta.url).resolve('serverless/package.json');
  return join(dirname(file), 'bin', 'serverless.js');
}

async function waitUntilReady(port: number, log: string): Promise<void> {
  const deadline = Date.now() + READY_LIMIT_MS;
  while (Date.now() < deadline) {
    const answer = await probe(port);
    if (answer === 'ready') return;
    if (answer !== 'silent') throw new Problem(words.wrongAnswer(answer, log));
    await sleep(POLL_MS);
  }
  throw new Problem(words.noAnswer(port, READY_LIMIT_MS / 1000, log));
}

/** Asks who is signed in, without a token. A refusal in our envelope shows that functions run and are configured. */
async function probe(port: number): Promise<string> {
  let response: Response;
  try {
    response = await fetch(`http://127.0.0.1:${port}/api/me`, {
      // An open connection would delay the gateway's end.
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
  } catch (error) {
    const isRefused = error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError');
    return isRefused ? 'silent' : describeError(error);
  }
  const text = await response.text();
  return /"reason":\s*"not_signed_in"/.test(text) ? 'ready' : `${response.status} ${text.slice(0, 300)}`;
}
