import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { CommandProblem, errorCode } from './problem.ts';

/** Finds a port of the loopback address that is free at this moment. */
export function findFreePort(host = '127.0.0.1'): Promise<number> {
  return listenOnce(0, host);
}

/** Returns a loopback address that nobody guesses; the usual one on macOS, which has no other. */
export function randomLoopback(): string {
  return process.platform === 'darwin' ? '127.0.0.1' : `127.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
}

/** Requires that a port is free on both loopback addresses, since `localhost` may mean either. @throws CommandProblem naming the obstacle. */
export async function checkPortIsFree(port: number): Promise<void> {
  for (const host of ['127.0.0.1', '::1']) {
    await listenOnce(port, host).catch((error) => {
      const code = errorCode(error);
      // A machine may have no IPv6.
      if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') return;
      throw new CommandProblem(`Port ${port} is taken or closed to you (${code}): choose another one with PORT=…`);
    });
  }
}

function listenOnce(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : port));
    });
  });
}
