import type { SpawnOptions } from 'node:child_process';
import { startChild } from '../../scripts/start/child.ts';
import { describeError, Problem } from '../../scripts/start/problem.ts';

/** On a busy machine a Java or Python program starts slowly. */
const START_LIMIT_MS = 120_000;
const STOP_GRACE_MS = 5000;
const KEPT = 20_000;

/** A server of another program. It ends with us. */
export interface Listener {
  readonly address: string;
  /** The end of its output. */
  output(): string;
  stop(): Promise<void>;
}

/**
 * Starts a program that prints the address on 127.0.0.1 where it listens.
 * @throws Problem where it does not.
 */
export async function startListener(
  file: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'env' | 'cwd'>,
): Promise<Listener> {
  let output = '';
  const child = await startChild(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }).catch((error) => {
    throw new Problem(`${file} cannot be started: ${describeError(error)}`);
  });
  const heard = new Promise<string>((resolve) => {
    // Reading never stops: if nobody empties the pipe, it fills up and blocks the server.
    for (const stream of [child.process.stdout, child.process.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output = (output + chunk).slice(-KEPT);
        const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
        if (address) resolve(address);
      });
    }
  });
  const limit = AbortSignal.timeout(START_LIMIT_MS);
  const late = new Promise<string>((resolve) => {
    limit.addEventListener('abort', () => resolve('does not answer'), { once: true });
  });
  const first = await Promise.race([heard, late, child.ended]);
  const stop = () => child.stop(STOP_GRACE_MS);
  if (first.startsWith('http')) return { address: first, output: () => output, stop };
  await stop();
  throw new Problem(`${file} did not start (${first}):\n${output.trim()}`);
}
