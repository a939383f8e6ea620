import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const POLL_MS = 50;
/** Settings of the person who runs the tests must not reach the started processes. */
const PERSONAL_VARIABLES = /^(AWS_|CATERING_|PORT$|DATA_DIR$|DYNAMODB_ENDPOINT$|ADMIN_|DEMO$)/;

/** Progress is not shown, since it depends on the time. */
const WITHOUT_PROGRESS = { CATERING_PROGRESS: 'off' };

/** The exit code of a command, and its output. */
interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running command. */
export interface Run {
  readonly process: ChildProcess;
  /** Returns the text that it has written to standard output. */
  output(): string;
  /** Fulfilled when standard output contains the text; rejected if the command ends first. */
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
  const inherited = Object.entries(process.env).filter(([name]) => !PERSONAL_VARIABLES.test(name));
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...Object.fromEntries(inherited), ...WITHOUT_PROGRESS, ...variables },
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
  const inherited = Object.entries(env).filter(([name]) => !PERSONAL_VARIABLES.test(name));
  process.env = { ...Object.fromEntries(inherited), ...WITHOUT_PROGRESS, ...variables };
  process.argv = [process.execPath, join(ROOT, file), ...args];
  process.exitCode = 0;
  Object.defineProperty(process, 'stdin', { value: Readable.from(input), configurable: true });
  try {
    runCount += 1;
    // A module runs once per address, so each run has an address of its own.
    await import(`${pathToFileURL(join(ROOT, file))}?run=${runCount}`);
    return { code: Number(process.exitCode), stdout: texts[0] ?? '', stderr: texts[1] ?? '' };
  } finally {
    for (const [index, stream] of streams.entries()) stream.write = writes[index] ?? stream.write;
    Object.assign(process, { argv, env, exitCode });
    Object.defineProperty(process, 'stdin', { value: stdin });
  }
}

/** The ids of the children of a process, of their children, and so on. */
export function listDescendants(pid: number): number[] {
  const processes = listProcesses();
  const listBelow = (parentPid: number): number[] =>
    processes
      .filter((candidate) => candidate.parentPid === parentPid)
      .flatMap((candidate) => [candidate.pid, ...listBelow(candidate.pid)]);
  return listBelow(pid);
}

/** Waits until these processes have ended, at most `limitMs`, and returns those that still run. */
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
function listProcesses(): { pid: number; parentPid: number }[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' }).trim().split('\n');
  return rows.flatMap((row) => {
    const [pid, parentPid, state = ''] = row.trim().split(/\s+/);
    return state.startsWith('Z') ? [] : [{ pid: Number(pid), parentPid: Number(parentPid) }];
  });
}
