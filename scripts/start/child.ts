import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

const isPosix = process.platform !== 'win32';

/** A process that this process has started and that ends with it. */
export interface Child {
  readonly process: ChildProcess;
  /** Resolves when it has ended for any reason, to a text such as `exit code 1`. */
  readonly ended: Promise<string>;
  /** Sends SIGTERM. After the grace time it is killed, with all processes that it has started. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Starts a process in a group of its own, so that Ctrl-C reaches it only through us, and `stop` also ends what it
 * started itself. It does not outlive us: a normal exit ends it, and so does a hard kill (on Windows only the former).
 * @throws Error of the system where the command cannot be run, such as ENOENT.
 */
export async function startChild(command: string, args: readonly string[], options: SpawnOptions): Promise<Child> {
  const child = spawn(command, args, { ...options, detached: isPosix, windowsHide: true });
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`));
  });
  await once(child, 'spawn');
  const killNow = () => signalGroup(child, 'SIGKILL');
  process.once('exit', killNow);
  const releaseWarden = startWarden(child);
  let isOver = false;
  void ended.then(() => {
    isOver = true;
    process.off('exit', killNow);
    releaseWarden();
  });
  const stop = async (graceMs: number) => {
    if (!isOver) signalGroup(child, 'SIGTERM');
    const timer = setTimeout(killNow, graceMs);
    await ended;
    clearTimeout(timer);
    killNow();
  };
  return { process: child, ended, stop };
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(isPosix ? -pid : pid, signal);
  } catch {
    // The group is gone.
  }
}

/** Waits for a line. If the writer was killed, the input ends without one, and the group is killed. */
const WARDEN = 'read -r _ && exit; kill -s TERM -- "-$1"; sleep 2; kill -s KILL -- "-$1"';

/** Starts a shell that ends the group if we are killed, as test runners kill workers. The returned function ends the shell. */
function startWarden({ pid }: ChildProcess): () => void {
  if (!isPosix) return () => {};
  const warden = spawn('/bin/sh', ['-c', WARDEN, 'warden', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  // Without a shell a normal exit still ends the child.
  warden.on('error', () => {});
  warden.stdin.on('error', () => {});
  warden.unref();
  return () => warden.stdin.end('\n');
}
