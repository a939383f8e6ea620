import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { renewOutputs } from '../../../scripts/build/renew.ts';

const DOCS = '.build/functions/service/get-docs.json';
const OPENAPI = '.build/functions/service/get-openapi.json';
const CODECS = '.build/functions/dish/set-dish-icon.json';
const A = 'functions/thing/get-a.ts';
const B = 'functions/thing/get-b.ts';
const files = {
  [A]: `import { only } from '../../lib/only.ts'; import { both } from '../../lib/both.ts'; export const a = [only, both];`,
  [B]: `import { both } from '../../lib/both.ts'; export const b = both;`,
  'lib/only.ts': 'export const only = 1;',
  'lib/both.ts': `export { both } from './deep.ts'; import './unused.ts';`,
  'lib/deep.ts': `export const both = 'deep';`,
  'lib/unused.ts': 'export const unused = 1;',
  'package.json': '{ "type": "module" }',
};

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'catering-kept-'));
  for (const [path, text] of Object.entries(files)) await write(path, text);
});
afterAll(() => rm(root, { recursive: true }));

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

const bundleOf = (source: string) => join(root, '.build', source.replace(/\.ts$/, '.mjs'));

it('builds all at first, and then what has changed or is gone, alone', async () => {
  expect(await renewOutputs(root)).toEqual([A, B, DOCS, OPENAPI, CODECS]);
  expect(await renewOutputs(root)).toEqual([]);

  await write('lib/only.ts', 'export const only = 2;');
  expect(await renewOutputs(root)).toEqual([A]);
  await write('lib/deep.ts', `export const both = 'deeper';`);
  expect(await renewOutputs(root)).toEqual([A, B]);
  expect(await readFile(bundleOf(B), 'utf8')).toContain('deeper');
  await write('lib/unused.ts', `globalThis.isUsed = true; export const unused = 2;`);
  expect(await renewOutputs(root)).toEqual([A, B]);

  await rm(bundleOf(B));
  expect(await renewOutputs(root)).toEqual([B]);
  await writeFile(bundleOf(A), 'spoilt');
  expect(await renewOutputs(root)).toEqual([A]);
  await writeFile(join(root, DOCS), '{}');
  expect(await renewOutputs(root)).toEqual([DOCS]);

  await write('package.json', '{ "type": "module", "version": "2.0.0" }');
  expect(await renewOutputs(root)).toEqual([A, B, DOCS, OPENAPI, CODECS]);
});

it('removes the bundle of a function that is gone, and builds all where the record is broken', async () => {
  await rm(join(root, B));
  expect(await renewOutputs(root)).toEqual([]);
  await expect(readFile(bundleOf(B))).rejects.toThrow('ENOENT');
  await write('.build/kept.json', '{ "');
  expect(await renewOutputs(root)).toEqual([A, DOCS, OPENAPI, CODECS]);
});
