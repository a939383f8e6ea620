import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const COMPILED = '.build/compiled';

/** Lets a copy of the project use what commands compiled in former copies. */
export async function shareCompiled(copy: string): Promise<void> {
  const [kept, own] = [join(ROOT, COMPILED), join(copy, COMPILED)];
  await mkdir(kept, { recursive: true });
  await mkdir(dirname(own), { recursive: true });
  await symlink(kept, own);
}

/** The variables for commands in a copy. Modules are known by their paths relative to it, wherever it is. */
export const compiledIn = (copy: string) => ({
  NODE_COMPILE_CACHE: join(copy, COMPILED),
  NODE_COMPILE_CACHE_PORTABLE: '1',
});
