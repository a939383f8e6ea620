import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { buildFunctions, bundling, listSources } from '../../../scripts/build/main.ts';
import { renewOutputs } from '../../../scripts/build/renew.ts';
import { runModule } from '../../support/commands/packaging.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** All functions may have to be bundled first. */
const TIMEOUT_MS = 60_000;
/** The most bytes of a function. */
const MOST_BYTES = 270 * 1024;
/** The upload, with the code around the codecs of pictures. */
const heavier = ['functions/dish/set-dish-icon.ts'];

const sources = await listSources();
/** All functions as one bundle: what it lacks is in none of them. */
const { metafile, outputFiles } = await build({
  ...bundling,
  stdin: {
    contents: sources.map((source, index) => `export * as function${index} from './${source}';`).join('\n'),
    resolveDir: ROOT,
  },
});
const outputs = Object.values(metafile.outputs);

/** The files of which a bundle contains something. */
function listInputs(inputs: Readonly<Record<string, { readonly bytesInOutput: number }>>): string[] {
  return Object.keys(inputs).filter((path) => (inputs[path]?.bytesInOutput ?? 0) > 0);
}

const held = [...new Set(outputs.flatMap(({ inputs }) => listInputs(inputs)))];

/** The bundle of a function, as the local service runs it. */
const readBundle = (source: string) => readFile(join(ROOT, '.build', source.replace(/\.ts$/, '.mjs')));

describe('each function', () => {
  beforeAll(async () => {
    await renewOutputs(ROOT);
  }, TIMEOUT_MS);

  it('weighs little', async () => {
    const bundles = await Promise.all(sources.map(readBundle));
    const heavy = sources.filter((_, index) => (bundles[index]?.length ?? 0) > MOST_BYTES);
    expect(heavy).toEqual(heavier);
  });

  it('is the same, whatever else is bundled', async () => {
    const few = ['functions/dish/set-dish-icon.ts', 'functions/role/list-roles.ts', 'functions/service/sweep.ts'];
    const { outputFiles: alone } = await buildFunctions(few);
    expect(alone).toHaveLength(few.length);
    for (const [index, source] of few.entries()) {
      expect((await readBundle(source)).equals(alone[index]?.contents ?? Buffer.of()), source).toBe(true);
    }
  });
});

describe('the bundle of every function', () => {
  it('loads without settings', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'catering-all-'));
    const path = join(folder, 'all.mjs');
    await writeFile(path, outputFiles[0]?.contents ?? '');
    const script = `
      const modules = await import(process.argv[1]);
      console.log(JSON.stringify(Object.values(modules).map(({ handler }) => typeof handler)));
    `;
    expect(await runModule(script, [path])).toEqual(sources.map(() => 'function'));
    await rm(folder, { recursive: true });
  });

  it('is one file', () => {
    expect(outputs).toHaveLength(1);
    expect(outputs.flatMap(({ imports }) => imports)).toEqual([]);
    expect(held).toEqual(expect.arrayContaining(sources));
  });

  it('holds nothing of tests, scripts and development', () => {
    const own = held.filter((path) => !/^(node_modules\/|[\w-]+:)/.test(path));
    expect(own.filter((path) => !/^(functions|lib|tables)\//.test(path))).toEqual([]);
    const packages = new Set(held.map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]));
    expect(Object.keys(manifest.devDependencies).filter((name) => packages.has(name))).toEqual([]);
    expect(held.filter((path) => /\bdev(elopment)?\b/.test(path))).toEqual([]);
  });

  it.each([
    ['method of plain zod', /zod\/v4\/classic\//],
    ['texts of zod in any language', /zod\/v4\/locales\//],
    ['generator of JSON Schema', /zod\/.*json-schema/],
    ['compiler of whole parsers', /zod\/v4\/core\/compile/],
    ['care for values that contain themselves', /zod\/v4\/core\/memoizer/],
    ['client of the AWS SDK', /node_modules\/@aws-sdk\//],
    ['package file', /node_modules\/.*\/package\.json$/],
  ])('holds no %s', (_, pattern) => {
    const sizes = outputs.flatMap(({ inputs }) =>
      Object.entries(inputs).filter(([path, { bytesInOutput }]) => pattern.test(path) && bytesInOutput > 0),
    );
    expect(sizes).toEqual([]);
  });
});
