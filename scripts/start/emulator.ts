import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Child, startChild } from './child.ts';
import { findFreePort } from './port.ts';
import { describeError, Problem } from './problem.ts';
import { words } from './words.ts';

const ATTEMPTS = 5;
const START_LIMIT_MS = 15_000;
/** Includes a download that npx may need. */
const DOWNLOAD_LIMIT_MS = 180_000;
const STOP_GRACE_MS = 3000;
/** The version of package.json, so that npx runs no other major version. */
const NPX_PACKAGE = 'dynoxide@^1.2.1';

/** A running DynamoDB emulator that we started. */
export interface Emulator {
  readonly endpoint: string;
  /** Fulfilled when it has ended, with a text for the cause. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly limitMs: number;
}

/**
 * Starts the embedded DynamoDB (dynoxide) on a free port of the loopback address, in memory or on a database file, and
 * waits until it answers. It ends with `stop()` and does not outlive this process.
 * @throws Problem where no emulator exists for this platform or it does not start.
 */
export async function startEmulator(options: { readonly dbPath?: string } = {}): Promise<Emulator> {
  const command = findCommand();
  for (let attempt = 1; ; attempt++) {
    const port = await findFreePort();
    const started = await tryStart(command, port, options.dbPath);
    if (typeof started !== 'string') return started;
    // Somebody may take the port between our choice and its use.
    if (/in use/i.test(started) && attempt < ATTEMPTS) continue;
    const onThis = `${process.platform}-${process.arch}`;
    throw new Problem(
      command.file === 'npx'
        ? words.noEmulator(onThis, `npx ${NPX_PACKAGE}: ${started}`)
        : words.emulatorFailed(options.dbPath, started),
    );
  }
}

/** The binary of the optional package for this platform, or npx where it is not installed. */
function findCommand(): Command {
  const name = `@dynoxide/${process.platform}-${process.arch}`;
  const binary = process.platform === 'win32' ? 'dynoxide.exe' : 'dynoxide';
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    const file = join(folder, binary);
    if (existsSync(file)) return { file, args: [], limitMs: START_LIMIT_MS };
  } catch {
    // Not installed: none exists for this platform, or optional packages were left out.
  }
  return { file: 'npx', args: ['--yes', NPX_PACKAGE], limitMs: DOWNLOAD_LIMIT_MS };
}

/** The running emulator, or the reason why it does not run. */
async function tryStart(command: Command, port: number, dbPath: string | undefined): Promise<Emulator | string> {
  const args = [...command.args, 'serve', '--host', '127.0.0.1', '-p', String(port)];
  if (dbPath !== undefined) args.push('--db-path', dbPath);
  let child: Child;
  try {
    child = await startChild(command.file, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      // On Windows npx is a batch file, which only a shell runs.
      shell: command.file === 'npx' && process.platform === 'win32',
    });
  } catch (error) {
    return describeError(error);
  }
  const failure = await waitUntilListening(child, port, command.limitMs);
  if (failure !== undefined) {
    await child.stop(STOP_GRACE_MS);
    return failure;
  }
  return { endpoint: `http://127.0.0.1:${port}`, ended: child.ended, stop: () => child.stop(STOP_GRACE_MS) };
}

/**
 * Fulfilled when the process itself reports that it listens on the port, which it does after binding it: a mere answer
 * on the port could come from anyone. The value is the reason why it does not listen, if so.
 */
function waitUntilListening(child: Child, port: number, limitMs: number): Promise<string | undefined> {
  const { stderr } = child.process;
  return new Promise((resolve) => {
    let text = '';
    const timer = setTimeout(() => resolve(`no answer within ${limitMs / 1000} seconds`), limitMs);
    const finish = (failure: string | undefined) => {
      clearTimeout(timer);
      resolve(failure);
    };
    // Reading never stops: if nobody empties the pipe, it fills up and blocks the emulator.
    stderr?.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-4000);
      if (text.includes(`listening on http://127.0.0.1:${port}\n`)) finish(undefined);
    });
    void child.ended.then((cause) => finish(findComplaint(text) ?? cause));
  });
}

/** The first line about an error, or else the last line. */
function findComplaint(text: string): string | undefined {
  const lines = text.trim().split('\n');
  const line = lines.find((candidate) => /error/i.test(candidate)) ?? lines.at(-1);
  return line?.replace(/^error: /, '').replace(/\.$/, '') || undefined;
}
