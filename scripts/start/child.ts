import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 10;
const STRAGGLER_MS = 300;
const isPosix = process.platform !== 'win32';

/** A process that we started and that ends with us. */
export interface Child {
  readonly process: ChildProcess;
  /** Fulfilled when it has ended, by whatever cause, with words for it such as `exit code 1`. */
  readonly ended: Promise<string>;
  /** Asks it to end; kills it, and all it started, once the grace is over. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Starts a process in a group of its own, so that Ctrl-C reaches it only through us and `stop` takes along what it
 * starts itself. It does not outlive this process: a normal exit ends it, and so does a kill that we cannot catch
 * (see `startWarden`; on Windows only the normal exit does).
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
    // What it has started itself may take a little longer. Not for long: one that has ended stays in the group until
    // somebody reads its exit code, which in a container may be nobody.
    const deadline = Date.now() + STRAGGLER_MS;
    while (Date.now() < deadline && signalGroup(pid, 0)) await sleep(POLL_MS);
    killNow();
  };
  return { process: child, ended, stop };
}

/** Signals the group that `pid` leads; false where it is gone. Signal 0 only asks. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(isPosix ? -pid : pid, signal);
  } catch {
    return false;
  }
}

/** Waits for a line that never comes if the writer dies; the end of its input then means that we are dead. */
const WARDEN = `read -r _ && exit
kill -s TERM -- "-$1"
for _ in 1 2 3 4 5 6; do kill -s 0 -- "-$1" || exit; sleep 1; done
kill -s KILL -- "-$1"`;

/**
 * A shell of about a megabyte that ends the group should this process be killed hard: our death closes the pipe that
 * it reads. Returns how to send it home.
 */
function startWarden(group: number): () => void {
  if (!isPosix) return () => {};
  const warden = spawn('/bin/sh', ['-c', WARDEN, 'warden', String(group)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  // Without a shell, or with one killed by hand, a normal exit still ends the child.
  warden.on('error', () => {});
  warden.stdin.on('error', () => {});
  warden.unref();
  return () => warden.stdin.end('\n');
}
