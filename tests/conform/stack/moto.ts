import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '../../../scripts/start/port.ts';
import { type Listener, startListener } from '../listener.ts';
import { CACHE, fetchBy, type Program } from '../programs.ts';

const VERSION = '5.2.5';
const SERVER = join(import.meta.dirname, 'moto_server.py');
const PYTHON = 'python3';
const OLDEST_PYTHON = 9;

export const programs: readonly Program[] = [
  {
    file: PYTHON,
    args: ['-c', 'import ensurepip, sys; print("minor", sys.version_info.minor)'],
    suits: (output) => Number(/minor (\d+)/.exec(output)?.[1]) >= OLDEST_PYTHON,
    wanted: `Python 3.${OLDEST_PYTHON} or newer with venv (${PYTHON})`,
  },
];

/**
 * Starts moto, which answers like AWS, and fetches it the first time.
 * @throws Problem
 */
export async function startMoto(say: (line: string) => void): Promise<Listener> {
  const packages = join(CACHE, `moto-${VERSION}`);
  if (!existsSync(packages)) await fetchPackages(packages, say);
  const port = await findFreePort();
  const env = { ...process.env, PYTHONPATH: packages, PYTHONDONTWRITEBYTECODE: '1' };
  const moto = await startListener(PYTHON, [SERVER, String(port)], { env });
  say(`moto ${VERSION} is there`);
  return moto;
}

async function fetchPackages(packages: string, say: (line: string) => void): Promise<void> {
  say(`Fetching moto ${VERSION} by pip`);
  await mkdir(CACHE, { recursive: true });
  // The environment has its name only when it is complete. Its path is written into it, so it is created at its final
  // place: pip cannot move it.
  const [folder, fetched] = [`${packages}.venv`, `${packages}.fetching`];
  await rm(folder, { recursive: true, force: true });
  await rm(fetched, { recursive: true, force: true });
  await fetchBy(PYTHON, ['-m', 'venv', folder], CACHE);
  const pip = join(folder, process.platform === 'win32' ? 'Scripts/pip' : 'bin/pip');
  await fetchBy(pip, ['install', '--quiet', '--target', fetched, `moto[server]==${VERSION}`], CACHE);
  await rm(folder, { recursive: true });
  await rename(fetched, packages);
}
