import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RotatingLog } from '../../../scripts/start/rotating-log.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catering-log-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** What a run with these lines leaves. */
async function write(path: string, lines: readonly string[]): Promise<Record<string, string>> {
  const log = new RotatingLog(path, 10);
  for (const line of lines) log.write(Buffer.from(line));
  log.close();
  const names = (await readdir(folder)).filter((name) => join(folder, name).startsWith(path)).toSorted();
  const texts = await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')]));
  return Object.fromEntries(texts);
}

it('begins a new file with each run and before one is too large, and keeps five earlier ones', async () => {
  const path = join(folder, 'a.log');
  expect(await write(path, ['1234', '5678'])).toEqual({ 'a.log': '12345678' });
  expect(await write(path, ['abc'])).toEqual({ 'a.log': 'abc', 'a.log.1': '12345678' });
  expect(await write(path, ['second', 'third', '4', 'fifth', 'longer than a file', 'last'])).toEqual({
    'a.log': 'last',
    'a.log.1': 'longer than a file',
    'a.log.2': 'fifth',
    'a.log.3': 'third4',
    'a.log.4': 'second',
    'a.log.5': 'abc',
  });
});

it('leaves no empty files behind, and keeps all to the owner', async () => {
  const path = join(folder, 'b.log');
  expect(await write(path, [])).toEqual({ 'b.log': '' });
  expect(await write(path, ['x'])).toEqual({ 'b.log': 'x' });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});
