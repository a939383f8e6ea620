import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { unitCollections } from '../../lib/store/nouns.ts';
import { runInProcess } from '../support/commands/start.ts';
import { createMenu } from '../support/nouns/menus.ts';
import { fillTwoWeeks, PICTURES } from '../support/nouns/phones.ts';
import { openSetup } from '../support/service/open.ts';

const { service, setup } = await openSetup();
const { school, admin } = setup;
const { table, endpoint = '' } = service.deps.env;

const run = (...words: string[]) =>
  runInProcess('scripts/admin/main.ts', [...words, '--table', table], { DYNAMODB_ENDPOINT: endpoint }, '');
const ask = async (route: string, parameters: Readonly<Record<string, string | number>> = {}) => {
  const { json } = await service.call(route, parameters, { token: school.token });
  return json.body ?? json;
};
const folder = await mkdtemp(join(tmpdir(), 'export-'));
await fillTwoWeeks(setup);
await createMenu(setup);
await setup.createUser(undefined, school);
await setup.succeed('POST /api/vender', { venderId: school.id, icon: PICTURES[0] }, admin);
await setup.succeed('POST /api/vender/calendar', { off: '2026-10-01' }, school.token);
await setup.succeed('PUT /api/ingredient/mark', { nutrient: 'rice', mark: '常用' }, school.token);
await setup.succeed('PUT /api/ingredient/price', { nutrient: 'rice', price: '5.20' }, school.token);
const food = { code: 'OWN-1', name: '自制酱', category: '调味品类', nutrient: '{"energy":3000}' };
await setup.succeed('PUT /api/ingredient', food, school.token);
await setup.succeed('PUT /api/screen', { name: '大屏', form: 'wall' }, school.token);
const [menu] = (await ask('GET /api/menu', { state: '已发布', pageSize: 1 })).content;
await setup.succeed('POST /api/menu/people', { id: menu.id, day: 3, group: '六年级', people: 5 }, school.token);
const told = await run('export', String(school.id), join(folder, 'school.zip'));
expect(told.stderr).toBe('');
const entries = Object.entries(unzipSync(await readFile(join(folder, 'school.zip'))));
const files = Object.fromEntries(entries.map(([name, bytes]) => [name, JSON.parse(strFromU8(bytes))]));
afterAll(() => rm(folder, { recursive: true }));

describe('admin export', () => {
  it('writes one file a noun, for its owner alone, and tells how much there is', async () => {
    const nouns = 'unit configuration calendar users roles standards marks prices foods dishes menus revisions people';
    const names = [...nouns.split(' '), 'records', 'screens', 'log'].map((noun) => `${noun}.json`);
    expect(Object.keys(files)).toEqual(names);
    const collections = unitCollections(school.id).map(({ kind }) => `${kind}${kind === 'dish' ? 'es' : 's'}.json`);
    expect(names).toEqual(expect.arrayContaining(collections));
    expect(told).toMatchObject({ code: 0, stderr: '' });
    expect(told.stdout.split('\n')[0]).toBe(`${school.name} (unit ${school.id}) is in ${join(folder, 'school.zip')}`);
    expect(told.stdout).toMatch(/^dishes\.json +4$/m);
    expect((await stat(join(folder, 'school.zip'))).mode & 0o777).toBe(0o600);
  });

  it('writes word for word what the service answers', async () => {
    const content = async (route: string) => (await ask(route, { pageSize: 200 })).content;
    const answers = {
      'unit.json': await ask('GET /api/vender/info'),
      'configuration.json': await ask('GET /api/vender/config'),
      'calendar.json': await ask('GET /api/vender/calendar'),
      'users.json': await ask('GET /api/user'),
      'roles.json': await ask('GET /api/role'),
      'standards.json': await content('GET /api/nutrition'),
      'marks.json': await ask('GET /api/ingredient/mark'),
      'prices.json': await ask('GET /api/ingredient/price'),
      'foods.json': await ask('GET /api/ingredient/select', { codes: 'OWN-1' }),
      'dishes.json': await content('GET /api/dish'),
      'menus.json': await content('GET /api/menu'),
      'records.json': await content('GET /api/menu/review'),
      'screens.json': await ask('GET /api/screen'),
      'log.json': await content('GET /api/log'),
    };
    for (const [name, body] of Object.entries(answers)) expect({ [name]: files[name] }).toEqual({ [name]: body });
  });

  it('writes every revision of every menu, and the people of its days', async () => {
    const menus = z.array(z.looseObject({ id: z.int(), revision: z.int() })).parse(files['menus.json']);
    const revisions: unknown[] = [];
    for (const { id, revision: last } of menus) {
      for (let revision = 1; revision <= last; revision++)
        revisions.push({ revision, menu: await ask('GET /api/menu', { id, revision }) });
    }
    expect(revisions.length).toBeGreaterThan(1);
    expect(files['revisions.json']).toEqual(revisions);
    const people = await Promise.all(
      menus.map(async ({ id }) => ({ menu: id, people: await ask('GET /api/menu/people', { id }) })),
    );
    expect(people.some((one) => one.people.length > 0)).toBe(true);
    expect(files['people.json']).toEqual(people);
  });

  it('has no password, no hash of one and no address of a screen', async () => {
    const all = JSON.stringify(files);
    expect(all).not.toMatch(/argon2|"hash"|"epoch"|\/screen\//);
  });

  it('refuses the platform, an unknown unit, and a file that is there', async () => {
    const file = join(folder, 'other.zip');
    expect((await run('export', '0', file)).code).toBe(2);
    const unknown = await run('export', '99', file);
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('unit_not_found') });
    const there = await run('export', String(school.id), join(folder, 'school.zip'));
    expect(there).toMatchObject({ code: 1, stderr: expect.stringContaining('school.zip cannot be made') });
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });
});
