import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

describe('SECURITY.md', async () => {
  const text = await readFile(join(ROOT, 'SECURITY.md'), 'utf8');
  const [, table = ''] = text.split('| threat |');
  const lines = table.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| what'));

  it('has a test that exists for each threat', async () => {
    expect(lines.length).toBeGreaterThan(15);
    for (const line of lines) {
      const tests = [...line.matchAll(/`(tests\/[\w/-]+\.test\.ts)`/g)].map(([, path]) => path ?? '');
      expect(tests.length, line).toBeGreaterThan(0);
      for (const path of tests) await access(join(ROOT, path));
    }
  });
});
