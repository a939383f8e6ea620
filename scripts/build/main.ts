import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { builtins } from './builtins.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The folder of the bundles: `functions/dish/create-dish.ts` → `.build/functions/dish/create-dish.mjs`. */
const OUTPUT = '.build/functions';

const bundling = {
  outbase: 'functions',
  outdir: OUTPUT,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  // ES modules first: the CommonJS builds of the SDK cannot be tree-shaken.
  mainFields: ['module', 'main'],
  minify: true,
  charset: 'utf8',
  legalComments: 'none',
  // They are for stack traces of deployed functions, and lie beside the bundles.
  sourcemap: 'external',
  sourcesContent: false,
  metafile: true,
  logLevel: 'warning',
  // The other credential providers, with their clients, are a quarter of the SDK.
  alias: { '@aws-sdk/credential-provider-node': join(import.meta.dirname, 'function-credentials.ts') },
  plugins: [builtins],
} satisfies BuildOptions;

/** Bundles these functions, with sources relative to `root`. Returns the path and the size of each by its source. */
export async function bundleFunctions(
  sources: readonly string[],
  { root = ROOT, outdir = OUTPUT }: { readonly root?: string; readonly outdir?: string } = {},
) {
  const { metafile } = await build({ ...bundling, absWorkingDir: root, entryPoints: [...sources], outdir });
  const bundles = new Map<string, { readonly path: string; readonly bytes: number }>();
  for (const [path, { entryPoint, bytes }] of Object.entries(metafile.outputs)) {
    if (entryPoint !== undefined) bundles.set(entryPoint, { path: join(root, path), bytes });
  }
  return bundles;
}

/** Lists the source files of all functions as paths relative to `root`, in their order. */
export async function listSources(root = ROOT): Promise<string[]> {
  const sources: string[] = [];
  for await (const path of glob('functions/*/*.ts', { cwd: root })) sources.push(path.replaceAll('\\', '/'));
  return sources.sort();
}

async function main(): Promise<void> {
  const bundles = [...(await bundleFunctions(await listSources()))].sort(([, a], [, b]) => b.bytes - a.bytes);
  for (const [source, { bytes }] of bundles) console.log(`${(bytes / 1024).toFixed(1)} KB`.padStart(10), source);
}

if (import.meta.main) await main();
