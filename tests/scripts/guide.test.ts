import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { readParameters } from '../../scripts/deploy/parameters.ts';
import { fillGuide } from '../bench/guide.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFile(join(ROOT, path), 'utf8');

describe.each(['README.md', 'DEPLOYING.md'])('%s', (path) => {
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
