import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadEndpoints } from '../support/service/service.ts';

it('the test of every endpoint says who may call it, once', async () => {
  const files = (await readdir(import.meta.dirname, { recursive: true })).filter((file) => file.endsWith('.test.ts'));
  const texts = await Promise.all(files.map((file) => readFile(join(import.meta.dirname, file), 'utf8')));
  const said = texts.flatMap((text) =>
    Array.from(text.matchAll(/^describeCallers\('([^']+)'/gm), ([, route]) => route),
  );
  const declared = (await loadEndpoints()).map(({ route }) => route);
  expect(said.toSorted()).toEqual(declared.toSorted());
});
