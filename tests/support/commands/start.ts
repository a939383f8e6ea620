import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const POLL_MS = 50;
/** Settings of the person who runs the tests must not reach the started processes. */
const PERSONAL_SETTINGS = /^(AWS_|CATERING_|PORT$|DATA_DIR$|DYNAMODB_ENDPOINT$|ADMIN_|DEMO$)/;

/** Progress is not shown, since it depends on the time. */
const QUIET = { CATERING_PROGRESS: 'off' };

/** The exit code of a script, and its output. */
interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running script. */
export interface Run {
  readonly process: ChildProcess;
  /** Returns the text that it has written to standard output. */
  output(): string;
  /** Fulfilled when standard output contains the text; rejected where the script ends before. */
  waitFor(text: string): Promise<void>;
  readonly outcome: Promise<Outcome>;
}

/** Starts a command, such as `scripts/seed/main.ts`, with these variables added to the environment. */
export function launch(file: string, args: readonly string[], variables: Readonly<Record<string, string>>): Run {
  return launchCommand(process.execPath, [file, ...args], variables);
}

/** Starts a command in the project's folder, with these variables added to the environment. */
export function launchCommand(
  command: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
): Run {
  const inherited = Object.entries(process.env).filter(([name]) => !PERSONAL_SETTINGS.test(name));
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...Object.fromEntries(inherited), ...QUIET, ...variables },
    stdio: 'pipe',
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  let hasEnded = false;
  const outcome = new Promise<Outcome>((resolve) => {
    child.once('close', (code) => {
      hasEnded = true;
      resolve({ code, stdout, stderr });
    });
  });
  const waitFor = async (text: string) => {
    while (!stdout.includes(text)) {
      if (hasEnded) throw new Error(`ended without "${text}":\n${stdout}\n${stderr}`);
      await Promise.race([once(child.stdout, 'data'), outcome]);
    }
  };
  return { process: child, output: () => stdout, waitFor, outcome };
}

let lastRun: Promise<unknown> = Promise.resolve();
let runCount = 0;

/**
 * Runs a command in this process, which has compiled much of it already: the same file, arguments, variables, standard
 * input and outcome as with `launch`, in a tenth of the time. Commands run one after the other, since they share the
 * process's streams and environment.
 */
export function runInProcess(
  file: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
  input = '',
): Promise<Outcome> {
  const outcome = lastRun.then(() => runAlone(file, args, variables, input));
  lastRun = outcome.catch(() => {});
  return outcome;
}

async function runAlone(
  file: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
  input: string,
): Promise<Outcome> {
  const { argv, env, exitCode, stdin } = process;
  const streams = [process.stdout, process.stderr];
  const writes = streams.map((stream) => stream.write);
  const texts = ['', ''];
  for (const [index, stream] of streams.entries()) {
    stream.write = (text: string | Uint8Array) => {
      texts[index] += typeof text === 'string' ? text : Buffer.from(text).toString();
      return true;
    };
  }
  const inherited = Object.entries(env).filter(([name]) => !PERSONAL_SETTINGS.test(name));
  process.env = { ...Object.fromEntries(inherited), ...QUIET, ...variables };
  process.argv = [process.execPath, join(ROOT, file), ...args];
  process.exitCode = 0;
  Object.defineProperty(process, 'stdin', { value: Readable.from(input), configurable: true });
  try {
    runCount += 1;
    // Under another name it is a new module, so that it runs.
    await import(`${pathToFileURL(join(ROOT, file))}?run=${runCount}`);
    return { code: Number(process.exitCode), stdout: texts[0] ?? '', stderr: texts[1] ?? '' };
  } finally {
    for (const [index, stream] of streams.entries()) stream.write = writes[index] ?? stream.write;
    Object.assign(process, { argv, env, exitCode });
    Object.defineProperty(process, 'stdin', { value: stdin });
  }
}

/** The ids of all processes below one, at any depth. */
export function listDescendants(pid: number): number[] {
  const processes = listProcesses();
  const below = (parent: number): number[] =>
    processes
      .filter((candidate) => candidate.parent === parent)
      .flatMap((candidate) => [candidate.pid, ...below(candidate.pid)]);
  return below(pid);
}

/** Returns the processes that still run after they had time to end. */
export async function findSurvivors(pids: readonly number[], limitMs: number): Promise<number[]> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const alive = listProcesses().map((candidate) => candidate.pid);
    const survivors = pids.filter((pid) => alive.includes(pid));
    if (survivors.length === 0 || Date.now() > deadline) return survivors;
    await sleep(POLL_MS);
  }
}

/** All running processes, without those that have ended and only wait until somebody reads their exit code. */
function listProcesses(): { pid: number; parent: number }[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' }).trim().split('\n');
  return rows.flatMap((row) => {
    const [pid, parent, state = ''] = row.trim().split(/\s+/);
    return state.startsWith('Z') ? [] : [{ pid: Number(pid), parent: Number(parent) }];
  });
}
