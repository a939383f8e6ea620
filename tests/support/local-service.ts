import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../scripts/start/port.ts';
import { launch } from './start.ts';

/** The service of `npm start`, with its demo data in a folder of its own. */
export interface LocalService {
  readonly baseUrl: string;
  stop(): Promise<void>;
}

/** Starts the service on a free port; takes some seconds. */
export async function startLocalService(): Promise<LocalService> {
  const folder = await mkdtemp(join(tmpdir(), 'catering-local-'));
  const port = await findFreePort();
  const run = launch('scripts/start/main.ts', [], { PORT: String(port), DATA_DIR: folder });
  await run.waitFor('Ctrl-C');
  const stop = async () => {
    run.process.kill('SIGTERM');
    await run.outcome;
    await rm(folder, { recursive: true });
  };
  return { baseUrl: `http://127.0.0.1:${port}`, stop };
}
