import { constants } from 'node:fs';
import { access, chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf, Problem } from './problem.ts';
import { words } from './words.ts';

const OWNER_ONLY = 0o700;
const OWNER_ONLY_FILE = 0o600;
/** The files of `npm start`, and those that SQLite leaves beside them. */
const OURS = /^((catering\.db|lock)(-\w+)?|signing-key|endpoint|service\.log(\.\d+)?)$/;

/**
 * Creates the folder if it is missing, and makes its files readable only by their owner. A folder that also holds other
 * files keeps its permissions.
 * @throws Problem where the path is not a possible folder, or cannot be written.
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

/**
 * Creates the folders of a path one by one: Node's own `recursive` never ends where a parent exists that takes no
 * folders, as below `/proc`.
 */
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

/** Changes the permissions, unless another user owns the file. */
async function chmodIfOwner(path: string, mode: number): Promise<void> {
  await chmod(path, mode).catch((error) => {
    if (!['EPERM', 'ENOENT'].includes(codeOf(error) ?? '')) throw error;
  });
}
