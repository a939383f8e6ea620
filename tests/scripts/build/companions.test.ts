import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { companionPaths, writeCompanions } from '../../../scripts/build/companions.ts';

const root = await mkdtemp(join(tmpdir(), 'companions-'));
await writeCompanions(root);
afterAll(() => rm(root, { recursive: true }));

it('what functions read is whole while it is built anew, as by a second start in the same folder', async () => {
  const paths = companionPaths.map((path) => join(root, path));
  const read = () => Promise.all(paths.map(async (path) => JSON.parse(await readFile(path, 'utf8'))));
  const whole = await read();
  let isOver = false;
  const building = writeCompanions(root)
    .then(() => writeCompanions(root))
    .finally(() => (isOver = true));
  while (!isOver) expect(await read()).toEqual(whole);
  await building;
});
