import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Child, startChild } from './child.ts';
import { findFreePort, randomLoopback } from './port.ts';
import { CommandProblem, describeError } from './problem.ts';

/** How long a start may take, with the download that npx may need. */
const START_LIMIT_MS = 180_000;
const STOP_GRACE_MS = 3000;
/** The version of package.json, so that npx runs no other major version. */
const NPX_PACKAGE = 'dynoxide@^1.2.1';

/** A running DynamoDB emulator that this process has started. */
export interface Emulator {
  readonly endpoint: string;
  /** Resolves when it has ended, to a text about the cause. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts the embedded DynamoDB (dynoxide) on a free port of a loopback address, in memory or on a database file, and
 * waits until it answers. It ends with `stop()`. Whoever knows its address may read and change everything, web pages
 * that are open in a browser included: the address is random.
 * @throws CommandProblem where no emulator exists for this platform or it does not start.
 */
export async function startEmulator({ dbPath }: { readonly dbPath?: string } = {}): Promise<Emulator> {
  const host = randomLoopback();
  const port = await findFreePort(host);
  const binary = findBinary();
  const args = ['serve', '--host', host, '-p', String(port), ...(dbPath === undefined ? [] : ['--db-path', dbPath])];
  try {
    const child =
      binary === undefined
        ? // On Windows npx is a batch file, which only a shell runs.
          await start('npx', ['--yes', NPX_PACKAGE, ...args], process.platform === 'win32')
        : await start(binary, args, false);
    const stop = () => child.stop(STOP_GRACE_MS);
    const endpoint = `http://${host}:${port}`;
    await waitUntilListening(child, endpoint).catch((error) => stop().then(() => Promise.reject(error)));
    return { endpoint, ended: child.ended, stop };
  } catch (error) {
    const advice =
      binary === undefined
        ? `there is no binary for ${process.platform}-${process.arch}; set DYNAMODB_ENDPOINT to an emulator that runs`
        : 'if its data are damaged, npm start -- --fresh begins anew';
    throw new CommandProblem(
      `The embedded DynamoDB did not start${dbPath ? ` on ${dbPath}` : ''}: ${describeError(error)}; ${advice}`,
    );
  }
}

function start(command: string, args: readonly string[], usesShell: boolean): Promise<Child> {
  return startChild(command, args, { stdio: ['ignore', 'ignore', 'pipe'], shell: usesShell });
}

/** Finds the binary of the optional package for this platform. */
function findBinary(): string | undefined {
  const name = `@dynoxide/${process.platform}-${process.arch}`;
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    const file = join(folder, process.platform === 'win32' ? 'dynoxide.exe' : 'dynoxide');
    return existsSync(file) ? file : undefined;
  } catch {
    return undefined;
  }
}

/** Resolves when the process itself reports that it listens. A mere answer on the port could come from another process. */
function waitUntilListening(child: Child, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => reject(new Error('no answer')), START_LIMIT_MS);
    // Reading never stops: if nobody empties the pipe, it fills up and blocks the emulator.
    child.process.stderr?.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-4000);
      if (text.includes(`listening on ${address}\n`)) resolve();
    });
    void child.ended.then((cause) => reject(new Error(text.trim() || cause)));
    child.ended.finally(() => clearTimeout(timer));
    timer.unref();
  });
}
