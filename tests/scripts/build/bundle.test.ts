import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { bundleFunctions, listSources } from '../../../scripts/build/main.ts';
import { runModule } from '../../support/commands/packaging.ts';

const files = {
  'functions/thing/get-thing.ts': `
    import path, { join } from 'node:path';
    import * as namespace from 'path';
    import http from 'node:http';
    import { sep, viaDefault, viaRequire } from 'dependency';
    import { isEqual } from '../../lib/equal.ts';
    export const handler = () => typeof http.request;
    export const facts = {
      named: join('a', 'b'),
      default: path.join('a', 'b'),
      namespace: namespace.join('a', 'b'),
      isOne: isEqual(path, namespace.default),
      sep,
      viaDefault,
      viaRequire: viaRequire('a', 'b'),
    };
  `,
  'lib/equal.ts': 'export const isEqual = (a: unknown, b: unknown): boolean => a === b;',
  'package.json': '{ "type": "module" }',
  'node_modules/dependency/package.json': '{ "name": "dependency", "main": "index.cjs", "module": "index.mjs" }',
  'node_modules/dependency/index.mjs': `
    import os from 'os';
    export { sep } from 'path';
    export const viaDefault = typeof os.cpus;
    export { viaRequire } from './required.cjs';
  `,
  'node_modules/dependency/required.cjs': `
    const { join } = require('path');
    exports.viaRequire = (...parts) => join(...parts);
  `,
};

const root = await mkdtemp(join(tmpdir(), 'catering-bundle-'));
for (const [path, text] of Object.entries(files)) {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}
await bundleFunctions(await listSources(root), { root });

afterAll(() => rm(root, { recursive: true }));

describe('a bundle', () => {
  it('takes built-in modules in every way that code imports them', async () => {
    const script = `
      const { facts, handler } = await import(process.argv[1]);
      console.log(JSON.stringify({ ...facts, handler: handler() }));
    `;
    expect(await runModule(script, [join(root, '.build/functions/thing/get-thing.mjs')])).toEqual({
      named: 'a/b',
      default: 'a/b',
      namespace: 'a/b',
      isOne: true,
      sep: '/',
      viaDefault: 'function',
      viaRequire: 'a/b',
      handler: 'function',
    });
  });

  it('loads neither undici nor anything by an import statement', async () => {
    const text = await readFile(join(root, '.build/functions/thing/get-thing.mjs'), 'utf8');
    expect(text).not.toMatch(/\bimport\b/);
    const script = `
      await import(process.argv[1]);
      console.log(JSON.stringify(process.moduleLoadList.filter((name) => name.includes('undici'))));
    `;
    expect(await runModule(script, [join(root, '.build/functions/thing/get-thing.mjs')])).toEqual([]);
  });
});
