const POLL_MS = 250;

/**
 * Fulfilled when the shell in which npm runs this process is gone. A SIGTERM to npm alone ends that shell and is not
 * sent to us. A process started without npm, such as with nohup, may outlive its parent.
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
