import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundleFunctions, listSources } from '../../build/main.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** The ways to build a function whose cold starts are compared: empty, as deployed, as esbuild does by default. */
export const buildKinds = ['floor', 'ours', 'naive'] as const;
export type BuildKind = (typeof buildKinds)[number];

/** The builds of one function: a module of each kind, and the size in bytes of the one that is deployed. */
export interface Builds {
  readonly bytes: number;
  readonly modules: Readonly<Record<BuildKind, string>>;
}

/** A function that does nothing: no cold start is faster. */
const FLOOR_SOURCE = 'export const handler = async () => ({ statusCode: 200 });\n';

/** CommonJS packages need `require` in an ES module. This is the usual banner for it. */
const REQUIRE_BANNER = `import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);`;

/** Builds every function into `folder`, in each kind. The keys are paths of sources: `functions/dish/get-labels.ts`. */
export async function buildAll(folder: string): Promise<ReadonlyMap<string, Builds>> {
  const ours = await bundleFunctions(await listSources(), { outdir: join(folder, 'ours') });
  await buildNaively(join(folder, 'naive'));
  const floor = join(folder, 'floor.mjs');
  await writeFile(floor, FLOOR_SOURCE);
  const buildsBySource = new Map<string, Builds>();
  for (const [source, { path, bytes }] of ours) {
    const naive = join(folder, 'naive', source.replace(/^functions\/(.*)\.ts$/, '$1.mjs'));
    buildsBySource.set(source, { bytes, modules: { floor, ours: path, naive } });
  }
  return buildsBySource;
}

/** Builds as esbuild does by default: it minifies nothing, replaces no module and keeps all credential providers of the AWS SDK. */
async function buildNaively(folder: string): Promise<void> {
  await build({
    absWorkingDir: ROOT,
    entryPoints: await listSources(),
    outbase: 'functions',
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    banner: { js: REQUIRE_BANNER },
    logLevel: 'error',
  });
}
