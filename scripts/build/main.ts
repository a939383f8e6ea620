import { glob, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type BuildOptions, build, type Metafile, type OutputFile } from 'esbuild';
import { builtins } from './builtins.ts';
import { type KeptOutputs, listInputs } from './kept-outputs.ts';
import { replaceWhole } from './replace-whole.ts';

const ROOT = join(import.meta.dirname, '../..');
const OUTPUT = '.build/functions';

/** One function ready to run: `functions/dish/create-dish.ts` → `.build/functions/dish/create-dish.mjs`. */
interface Bundle {
  /** Relative to the root, with `/`. */
  readonly source: string;
  readonly path: string;
  readonly bytes: number;
}

export interface BundleResult {
  readonly bundles: readonly Bundle[];
  readonly metafile: Metafile;
}

interface BundleOptions {
  readonly root?: string;
  /**
   * Whether to write source maps beside the bundles, for stack traces of deployed functions. They take half as long
   * again.
   */
  readonly sourceMaps?: boolean;
}

/** Bundles every `functions/<noun>/<file>.ts` below `root`, and removes bundles without a source. */
export async function bundleFunctions({ root = ROOT, sourceMaps = false }: BundleOptions = {}): Promise<BundleResult> {
  const { outputFiles, metafile } = await buildFunctions(await listSources(root), { root, sourceMaps });
  await Promise.all(outputFiles.map(replaceFile));
  await removeOthers(root, new Set(outputFiles.map((file) => file.path)));
  return { bundles: toBundles(metafile), metafile };
}

/** Bundles only the functions that have changed since they were built, and returns their sources. */
export async function bundleChanged(root: string, kept: KeptOutputs): Promise<string[]> {
  const sources = await listSources(root);
  const freshness = await Promise.all(sources.map((source) => kept.isFresh(outputOf(source))));
  const changed = sources.filter((_, index) => !freshness[index]);
  await removeOthers(root, new Set(sources.map((source) => join(root, outputOf(source)))));
  if (changed.length === 0) return [];
  const { outputFiles, metafile } = await buildFunctions(changed, { root });
  await Promise.all(outputFiles.map(replaceFile));
  for (const source of changed) await kept.keep(outputOf(source), listInputs(metafile, source));
  return changed;
}

/** How functions are bundled. */
export const bundling = {
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
  sourcesContent: false,
  metafile: true,
  write: false,
  logLevel: 'warning',
  plugins: [builtins],
} satisfies BuildOptions;

/** Bundles these functions, with sources relative to `root`, and writes nothing. */
export function buildFunctions(sources: readonly string[], { root = ROOT, sourceMaps = false }: BundleOptions = {}) {
  const sourcemap = sourceMaps ? 'external' : false;
  return build({ ...bundling, absWorkingDir: root, entryPoints: [...sources], sourcemap });
}

/** The source files of all functions, in order, relative to `root`. */
export async function listSources(root = ROOT): Promise<string[]> {
  const sources: string[] = [];
  for await (const path of glob('functions/*/*.ts', { cwd: root })) sources.push(path.replaceAll('\\', '/'));
  return sources.sort();
}

/** Writes a file, unless its content is the same. */
async function replaceFile({ path, contents }: OutputFile): Promise<void> {
  const present = await readFile(path).catch(() => undefined);
  if (present?.equals(contents)) return;
  await replaceWhole(path, contents);
}

async function removeOthers(root: string, wanted: ReadonlySet<string>): Promise<void> {
  for await (const path of glob(`${OUTPUT}/*/*.{mjs,map}`, { cwd: root })) {
    if (!wanted.has(join(root, path))) await rm(join(root, path), { force: true });
  }
}

/** `functions/dish/create-dish.ts` → `.build/functions/dish/create-dish.mjs`. */
function outputOf(source: string): string {
  return source.replace(/^functions/, OUTPUT).replace(/\.ts$/, '.mjs');
}

function toBundles(metafile: Metafile): Bundle[] {
  return Object.entries(metafile.outputs).flatMap(([path, { entryPoint: source, bytes }]) =>
    source === undefined ? [] : [{ source, path, bytes }],
  );
}

/** The parts of a bundle by package, the largest first. */
function listParts(metafile: Metafile, path: string): [string, number][] {
  const parts = new Map<string, number>();
  for (const [input, { bytesInOutput }] of Object.entries(metafile.outputs[path]?.inputs ?? {})) {
    const [, name = 'our own code'] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input) ?? [];
    parts.set(name, (parts.get(name) ?? 0) + bytesInOutput);
  }
  return [...parts].sort(([, a], [, b]) => b - a);
}

async function main(): Promise<void> {
  const { bundles, metafile } = await bundleFunctions({ sourceMaps: true });
  const bySize = bundles.toSorted((a, b) => b.bytes - a.bytes);
  const toKb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`.padStart(10);
  for (const { bytes, path } of bySize) console.log(toKb(bytes), path);
  const [biggest] = bySize;
  if (biggest === undefined) return;
  console.log(`\n${relative(OUTPUT, biggest.path)} is made of`);
  for (const [name, bytes] of listParts(metafile, biggest.path)) console.log(toKb(bytes), name);
}

if (import.meta.main) await main();
