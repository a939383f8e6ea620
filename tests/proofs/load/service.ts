import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '../../../scripts/start/port.ts';
import { descendantsOf, launch, type Run } from '../../support/commands/start.ts';

const STARTED = 'Ctrl-C';
const run = promisify(execFile);

/** The service of `npm start`, with a port and data of its own. */
export class LocalService {
  readonly port: number;
  /** Process id of the gateway with the functions behind it. */
  readonly gateway: number;
  readonly #run: Run;
  readonly #folder: string;

  private constructor(port: number, gateway: number, started: Run, folder: string) {
    this.port = port;
    this.gateway = gateway;
    this.#run = started;
    this.#folder = folder;
  }

  static async start(): Promise<LocalService> {
    const folder = await mkdtemp(join(tmpdir(), 'catering-load-'));
    const port = await findFreePort();
    const started = launch('scripts/start/main.ts', [], { PORT: String(port), DATA_DIR: join(folder, 'data') });
    try {
      await started.waitFor(STARTED);
      return new LocalService(port, await findGateway(started.process.pid ?? 0), started, folder);
    } catch (error) {
      await end(started, folder);
      throw error;
    }
  }

  /** Resident memory of the gateway in MB (1024 × 1024 bytes). */
  async readMemory(): Promise<number> {
    const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(this.gateway)]);
    return Number(stdout) / 1024;
  }

  stop(): Promise<void> {
    return end(this.#run, this.#folder);
  }
}

async function end(started: Run, folder: string): Promise<void> {
  started.process.kill('SIGTERM');
  await started.outcome;
  await rm(folder, { recursive: true, force: true });
}

async function findGateway(parent: number): Promise<number> {
  for (const pid of descendantsOf(parent)) {
    const { stdout } = await run('ps', ['-o', 'args=', '-p', String(pid)]);
    if (/serverless.*offline/.test(stdout)) return pid;
  }
  throw new Error('npm start has no gateway');
}
