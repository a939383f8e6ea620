import { glob, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { readParameters } from '../../scripts/deploy/parameters.ts';
import { fillGuide } from '../bench/price/guide.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFile(join(ROOT, path), 'utf8');

describe.each(['README.md', 'README.zh-CN.md', 'CONTRIBUTING.md', 'DEPLOYING.md'])('%s', (path) => {
  it('names commands that there are', async () => {
    const named = [...(await read(path)).matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name ?? '');
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !Object.hasOwn(manifest.scripts, name))).toEqual([]);
  });

  it('links to files that there are', async () => {
    const links = [...(await read(path)).matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, link]) => link ?? '');
    expect(links.length).toBeGreaterThan(2);
    for (const link of links.filter((one) => !one.endsWith('/'))) expect(await read(link)).not.toBe('');
  });
});

/** Rooms of the house: what begins with one of them is a path. */
const PATH = /^(\.\.\/)*(functions|lib|tables|scripts|tests|operations)\/[\w./*-]*$/;

/** The paths between backticks that are whole: one with a noun to be filled in is none. */
function listPaths(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, path = '']) => path).filter((path) => PATH.test(path));
}

/** Whether there is a file or folder of that name; of one without an ending, as notes are called by their numbers, begun so. */
async function isThere(path: string): Promise<boolean> {
  const pattern = path.replace('NNN', '*').replace(/\/$/, '');
  for await (const _ of glob([pattern, `${pattern}-*.md`], { cwd: ROOT })) return true;
  return false;
}

describe('every path that is named', async () => {
  const notes = (await readdir(join(ROOT, 'lib/decisions'))).map((name) => `lib/decisions/${name}`);

  it.each(['README.md', 'README.zh-CN.md', 'CONTRIBUTING.md', 'SECURITY.md', 'DEPLOYING.md', ...notes])(
    'in %s exists',
    async (path) => {
      const named = listPaths(await read(path));
      const there = await Promise.all(named.map(isThere));
      expect(named.filter((_, index) => !there[index])).toEqual([]);
    },
  );

  it('is found', async () => {
    expect(listPaths(await read('CONTRIBUTING.md')).length).toBeGreaterThan(15);
    expect(await isThere('lib/store/nowhere.ts')).toBe(false);
  });
});

describe('decisions', async () => {
  const sources: string[] = [];
  for await (const path of glob('{functions,lib,scripts,tables,tests,operations}/**/*.{ts,yml,json}', { cwd: ROOT })) {
    if (!path.includes('generated')) sources.push(await read(path));
  }
  const house = [...sources, await read('serverless.yml')].join('\n');
  const notes = await readdir(join(ROOT, 'lib/decisions'));

  /** A word such as `readManaged` is a name of the code. */
  const listNames = (text: string) => [...text.matchAll(/`([a-z]+[A-Z]\w*)`/g)].map(([, name = '']) => name);

  it('name what the code has', async () => {
    const named = await Promise.all(notes.map(async (note) => listNames(await read(`lib/decisions/${note}`))));
    expect(named.flat().length).toBeGreaterThan(25);
    expect(named.flat().filter((name) => !house.includes(name))).toEqual([]);
  });

  it('have their number in name and title, each its own', async () => {
    const numbered = notes.filter((note) => note !== 'README.md');
    for (const note of numbered) expect(await read(`lib/decisions/${note}`)).toMatch(`# ${note.slice(0, 3)} `);
    expect(new Set(numbered.map((note) => note.slice(0, 3))).size).toBe(numbered.length);
  });
});

describe('CONTRIBUTING.md', () => {
  it('follows one dish from the form to the table in at most seven files', async () => {
    const [, section = ''] = /^## The path of a request\n(.*?)^## /ms.exec(await read('CONTRIBUTING.md')) ?? [];
    const files = [...section.matchAll(/\*\*`([^`]+)`\*\*/g)].map(([, path]) => path);
    expect(files.length).toBeLessThanOrEqual(7);
    expect(files[0]).toBe('functions/dish/create-dish.ts');
    expect(files.at(-1)).toBe('lib/table/database.ts');
  });
});

describe('DEPLOYING.md', () => {
  it('has each parameter of serverless.yml with its default, and no other', async () => {
    const sections = (await read('DEPLOYING.md')).split(/^## /m);
    const section = sections.find((one) => one.startsWith('Parameters\n')) ?? '';
    const rows = [...section.matchAll(/^\| `(\w+)` \| (.+?) \| .+ \|$/gm)];
    const told = rows.map(([, name, value]) => [name, value === '–' ? '' : value?.replaceAll('`', '')]);
    expect(told).toEqual([...(await readParameters())]);
  });

  it('has the costs that follow from the counts in tables/costs.md', async () => {
    const [guide, counts] = await Promise.all([read('DEPLOYING.md'), read('tables/costs.md')]);
    expect(fillGuide(guide, counts)).toBe(guide);
    expect(guide).toMatch(/^\| total \| \d+\.\d\d \| \d+\.\d\d \| \d+\.\d\d \| \d+\.\d\d \|$/m);
    expect(
      fillGuide(
        guide,
        counts.replaceAll(/\| (GET \/api\/dish) \|.*$/gm, '| $1 |'.padEnd(18).concat(' 9 |'.repeat(15))),
      ),
    ).not.toBe(guide);
    expect(() => fillGuide('no place', counts)).toThrow('DEPLOYING.md');
    expect(() => fillGuide(guide, '')).toThrow('tables/costs.md');
  });
});
