import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../../..');

const BIOME = join(dirname(createRequire(import.meta.url).resolve('@biomejs/biome/package.json')), 'bin/biome');

/** TypeScript code, formatted like all code of the project. */
export async function formatCode(code: string): Promise<string> {
  const run = promisify(execFile)(
    process.execPath,
    [BIOME, 'format', '--vcs-enabled=false', '--stdin-file-path=code.ts'],
    { cwd: ROOT },
  );
  run.child.stdin?.end(code);
  return (await run).stdout;
}

/** Formats files below a root, and sorts their imports. Linting is left to the person, since it looks at the whole house. */
export async function formatFiles(root: string, paths: readonly string[]): Promise<void> {
  const args = ['check', '--write', '--linter-enabled=false', '--vcs-enabled=false', ...paths];
  await promisify(execFile)(process.execPath, [BIOME, ...args], { cwd: root });
}
