import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { bundling, listSources } from '../../../scripts/build/main.ts';

const sources = await listSources();
/** All functions as one bundle: what it lacks is in none of them. */
const { metafile } = await build({
  ...bundling,
  stdin: {
    contents: sources.map((source, index) => `export * as function${index} from './${source}';`).join('\n'),
    resolveDir: join(import.meta.dirname, '../../..'),
  },
});
const outputs = Object.values(metafile.outputs);

/** The files of which a bundle contains something. */
function listInputs(inputs: Readonly<Record<string, { readonly bytesInOutput: number }>>): string[] {
  return Object.keys(inputs).filter((path) => (inputs[path]?.bytesInOutput ?? 0) > 0);
}

const held = [...new Set(outputs.flatMap(({ inputs }) => listInputs(inputs)))];

// The size of each is tested in package.test.ts, where they are packaged.
describe('the bundle of every function', () => {
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
