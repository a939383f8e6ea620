import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const COMPILED = '.build/compiled';
/** Where the commands that tests start keep what they compile. */
export const compiled = join(import.meta.dirname, '../../..', COMPILED);

/** Lets a copy of the project use what commands compiled in former copies. */
export async function shareCompiled(copy: string): Promise<void> {
  const own = join(copy, COMPILED);
  await mkdir(compiled, { recursive: true });
  await mkdir(dirname(own), { recursive: true });
  await symlink(compiled, own);
}

/** The variables for commands in a copy. Modules are known by their paths relative to it, wherever it is. */
export const compiledIn = (copy: string) => ({
  NODE_COMPILE_CACHE: join(copy, COMPILED),
  NODE_COMPILE_CACHE_PORTABLE: '1',
});
