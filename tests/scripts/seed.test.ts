import { describe, expect, it } from 'vitest';
import { dishMarks, dishPolys } from '../../lib/domain/dish.ts';
import { enumLists } from '../../lib/domain/enum.ts';
import { Random } from '../../lib/domain/values/random.ts';
import { starterFoods } from '../../scripts/command/starter.ts';
import { createDishGenerator } from '../../scripts/seed/dishes.ts';
import { makeSchool } from '../../scripts/seed/schools.ts';
import { SEED_PASSWORD, type SeedPlan, seed, seedDishes, seedMenus } from '../../scripts/seed/seed.ts';
import { runInProcess } from '../support/commands/start.ts';
import { openService } from '../support/service/open.ts';
import { ADMIN } from '../support/service/service.ts';
import { dumpTable } from '../support/service/table-dump.ts';

// More units than one transaction creates.
const PLAN: SeedPlan = { unitCount: 16, dishesPerUnit: 2, usersPerUnit: 2, seed: 7 };

const service = await openService();

const get = async (path: string, token: string, parameters = {}) =>
  (await service.call(`GET ${path}`, parameters, { token })).json.body;

describe('what is seeded', () => {
  it('names 100,000 schools, each of another name and of a known category', () => {
    const schools = Array.from({ length: 100_000 }, (_, index) => makeSchool(index + 1, new Random(1)));
    expect(new Set(schools.map(({ name }) => name)).size).toBe(schools.length);
    const categories = new Set(enumLists.category.map(({ key }) => key));
    expect(schools.filter(({ category }) => !categories.has(category))).toEqual([]);
  });

  it('names 20,000 dishes of a unit, each another one, of known marks, polys and ingredients', () => {
    const dishes = Array.from({ length: 20_000 }, (_, index) => createDishGenerator(1, 12)(index + 1));
    expect(new Set(dishes.map(({ name }) => name)).size).toBe(dishes.length);
    const codes = new Set(starterFoods.map(({ code }) => code));
    const wrong = dishes.filter(({ mark, poly, ingredient }) => {
      const keys = ingredient.map(({ key }) => key);
      const isKnown =
        dishMarks.includes(mark) && ['', ...dishPolys].includes(poly) && keys.every((key) => codes.has(key));
      return !isKnown || keys.length === 0 || new Set(keys).size < keys.length;
    });
    expect(wrong).toEqual([]);
    expect(new Set(dishes.slice(0, 20).map(({ mark }) => mark)).size).toBeGreaterThan(6);
    expect(dishes[1]).not.toEqual(createDishGenerator(2, 12)(2));
  });
});

describe('seeding', () => {
  it('fills a table that the service reads; repeated it writes nothing, larger it adds what is more', async () => {
    const { db } = service.deps;
    const seen: number[] = [];
    // As if cut short.
    await seed(db, { ...PLAN, unitCount: 3, dishesPerUnit: 1, usersPerUnit: 1 });
    await seed(db, PLAN, (units) => seen.push(units));
    expect(seen.at(-1)).toBe(16);
    const after = await dumpTable(service);
    await seed(db, PLAN);
    expect(await dumpTable(service)).toEqual(after);
    const admin = await service.signIn(ADMIN.uid, ADMIN.password);
    const page = await get('/api/vender', admin);
    expect([page.totalElements, page.content[0].account]).toEqual([16, 'school000016']);
    for (const account of ['school000001', 'school000016']) {
      const token = await service.signIn(`${account}-2`, SEED_PASSWORD);
      expect((await get('/api/dish', token)).totalElements).toBe(2);
      const users: { uid: string }[] = await get('/api/user', token);
      expect(users.map(({ uid }) => uid)).toEqual([account, `${account}-2`]);
    }
  });

  it('gives one unit many dishes, over the border of a block, and menus of them', async () => {
    const { db } = service.deps;
    await seedDishes(db, 1, 1010, 7);
    await seedMenus(db, 1, { count: 3, dishCount: 100 });
    const token = await service.signIn('school000001', SEED_PASSWORD);
    const { totalElements, content } = await get('/api/dish', token, { pageSize: 200, pageNo: 5 });
    expect(totalElements).toBe(1010);
    expect(content.map(({ id }: { id: number }) => id % 1_000_000)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect((await get('/api/menu', token)).totalElements).toBe(3);
  });
});

describe('npm run seed', () => {
  const run = (args: readonly string[], own = {}) => {
    const { table, endpoint = '' } = service.deps.env;
    return runInProcess('scripts/seed/main.ts', args, { DYNAMODB_ENDPOINT: endpoint, CATERING_TABLE: table, ...own });
  };

  it('fills a table and tells how to sign in', async () => {
    const done = await run(['--units', '2', '--dishes', '1', '--users', '1', '--first', '16']);
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(done.stdout).toContain('Sign in as school000016 to school000017, password 123456\n');
    const own = await run(['--units', '1', '--dishes', '1', '--users', '1'], { SEED_PASSWORD: 'own-secret' });
    expect(own).toMatchObject({ code: 0, stdout: expect.not.stringContaining('own-secret') });
  });

  it('wants a password of its own for the cloud, and refuses bad arguments by their names', async () => {
    const cloud = await run(['--table', 'somewhere'], { DYNAMODB_ENDPOINT: '' });
    expect(cloud).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('set SEED_PASSWORD') });
    for (const [args, problem] of [
      [['--units', 'many'], '--units takes a whole number from 1 to 999999, not "many"\n'],
      [['--users', '0'], '--users takes'],
      [['--units', '2', '--first', '999999'], '--first and --units'],
      [['--stage', 'a/b'], '--stage takes'],
      [['--region', 'r'], '--region goes with'],
      [['--nonsense'], "Unknown option '--nonsense'"],
    ] as const)
      expect(await run(args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(problem) });
    expect(await run(['--help'])).toMatchObject({ code: 0, stdout: expect.stringContaining('--units N') });
  });
});
