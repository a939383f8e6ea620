import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dishMarks, dishPolys } from '../../lib/domain/dish.ts';
import { enumLists } from '../../lib/domain/enum.ts';
import { createDishes } from '../../lib/store/dish/dish-placement.ts';
import { findUnits } from '../../lib/store/unit/unit.ts';
import { createUnits, type NewUnit } from '../../lib/store/unit/unit-change.ts';
import { createUsers, listUsersByUnit } from '../../lib/store/user/user.ts';
import { UsageProblem } from '../../scripts/command/command.ts';
import { starterFoods } from '../../scripts/command/starter.ts';
import { dishesOf } from '../../scripts/seed/dishes.ts';
import { readOptions } from '../../scripts/seed/options.ts';
import { inParallel } from '../../scripts/seed/parallel.ts';
import { schoolsOf } from '../../scripts/seed/schools.ts';
import { SEED_PASSWORD, type SeedPlan, seed, seedDishes } from '../../scripts/seed/seed.ts';
import { prefix } from '../../tables/keys.ts';
import { carryOut, launch } from '../support/commands/start.ts';
import { ADMIN, startService, type TestService } from '../support/service/service.ts';
import { dumpTable } from '../support/service/table-dump.ts';

// More units than one transaction creates.
const PLAN: SeedPlan = { units: 16, dishesPerUnit: 2, usersPerUnit: 2, seed: 7 };
const itemsOf = ({ units, dishesPerUnit, usersPerUnit }: SeedPlan) =>
  units * (6 + 2 * (usersPerUnit - 1) + 2 * dishesPerUnit);

let service: TestService;
let interrupted: TestService;
beforeAll(async () => {
  [service, interrupted] = await Promise.all([startService(), startService()]);
});
afterAll(() => Promise.all([service.stop(), interrupted.stop()]));

/**
 * The table without random parts (salts of passwords, sessions and the epochs that end them, versions of users) and
 * without times (of sign-ins, and of the last change of a block).
 */
