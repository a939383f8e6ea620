import { constants } from 'node:fs';
import { access, chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf, Problem } from './problem.ts';
import { words } from './words.ts';

const OWNER_ONLY = 0o700;
const OWNER_ONLY_FILE = 0o600;
/** What `npm start` keeps, and what SQLite leaves beside it. */
const OURS = /^((catering\.db|lock)(-\w+)?|signing-key|endpoint|service\.log(\.\d+)?)$/;

/**
 * Makes the folder where it is absent, and keeps what lies in it to its owner; a folder that holds other things as
 * well stays as open as it is.
 * @throws Problem where it cannot be a folder, or cannot be written.
 */
export async function prepareFolder(path: string): Promise<void> {
  await makeFolder(path);
  if (!(await stat(path)).isDirectory()) throw new Problem(words.isFile(path));
  await demandWritable(path);
  const names = await readdir(path);
  const ours = names.filter((name) => OURS.test(name));
  if (ours.length === names.length) await chmodIfOwner(path, OWNER_ONLY);
  for (const name of ours) {
    await demandWritable(join(path, name));
    await chmodIfOwner(join(path, name), OWNER_ONLY_FILE);
  }
}

/** Step by step: Node's own `recursive` never ends where a parent is there and takes no folders, as below `/proc`. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: OWNER_ONLY });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') return;
    if (code === 'ENOTDIR') throw new Problem(words.inFile(path));
    if (code !== 'ENOENT' || (await isThere(dirname(path)))) {
      throw new Problem(words.cannotMake(path, code));
    }
    await makeFolder(dirname(path));
    await makeFolder(path);
  }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function demandWritable(path: string): Promise<void> {
  try {
    await access(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw new Problem(words.cannotWrite(path, codeOf(error)));
  }
}

/** Who may write to what another owns can do without. */
async function chmodIfOwner(path: string, mode: number): Promise<void> {
  await chmod(path, mode).catch((error) => {
    if (!['EPERM', 'ENOENT'].includes(codeOf(error) ?? '')) throw error;
  });
}
