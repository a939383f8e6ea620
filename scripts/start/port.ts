import { connect, createServer } from 'node:net';
import { codeOf, Problem } from './problem.ts';
import { words } from './words.ts';

const LOOPBACK = ['127.0.0.1', '::1'];

/** A port of the loopback address that was free a moment ago. */
export async function findFreePort(exclude: readonly number[] = []): Promise<number> {
  for (;;) {
    const port = await listenOnce(0);
    // The system may return an excluded port.
    if (!exclude.includes(port)) return port;
  }
}

/**
 * Demands that the port is free, and that nothing answers there on either loopback address: `localhost` may mean both,
 * and would lead to another program.
 * @throws Problem naming the obstacle.
 */
export async function checkPortIsFree(port: number): Promise<void> {
  const answers = await Promise.all(LOOPBACK.map((host) => isAnswered(host, port)));
  try {
    if (!answers.includes(true)) await listenOnce(port);
    else throw Object.assign(new Error(), { code: 'EADDRINUSE' });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EADDRINUSE') {
      throw new Problem(words.portTaken(port));
    }
    if (code === 'EACCES') throw new Problem(words.portClosed(port));
    throw error;
  }
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const bound = address !== null && typeof address === 'object' ? address.port : port;
      server.close(() => resolve(bound));
    });
  });
}

function isAnswered(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 1000 });
    const finish = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket.once('connect', () => finish(true));
    socket.once('timeout', () => finish(false));
    socket.once('error', () => finish(false));
  });
}
