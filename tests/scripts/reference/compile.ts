import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

/** The strictest settings of a front end: types of browsers, none of Node. */
const SETTINGS = {
  target: 'ES2022',
  lib: ['ES2022', 'DOM'],
  types: [],
  module: 'ESNext',
  moduleResolution: 'bundler',
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noImplicitOverride: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  isolatedModules: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  allowImportingTsExtensions: true,
  skipDefaultLibCheck: true,
  noEmit: true,
};

/** The compiler's messages about these files, each a name and its text, beside `functions/catering.generated.ts`. */
export async function compileFrontEnd(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'catering-client-'));
  try {
    await mkdir(join(folder, 'functions'));
    await copyFile(join(ROOT, 'functions/catering.generated.ts'), join(folder, 'functions/catering.generated.ts'));
    return await compileIn(folder, files, ['functions']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The compiler's messages about these files, which are written into a folder, and about the files there. */
export async function compileIn(
  folder: string,
  files: Readonly<Record<string, string>>,
  present: readonly string[] = [],
): Promise<string> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const include = [...present, ...Object.keys(files)];
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: SETTINGS, include }));
  return await runCompiler(folder);
}

function runCompiler(folder: string): Promise<string> {
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  return new Promise((resolve) => {
    const args = [compiler, '--singleThreaded', '--pretty', 'false', '-p', folder];
    execFile(process.execPath, args, { cwd: folder }, (error, stdout) => {
      resolve(error ? stdout || String(error) : '');
    });
  });
}
