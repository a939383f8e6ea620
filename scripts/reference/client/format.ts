import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../../..');

/** TypeScript code, formatted like all code of the project. */
export async function formatCode(code: string): Promise<string> {
  const biome = join(dirname(createRequire(import.meta.url).resolve('@biomejs/biome/package.json')), 'bin/biome');
  const run = promisify(execFile)(
    process.execPath,
    [biome, 'format', '--vcs-enabled=false', '--stdin-file-path=code.ts'],
    { cwd: ROOT },
  );
  run.child.stdin?.end(code);
  return (await run).stdout;
}
