import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 10;
const STRAGGLER_MS = 300;
const isPosix = process.platform !== 'win32';

/** A process that we started and that ends with us. */
export interface Child {
  readonly process: ChildProcess;
  /** Fulfilled when it has ended for any reason, with a text such as `exit code 1`. */
  readonly ended: Promise<string>;
  /** Asks it to end. After the grace time it is killed, with everything that it started. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Starts a process in a group of its own, so that Ctrl-C reaches it only through us, and `stop` also ends what it
 * started itself. It does not outlive this process: a normal exit ends it, and so does a hard kill (see `startWarden`;
 * on Windows only the normal exit does).
 * @throws Error of the system where the command cannot be run, such as ENOENT.
 */
export async function startChild(command: string, args: readonly string[], options: SpawnOptions): Promise<Child> {
  const child = spawn(command, args, { ...options, detached: isPosix, windowsHide: true });
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`));
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${command} has no process id`);

  const killNow = () => signalGroup(pid, 'SIGKILL');
  process.once('exit', killNow);
  const releaseWarden = startWarden(pid);
  let isOver = false;
  void ended.then(() => {
    isOver = true;
    process.off('exit', killNow);
    releaseWarden();
  });

  const stop = async (graceMs: number) => {
    if (isOver) return;
    signalGroup(pid, 'SIGTERM');
    const timer = setTimeout(killNow, graceMs);
    await ended;
    clearTimeout(timer);
    // Processes that it started may need a little longer. The wait is limited: a process that has ended stays in the
    // group until somebody reads its exit code, which in a container may never happen.
    const deadline = Date.now() + STRAGGLER_MS;
    while (Date.now() < deadline && signalGroup(pid, 0)) await sleep(POLL_MS);
    killNow();
  };
  return { process: child, ended, stop };
}

/** Sends a signal to the group of `pid`; false where the group is gone. Signal 0 only asks. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(isPosix ? -pid : pid, signal);
  } catch {
    return false;
  }
}

/**
 * Waits for a line. The line never comes if the writer dies: then the end of the input tells that we are dead. The group
 * has two seconds to end: nobody waits for its answers any more, and the next start needs its port. Some systems sleep
 * for whole seconds only.
 */
const WARDEN = `read -r _ && exit
kill -s TERM -- "-$1"
left=20
while [ "$left" -gt 0 ]; do
  kill -s 0 -- "-$1" || exit
  if sleep 0.1; then left=$((left - 1)); else sleep 1; left=$((left - 10)); fi
done
kill -s KILL -- "-$1"`;

/**
 * Starts a small shell that ends the group if this process is killed hard: our death closes the pipe that it reads.
 * Returns a function that ends the shell.
 */
function startWarden(group: number): () => void {
  if (!isPosix) return () => {};
  const warden = spawn('/bin/sh', ['-c', WARDEN, 'warden', String(group)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  // Without a shell, or if somebody kills it, a normal exit still ends the child.
  warden.on('error', () => {});
  warden.stdin.on('error', () => {});
  warden.unref();
  return () => warden.stdin.end('\n');
}