async function dumpLasting(from: TestService) {
  const items = await dumpTable(from);
  return items
    .filter(({ pk, sk }) => !/^(V#0 |UID#admin |.* (SESSION#|ATTEMPTS$)|V#\d+#LOG )/.test(`${pk} ${sk}`))
    .map(({ hash, epoch, known, blocks, ...rest }) => ({
      ...rest,
      ...(String(rest.sk).startsWith(prefix.user) ? { version: undefined } : {}),
      ...(blocks ? { blocks: withoutTimes(blocks) } : {}),
    }));
}

/** The count, version and sum of each block. */
function withoutTimes(blocks: unknown) {
  return Object.entries(blocks ?? {}).map(([block, facts]) => [block, ...(facts as unknown[]).slice(0, 3)]);
}

describe('what is seeded', () => {
  it('names 100,000 schools, each of another name and of a known category', () => {
    const schoolOf = schoolsOf(1);
    const schools = Array.from({ length: 100_000 }, (_, index) => schoolOf(index + 1));
    expect(new Set(schools.map(({ name }) => name)).size).toBe(schools.length);
    const categories = new Set(enumLists.category.map(({ key }) => key));
    expect(schools.filter(({ category }) => !categories.has(category))).toEqual([]);
    expect(schools[0]?.name).not.toBe(schoolsOf(2)(1).name);
  });

  it('names 10,000 dishes of a unit, each another one, of known marks, polys and ingredients', () => {
    const dishOf = dishesOf(1, 12);
    const dishes = Array.from({ length: 10_000 }, (_, index) => dishOf(index + 1));
    expect(new Set(dishes.map(({ name }) => name)).size).toBe(dishes.length);
    const codes = new Set(starterFoods.map(({ code }) => code));
    const polys = ['', ...dishPolys];
    const wrong = dishes.filter(({ mark, poly, ingredient, month }) => {
      const isKnown = dishMarks.includes(mark) && polys.includes(poly) && ingredient.every(({ key }) => codes.has(key));
      const isDistinct = new Set(ingredient.map(({ key }) => key)).size === ingredient.length;
      const isWeighed =
        ingredient.length > 0 && ingredient.every(({ value }) => /^\d+(\.\d)?$/.test(value) && value !== '0');
      return !isKnown || !isDistinct || !isWeighed || month.some((one, at) => one <= (month[at - 1] ?? 0) || one > 12);
    });
    expect(wrong).toEqual([]);
    expect(new Set(dishes.slice(0, 20).map(({ mark }) => mark)).size).toBeGreaterThan(6);
    expect(dishes[0]).toEqual(dishesOf(1, 12)(1));
    expect(dishes[1]).not.toEqual(dishesOf(2, 12)(2));
    expect(dishes[1]).not.toEqual(dishesOf(1, 13)(2));
  });
});

describe('seeding', () => {
  it('writes what it says, and nothing when repeated', async () => {
    const before = await dumpTable(service);
    const seen: [done: number, total: number][] = [];
    const { items } = await seed(service.deps.db, PLAN, (...progress) => seen.push(progress));
    expect(items).toBe(itemsOf(PLAN));
    expect(seen.length).toBeGreaterThan(PLAN.units);
    expect(seen.at(-1)).toEqual([items, items]);
    const after = await dumpTable(service);
    const heads = after.filter(({ sk }) => sk === 'HEAD');
    expect(heads).toHaveLength(PLAN.units + 1);
    expect(after.length - heads.length - before.length).toBe(items);
    expect((await seed(service.deps.db, PLAN, (...progress) => seen.push(progress))).items).toBe(0);
    expect(seen.at(-1)).toEqual([items, items]);
    expect(await dumpTable(service)).toEqual(after);
  });

  it('can be read by the service, and everybody can sign in', async () => {
    const admin = await service.signIn(ADMIN.uid, ADMIN.password);
    const get = async (path: string, token: string) => (await service.call(`GET ${path}`, {}, { token })).json.body;
    const page = await get('/api/vender', admin);
    expect(page.totalElements).toBe(PLAN.units);
    expect(page.content[0]).toMatchObject({ id: 16, account: 'school000016', name: schoolsOf(7)(16).name });
    expect(await get('/api/vender/select', admin)).toHaveLength(PLAN.units);
    for (const uid of ['school000016', 'school000016-2']) {
      const token = await service.signIn(uid, SEED_PASSWORD);
      const dishes = await get('/api/dish', token);
      expect(dishes.totalElements).toBe(2);
      expect(dishes.content.map(({ name }: { name: string }) => name)).toEqual(
        [2, 1].map((n) => dishesOf(7, 16)(n).name),
      );
      const users: { uid: string }[] = await get('/api/user', token);
      expect(users.map((user) => user.uid)).toEqual(['school000016', 'school000016-2']);
    }
  });

  it('ends in the same state when it is cut short again and again', async () => {
    const { storeCalls, deps } = interrupted;
    const cuts: string[] = [];
    for (let most = 1; ; most += 9) {
      let calls = 0;
      const when = most % 2 ? 'before' : 'after';
      storeCalls.fault = () => (++calls > most ? { when, error: new Error('cut') } : undefined);
      const outcome = await seed(deps.db, PLAN).catch((error: unknown) => String(error));
      if (typeof outcome !== 'string') break;
      cuts.push(outcome);
    }
    storeCalls.fault = () => undefined;
    expect(cuts.length).toBeGreaterThan(3);
    expect(new Set(cuts)).toEqual(new Set(['Error: cut']));
    expect(await dumpLasting(interrupted)).toEqual(await dumpLasting(service));
  });

  it('adds what a larger plan has more, and refuses another seed', async () => {
    const larger = { ...PLAN, units: 17, dishesPerUnit: 3, usersPerUnit: 3 };
    const { items } = await seed(interrupted.deps.db, larger);
    expect(items).toBe(itemsOf(larger) - itemsOf(PLAN));
    const before = await dumpTable(interrupted);
    const other = seed(interrupted.deps.db, { ...larger, units: 30, seed: 8 });
    await expect(other).rejects.toThrow(/The account school000001 should be of .*repeat the --seed/);
    expect(await dumpTable(interrupted)).toEqual(before);
    expect((await seed(interrupted.deps.db, { ...larger, units: 1, firstUnit: 18 })).items).toBe(itemsOf(larger) / 17);
  });

  it('gives one unit many dishes, over the border of a block', async () => {
    const { db } = interrupted.deps;
    const written: number[] = [];
    const { items } = await seedDishes(db, 1, 1010, 7, (done) => written.push(done));
    expect(items).toBe(2 * (1010 - 3));
    expect(written.at(-1)).toBe(items);
    expect((await seedDishes(db, 1, 1010, 7)).items).toBe(0);
    const token = await interrupted.signIn('school000001', SEED_PASSWORD);
    const { json } = await interrupted.call('GET /api/dish', { pageSize: 200, pageNo: 5 }, { token });
    expect(json.body.totalElements).toBe(1010);
    expect(json.body.content.map(({ id }: { id: number }) => id % 1_000_000)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });
});

describe('creating several at once', () => {
  const draft = (account: string, name = `学校 ${account}`): NewUnit => {
    return { account, name, category: '小学', expire: '2099-12-31', hash: 'none', allItems: [18] };
  };

  it('creates units with ids that follow on each other', async () => {
    const { db } = service.deps;
    const first = await createUnits(
      db,
      [draft('bulk-a'), { ...draft('bulk-b'), icon: 'data:image/png;base64,AAAA' }],
      5,
    );
    const found = await findUnits(db, [first, first + 1, first + 2]);
    expect(found.map((unit) => unit && [unit.account, unit.hasIcon])).toEqual([
      ['bulk-a', false],
      ['bulk-b', true],
      undefined,
    ]);
  });

  it('creates none where one cannot be, for the reason that one alone has', async () => {
    const { db } = service.deps;
    const before = await dumpTable(service);
    const fresh = draft('bulk-c');
    const account = { reason: 'duplicate_account' };
    const name = { reason: 'duplicate_unit_name' };
    await expect(createUnits(db, [fresh, draft('BULK-A', '别的')], 5)).rejects.toMatchObject(account);
    await expect(createUnits(db, [fresh, draft('BULK-C', '别的')], 5)).rejects.toMatchObject(account);
    await expect(createUnits(db, [fresh, draft('bulk-d', '学校 BULK-A')], 5)).rejects.toMatchObject(name);
    await expect(createUnits(db, [fresh, draft('bulk-d', '学校 bulk-c')], 5)).rejects.toMatchObject(name);
    const user = (uid: string, roleId = 1_000_001) => ({ uid, name: uid, phone: '', roleId, hash: 'none' });
    const taken = { reason: 'duplicate_uid' };
    await expect(createUsers(db, 1, [user('bulk-u'), user('bulk-a')], 5)).rejects.toMatchObject(taken);
    await expect(createUsers(db, 1, [user('bulk-u'), user('BULK-U')], 5)).rejects.toMatchObject(taken);
    const role = { reason: 'unknown_role' };
    await expect(createUsers(db, 1, [user('bulk-u'), user('bulk-v', 9)], 5)).rejects.toMatchObject(role);
    const unit = { reason: 'unknown_unit' };
    await expect(createDishes(db, 999, 3, dishesOf(1, 999))).rejects.toMatchObject(unit);
    expect(await dumpTable(service)).toEqual(before);
    await createUsers(db, 1, [user('bulk-u'), user('bulk-v')], 5);
    expect((await listUsersByUnit(db, 1)).map(({ uid }) => uid)).toContain('bulk-v');
  });
});

describe('npm run seed', () => {
  it('fills a table, tells the rate and how to sign in', async () => {
    const { table, endpoint = '' } = service.deps.env;
    const variables = { DYNAMODB_ENDPOINT: endpoint, CATERING_TABLE: table };
    const args = ['--units', '2', '--dishes', '1', '--users', '1', '--seed', '7', '--first', '16'];
    const [done, cloud, wrong] = await Promise.all([
      launch('scripts/seed/main.ts', args, variables).outcome,
      carryOut('scripts/seed/main.ts', ['--table', table], {}),
      carryOut('scripts/seed/main.ts', ['--units', 'many'], variables),
    ]);
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(done.stdout).toContain(`2 units with 1 dishes and 1 users each → ${table} (${endpoint})\n`);
    expect(done.stdout).toMatch(/\n8 items written in .* s, \d+ items\/s\n/);
    expect(done.stdout).toContain('Sign in as school000016 to school000017, password 123456\n');
    expect(cloud).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('set SEED_PASSWORD') });
    const problem = '--units takes a whole number from 1 to 999999, not "many"\n';
    expect(wrong).toEqual({ code: 2, stdout: '', stderr: problem });
  });

  it('refuses bad arguments by their names', () => {
    const numbers = ['units', 'dishes', 'users', 'seed', 'first'];
    const bad = numbers.flatMap((name) => ['-1', '1.5', '', 'x', '99999999999'].map((value) => [name, value]));
    for (const [name, value] of bad) expect(() => readOptions([`--${name}=${value}`])).toThrow(`--${name} takes`);
    expect(() => readOptions(['--units', '2', '--first', '999999'])).toThrow('--first and --units');
    expect(() => readOptions(['--users', '0'])).toThrow('--users takes');
    expect(() => readOptions(['--table', 'a/b'])).toThrow('--table takes');
    expect(() => readOptions(['--stage', 'a/b'])).toThrow('--stage takes');
    expect(() => readOptions(['--table', 'abc', '--stage', 'abc'])).toThrow('--stage and --table');
    expect(() => readOptions(['--region', 'r'])).toThrow('--region goes with');
    expect(() => readOptions(['--nonsense'])).toThrow(UsageProblem);
    expect(readOptions(['--help'])).toBeUndefined();
    expect(readOptions([])).toMatchObject({ units: 100, dishes: 20, users: 3, seed: 1, first: 1 });
  });
});

describe('work side by side', () => {
  it('begins nothing after a failure and waits for what was begun', async () => {
    const begun: number[] = [];
    const ended: number[] = [];
    const work = inParallel([1, 2, 3, 4], 2, async (value) => {
      begun.push(value);
      await Promise.resolve();
      if (value === 1) throw new Error('first');
      await new Promise((resolve) => setImmediate(resolve));
      ended.push(value);
    });
    await expect(work).rejects.toThrow('first');
    expect([begun, ended]).toEqual([[1, 2], [2]]);
  });
});
