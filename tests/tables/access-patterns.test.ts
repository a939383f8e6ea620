import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COSTS_FILE, renderTables } from '../support/costs/cost-table.ts';
import { patterns } from '../support/statements/statements.ts';

const ROOT = join(import.meta.dirname, '../..');
const STORE = join(ROOT, 'lib/store');

/** `noun.function` of every exported function that uses the table. */
async function listStoreFunctions(): Promise<string[]> {
  const files = (await readdir(STORE, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const sources = await Promise.all(files.map((file) => readFile(join(STORE, file), 'utf8')));
  return files.flatMap((file, index) => {
    const exported = [
      ...(sources[index] ?? '').matchAll(/^export async function (\w+)(?:<[^>]*>)?\(\s*db: Database/gm),
    ];
    return exported.map(([, name]) => `${basename(file, '.ts')}.${name}`);
  });
}

describe('tables/access-patterns.md', () => {
  it('has a row for every store function, and names none that is not there', async () => {
    const functions = await listStoreFunctions();
    expect(Object.keys(patterns).toSorted()).toEqual(functions.toSorted());
    expect(functions).toContain('unit-change.createUnit');
  });

  it('has calls and patterns as they are stated in tests/statements: npm run generate', async () => {
    const text = await readFile(COSTS_FILE, 'utf8');
    expect(renderTables(text)).toBe(text);
  });

  it('lists every item that keys.ts has a key for', async () => {
    const text = await readFile(join(ROOT, 'tables/access-patterns.md'), 'utf8');
    const keys = await readFile(join(ROOT, 'tables/keys.ts'), 'utf8');
    const sortKeys = [...keys.matchAll(/sk: '([A-Z]+)'/g)].map(([, sk]) => sk);
    const prefixes = [...keys.matchAll(/(?:'|`)([A-Z]+#)/g)].map(([, prefix]) => prefix);
    for (const part of [...sortKeys, ...prefixes]) expect(text).toContain(`\`${part}`);
  });
});
