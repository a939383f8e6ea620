import { createServer } from 'node:net';
import { codeOf, Problem } from './problem.ts';

/** A port of the loopback address that was free a moment ago. */
export function findFreePort(): Promise<number> {
  return listenOnce(0, '127.0.0.1');
}

/**
 * Demands that the port is free on both loopback addresses: `localhost` may mean either.
 * @throws Problem naming the obstacle.
 */
export async function checkPortIsFree(port: number): Promise<void> {
  for (const host of ['127.0.0.1', '::1']) {
    await listenOnce(port, host).catch((error) => {
      const code = codeOf(error);
      // A machine may have no IPv6.
      if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') return;
      throw new Problem(`Port ${port} is taken or closed to you (${code}): choose another one with PORT=…`);
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
