const POLL_MS = 250;

/**
 * Fulfilled once the shell in which npm runs this process is gone: a SIGTERM to npm alone ends that shell and tells us
 * nothing. Started without npm, as with nohup, a process may outlive who started it.
 */
export function waitForNpmToEnd(): Promise<void> {
  const { ppid } = process;
  return new Promise((resolve) => {
    if (process.env['npm_lifecycle_event'] === undefined) return;
    const timer = setInterval(() => {
      if (process.ppid === ppid) return;
      clearInterval(timer);
      resolve();
    }, POLL_MS);
    timer.unref();
  });
}
