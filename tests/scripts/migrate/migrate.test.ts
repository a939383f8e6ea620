import { beforeEach, describe, expect, it, vi } from 'vitest';
import { allItemIds } from '../../../lib/auth/permissions.ts';
import { systemRoleId, withRoleChanged } from '../../../lib/domain/user/role.ts';
import { createDeps } from '../../../lib/runtime/deps.ts';
import { listDishes, readDishesHead } from '../../../lib/store/dish/dish.ts';
import { createDishes } from '../../../lib/store/dish/dish-placement.ts';
import { changeMarks, listMarksByUnit } from '../../../lib/store/ingredient/mark.ts';
import { deleteUnit } from '../../../lib/store/unit-deletion.ts';
import { createRole } from '../../../lib/store/user/role.ts';
import { readRoster, rosterStep } from '../../../lib/store/user/roster.ts';
import { openClient, type TableClient } from '../../../lib/table/client.ts';
import { raiseBlock } from '../../../lib/table/collection/collection.ts';
import { Database } from '../../../lib/table/database.ts';
import { type Item, put } from '../../../lib/table/steps.ts';
import { examineTable } from '../../../scripts/doctor/examine-table.ts';
import { toText as showExamination } from '../../../scripts/doctor/report.ts';
import { PINYIN_VERSION } from '../../../scripts/migrate/001-pinyin.ts';
import { migrateTable, planMigrations } from '../../../scripts/migrate/migrate-table.ts';
import { migrations, newestVersion } from '../../../scripts/migrate/migrations.ts';
import { toLine, toText } from '../../../scripts/migrate/report.ts';
import { raiseTableVersion, readTableVersion } from '../../../scripts/migrate/table-version.ts';
import { WriteRate } from '../../../scripts/migrate/write-rate.ts';
import { ensureTable, openLocalClient } from '../../../scripts/start/table.ts';
import {
  codeBucketOf,
  copyKey,
  dishPartition,
  EARLIER_MARK_BUCKETS,
  earlierMarkBucketKey,
  headKey,
  markCountKey,
  tableVersionKey,
  unitPartition,
  unitsPartition,
} from '../../../tables/keys.ts';
import { CHINESE, expectChinese } from '../../support/commands/chinese.ts';
import { carryOut, launch } from '../../support/commands/start.ts';
import { PICTURE } from '../../support/costs/worst.ts';
import { food, stock } from '../../support/nouns/foods.ts';
import { LeapingTime } from '../../support/process/leaping-time.ts';
import { openSetup } from '../../support/service/open.ts';
import type { TestService } from '../../support/service/service.ts';
import type { School } from '../../support/service/setup.ts';
import { dumpTable } from '../../support/service/table-dump.ts';
import { startTestEmulator } from '../../support/table/emulator.ts';
import { makeOld } from '../../support/table/old-table.ts';
import { readItems, withoutVersions } from '../doctor/damage.ts';

/** Some tests run commands; a busy machine takes longer. */
vi.setConfig({ testTimeout: 60_000 });

/** More than two transactions write, and enough that readers leave a copy of their rows. */
const DISHES = 110;

const { service, setup } = await openSetup();
const school = await setup.createSchool({ name: '重庆中学' });
const { db, env } = service.deps;
await fill(service, school);

const useOldTable = () => beforeEach(() => makeOld(env));

async function fill({ deps }: TestService, { id }: School): Promise<void> {
  const facts = { mark: '素菜', poly: '', month: [], ingredient: [], iconFile: '', hasIcon: false, modify: 1 };
  await createDishes(deps.db, id, DISHES, (number) => ({ name: `番茄炒蛋${number}`, ...facts }));
  await stock(service, [food('TOMATO-1', '番茄'), food('GHEE-1', 'Ghee')]);
  await setup.createDish({ name: '米饭', month: '1,12', icon: PICTURE }, { ...school, id: 0, token: setup.admin });
  await setup.createStandard(school);
}

/** The dishes of the school that a keyword finds, in an instance that has just started or is warm. */
async function count(keyword: string, instance = createDeps(env).db): Promise<number> {
  const head = await readDishesHead(instance, school.id);
  const page = await listDishes(instance, school.id, { pageNo: 0, pageSize: 20 }, { keyword }, { firstHead: head });
  return page.totalElements;
}

/** All rows as they are. */
const dumpRows = async () => (await readItems(service)).filter(({ sk }) => sk.startsWith('ROW#'));
/** Everything but rows, copies of rows and the table's version, without what grows with every change. */
const dumpOthers = async () => {
  const others = (await readItems(service)).filter(({ pk, sk }) => !/#CHUNK$|^TABLE$/.test(pk) && !/^ROW#/.test(sk));
  return withoutVersions(others.map(({ iconSize: _, ...item }) => item));
};
const wanted = await dumpRows();
/** The write rate of a run that is cut short after so many transactions. */
const cutAfter = (transactions: number) => {
  let left = transactions;
  return new WriteRate(undefined, () => {
    if (left-- === 0) throw new Error('cut short');
  });
};
/** Units, ingredients, standards, dishes of the platform and of the school. */
const ALL = { blocks: 5, rows: 2 + 1 + 1 + 1 + DISHES };
/** Rows of ingredients have no sizes. Those of the two units also tell whether they are open. */
const SIZED = ALL.rows - 1;
/** The catalogue of the tests is not that of the starter. */
const FIGURES = { foods: 0, 'with their own figures': 0 };
const VITAMINS = { foods: 0, 'without vitamin A in μg RE': 0, 'without vitamin E in α-TE': 0 };
/** What later migrations find in a table of which only the rows were made old. */
const OTHERS = [
  { version: 2, name: 'mark buckets', counts: { units: 0 } },
  { version: 3, name: 'tasks', counts: { tasks: 0 } },
  { version: 4, name: 'sizes', counts: { rows: SIZED } },
  { version: 5, name: 'user counts', counts: { units: 0 } },
  { version: 6, name: 'states of units', counts: { rows: 0 } },
  { version: 7, name: 'units of vitamins', counts: VITAMINS },
  { version: 8, name: 'items of the platform', counts: { items: 0 } },
  { version: 9, name: 'figures of the starter catalogue', counts: FIGURES },
];
const withoutNews = ({
  pinyin: _p,
  size: _s,
  iconSize: _i,
  months: _m,
  codes: _c,
  status: _u,
  expire: _e,
  ...row
}: Item) => row;
const withoutStates = ({ status: _u, expire: _e, ...row }: Item) => row;
const summary = (outcomes: Awaited<ReturnType<typeof migrateTable>>) =>
  outcomes.map(({ migration: { version, name }, counts }) => ({ version, name: name.en, counts }));

describe('migrating a table of an earlier release', () => {
  useOldTable();
  it('writes the pinyin of all rows, and no more', async () => {
    expect(await dumpRows()).toEqual(wanted.map(withoutNews));
    const others = await dumpOthers();
    expect(summary(await migrateTable(db))).toEqual([{ version: 1, name: 'pinyin', counts: ALL }, ...OTHERS]);
    expect(await readTableVersion(db)).toBe(newestVersion);
    expect(await dumpRows()).toEqual(wanted);
    expect(await dumpOthers()).toEqual(others);
    expect(wanted.filter((row) => 'pinyin' in row)).toHaveLength(ALL.rows);
  });

  it('a dry run says what there is to do and writes nothing', async () => {
    const before = await dumpTable(service);
    // The fourth writes what the sixth would.
    const planned = OTHERS.with(4, { version: 6, name: 'states of units', counts: { rows: 2 } });
    expect(summary(await planMigrations(db))).toEqual([{ version: 1, name: 'pinyin', counts: ALL }, ...planned]);
    expect(await dumpTable(service)).toEqual(before);
  });

  it('a second run finds nothing to do and writes nothing', async () => {
    await migrateTable(db);
    const before = await dumpTable(service);
    expect(await migrateTable(db)).toEqual([]);
    expect(await planMigrations(db)).toEqual([]);
    expect(await dumpTable(service)).toEqual(before);
  });

  it.each([0, 2, 5])('cut short after %i transactions, it is finished by another run', async (transactions) => {
    await expect(migrateTable(db, cutAfter(transactions))).rejects.toThrow('cut short');
    expect(await readTableVersion(db)).toBe(0);
    const [again] = await migrateTable(db);
    expect(again?.counts['rows']).toBeLessThan(ALL.rows);
    expect(await dumpRows()).toEqual(wanted);
  });

  it('leaves a table alone that a later release has made', async () => {
    await db.write([put({ ...tableVersionKey, version: newestVersion + 5 })]);
    expect(await migrateTable(db)).toEqual([]);
    await raiseTableVersion(db, newestVersion);
    expect(await readTableVersion(db)).toBe(newestVersion + 5);
  });

  it('writes so many items a second at the most', async () => {
    let written = 0;
    const end = new LeapingTime().begin();
    const start = Date.now();
    try {
      // Two milliseconds for each: the clock tells whole ones.
      await migrateTable(db, new WriteRate(500, (items) => (written += items)));
      expect(written).toBeGreaterThan(ALL.rows);
      expect(Date.now() - start).toBeCloseTo((written / 500) * 1000);
    } finally {
      end();
    }
  });
});

describe('a table in use while it is migrated', () => {
  useOldTable();
  /** A client that does something once before its first transaction, as others do between a read and a write. */
  async function migrateAfter(action: () => Promise<unknown>) {
    let isDue = true;
    const observe = (client: TableClient) =>
      client.use(async (operation, input, next) => {
        if (isDue && operation === 'TransactWriteItems') {
          isDue = false;
          await action();
        }
        return next(input);
      });
    const client = openClient(env, observe);
    const outcomes = await migrateTable(new Database(client, env.table));
    client.close();
    expect(isDue).toBe(false);
    return outcomes;
  }
  const rename = (name: string) => setup.succeed('POST /api/vender', { venderId: school.id, name }, setup.admin);

  it('keeps a name that was given between its read and its write', async () => {
    await migrateAfter(() => rename('长沙中学'));
    expect(await setup.succeed('GET /api/vender/select', { keyword: 'changsha' }, setup.admin)).toMatchObject([
      { id: school.id, name: '长沙中学' },
    ]);
    expect(await setup.succeed('GET /api/vender/select', { keyword: 'cqzx' }, setup.admin)).toEqual([]);
    expect((await examineTable(env)).findings).toEqual([]);
    await rename(school.name);
    expect(await dumpRows()).toEqual(wanted);
  });

  it('brings nothing back that was deleted between its read and its write', async () => {
    const gone = await setup.createSchool({ name: '去也小学' });
    await setup.createDish({ name: '去也菜' }, gone);
    await makeOld(env);
    await migrateAfter(() => deleteUnit(db, gone.id, () => false));
    const items = await dumpTable(service);
    expect(items.filter(({ pk }) => String(pk).startsWith(`V#${gone.id}#DISH`))).toEqual([]);
    expect((await examineTable(env)).findings).toEqual([]);
  });

  it('finds everything by name at any moment, by pinyin more and more, and all in the end', async () => {
    const warm = createDeps(env).db;
    const seen: number[] = [];
    let isOver = false;
    const migrating = migrateTable(db, new WriteRate(1000)).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      for (const instance of [warm, createDeps(env).db]) expect(await count('番茄', instance)).toBe(DISHES);
      seen.push(await count('fanqie', warm));
    }
    await migrating;
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen[0]).toBeLessThan(DISHES);
    expect([await count('fanqie', warm), await count('fqcd')]).toEqual([DISHES, DISHES]);
  });

  it('is not read from copies that lack the pinyin, even where an earlier release left one of rows that have it', async () => {
    const partition = dishPartition(school.id);
    expect(await count('fanqie')).toBe(0);
    expect(await db.get(copyKey(partition, 0))).toBeDefined();
    await migrateTable(db);
    expect([await count('fanqie'), await count('fqcd')]).toEqual([DISHES, DISHES]);
    const before = (await db.get(headKey(partition)))?.['blocks'];
    await makeVersionless();
    await migrateTable(db);
    expect((await db.get(headKey(partition)))?.['blocks']).not.toEqual(before);
  });

  const makeVersionless = () => db.removeMany([tableVersionKey]);
});

describe('the doctor', () => {
  useOldTable();
  const report = async () => showExamination(env, await examineTable(env), undefined);

  it('says that a table is behind, and takes rows without pinyin for right until it is not', async () => {
    const behind = await report();
    expect(behind).toContain(`Behind: at version 0 of ${newestVersion}; `);
    expect(behind).toContain('Healthy');
    await migrateTable(db);
    const after = await report();
    expect(after).toContain('Healthy');
    expect(after).not.toContain('Behind');
  });

  it('tells of every row without pinyin in a table that says that it has them', async () => {
    await raiseTableVersion(db, PINYIN_VERSION);
    const { findings } = await examineTable(env);
    expect(findings.map(({ invariant, repair }) => `${invariant} ${repair}`)).toEqual(
      Array.from({ length: ALL.rows }, () => 'pinyin safe'),
    );
  });
});

describe('a table of the version before units said whether they are open', () => {
  useOldTable();
  const list = (filter: Record<string, string>) =>
    setup.succeed('GET /api/vender', { keyword: school.name, ...filter }, setup.admin);

  it('finds units by name, and by state once it is migrated; the doctor has nothing against it on the way', async () => {
    await migrateTable(db);
    const rows = await db.query(unitsPartition, { prefix: 'ROW#' });
    await db.write(rows.map((row) => put(withoutStates(row))));
    await db.write([raiseBlock(unitsPartition, 0), put({ ...tableVersionKey, version: 5 })]);
    expect((await list({})).totalElements).toBe(1);
    for (const filter of [{ status: 'true' }, { expireBefore: '2100-01-01' }]) {
      expect((await list(filter)).totalElements).toBe(0);
    }
    expect((await examineTable(env)).findings).toEqual([]);
    expect(summary(await planMigrations(db))).toEqual([
      { version: 6, name: 'states of units', counts: { rows: rows.length } },
      { version: 7, name: 'units of vitamins', counts: VITAMINS },
      { version: 8, name: 'items of the platform', counts: { items: 0 } },
      { version: 9, name: 'figures of the starter catalogue', counts: FIGURES },
    ]);
    await migrateTable(db);
    for (const filter of [{}, { status: 'true' }, { expireBefore: '2100-01-01' }]) {
      expect((await list(filter)).totalElements).toBe(1);
    }
    expect((await examineTable(env)).findings).toEqual([]);
  });
});

describe('a table of the version before the platform dealt with menus', () => {
  useOldTable();

  it('lets the platform see menus once it is migrated, and leaves other roles alone', async () => {
    await migrateTable(db);
    const custom = await createRole(db, 0, { roleName: '值班', roleItems: [1] });
    const roster = await readRoster(db, 0);
    const former = withRoleChanged(roster, systemRoleId(0), (role) => {
      return { ...role, roleItems: role.roleItems.filter((item) => item < 44) };
    });
    await db.write([rosterStep(0, roster, former), put({ ...tableVersionKey, version: 7 })]);
    const look = async () =>
      (await service.call('GET /api/menu', { vender: school.id }, { token: setup.admin })).status;
    expect(await look()).toBe(403);
    expect(summary(await migrateTable(db))).toEqual([
      { version: 8, name: 'items of the platform', counts: { items: 2 } },
      { version: 9, name: 'figures of the starter catalogue', counts: FIGURES },
    ]);
    expect(await look()).toBe(200);
    const { roles } = await readRoster(db, 0);
    expect(roles.map(({ id, roleItems }) => [id, roleItems.length])).toEqual([
      [systemRoleId(0), allItemIds('admin').length],
      [custom, 1],
    ]);
  });
});

describe('marks of an earlier release', () => {
  const packed = (codes: readonly string[]) =>
    Array.from({ length: EARLIER_MARK_BUCKETS }, (_, number) => {
      const own = codes.filter((code) => codeBucketOf(code) % EARLIER_MARK_BUCKETS === number);
      const even = own.filter((code) => Number(code) % 2 === 0);
      const odd = own.filter((code) => Number(code) % 2 === 1);
      return put({ ...earlierMarkBucketKey(school.id, number), version: 3, codes: { 常用: even, 忌用: odd } });
    });
  const codes = Array.from({ length: 100 }, (_, index) => String(index));
  const marksOf = (list: readonly string[]) =>
    new Map(list.toSorted().map((code) => [code, Number(code) % 2 === 0 ? '常用' : '忌用']));
  beforeEach(async () => {
    await db.removeMany(await db.query(unitPartition(school.id), { prefix: 'MARK' }));
    await db.write(packed(codes));
  });

  it('are listed as they lie, and moved and counted by the migration, once', async () => {
    await makeOld(env);
    expect(await listMarksByUnit(db, school.id)).toEqual(marksOf(codes));
    const counts = async () => summary(await migrateTable(db)).find(({ version }) => version === 2)?.counts;
    expect(await counts()).toEqual({ units: 1 });
    expect(await listMarksByUnit(db, school.id)).toEqual(marksOf(codes));
    const [count, ...buckets] = await db.query(unitPartition(school.id), { prefix: 'MARK' });
    // 10 codes of one character and 90 of two, each with one byte more.
    expect(count).toEqual({ ...markCountKey(school.id), count: 100, bytes: 10 * 2 + 90 * 3 });
    expect(buckets.every(({ sk }) => sk.startsWith('MARKS#'))).toBe(true);
    expect(await examineTable(env)).toMatchObject({ findings: [] });
    await makeOld(env);
    expect(await counts()).toEqual({ units: 0 });
  });

  it('move with the first change, and otherwise stay as they were', async () => {
    await changeMarks(db, school.id, new Map([['4', undefined]]));
    expect(await listMarksByUnit(db, school.id)).toEqual(marksOf(codes.filter((code) => code !== '4')));
    expect(await db.query(unitPartition(school.id), { prefix: 'MARK#' })).toEqual([]);
  });

  it('that a function of an earlier release writes beside those of today are not lost', async () => {
    await changeMarks(db, school.id, new Map([['4', '忌用']]));
    await db.write([put({ ...earlierMarkBucketKey(school.id, 0), version: 1, codes: { 常用: ['1000'], 忌用: [] } })]);
    const wantedMarks = new Map([...marksOf([...codes, '1000']), ['4', '忌用']]);
    expect(await listMarksByUnit(db, school.id)).toEqual(wantedMarks);
    await changeMarks(db, school.id, new Map([['4', undefined]]));
    wantedMarks.delete('4');
    expect(await listMarksByUnit(db, school.id)).toEqual(wantedMarks);
  });
});

describe('npm run migrate', () => {
  useOldTable();
  const COMMAND = 'scripts/migrate/main.ts';
  const here = () => ['--table', env.table, '--endpoint', env.endpoint ?? ''];
  const migrate = (...args: string[]) => carryOut(COMMAND, [...here(), ...args], {});

  it('reports what a dry run would do, what a run has done, and that nothing is left', async () => {
    const head = `Table ${env.table} (${env.endpoint}): `;
    const purpose = migrations.map((one) => `  ${one.version}: ${one.purpose.en}\n`).join('');
    const outcomes = (await planMigrations(db)).map((outcome) => `  ${toLine(outcome)}\n`);
    expect(outcomes[0]).toBe(`  1 pinyin: ${ALL.blocks} blocks, ${ALL.rows} rows\n`);
    const counts = outcomes.join('');
    const dry = `${head}at version 0 of ${newestVersion}\n${purpose}To be done:\n${counts}Nothing was written\n`;
    expect(await migrate('--dry-run')).toEqual({ code: 0, stdout: dry, stderr: '' });
    const did = counts.replace('states of units: 2 rows', 'states of units: 0 rows');
    const done = `${head}at version 0 of ${newestVersion}\n${purpose}Done:\n${did}Now at version ${newestVersion}\n`;
    const run = await launch(COMMAND, [...here(), '--rate', '100000'], {}).outcome;
    expect(run).toEqual({ code: 0, stdout: done, stderr: '' });
    expect(await migrate()).toEqual({
      code: 0,
      stdout: `${head}up to date, at version ${newestVersion}\n`,
      stderr: '',
    });
    expect(await dumpRows()).toEqual(wanted);
    expect(toText(env, newestVersion + 1, [], false)).toBe(
      `${head}at version ${newestVersion + 1}, which a later release has made\n`,
    );
  });

  it('says all of it in Chinese on a Chinese terminal', async () => {
    const { code, stdout, stderr } = await carryOut(COMMAND, [...here(), '--dry-run'], CHINESE);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`\n  1 拼音：块 ${ALL.blocks}，行 ${ALL.rows}\n`);
    expectChinese(stdout.trim().split('\n'));
  });

  it('says that there is no such table', async () => {
    const args = ['--table', 'catering-gone', '--endpoint', env.endpoint ?? ''];
    const gone = await carryOut(COMMAND, args, {});
    expect(gone).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('no table catering-gone') });
  });
});

describe('a new table', () => {
  it('is at the newest version from its bootstrap on', async () => {
    const emulator = await startTestEmulator();
    const { endpoint } = emulator;
    const place = { table: 'catering-new', region: 'cn-north-1', endpoint };
    const local = openLocalClient(endpoint, place.region);
    await ensureTable(local, place.table);
    local.destroy();
    const args = ['--stage', 'new', '--uid', 'boss'];
    const variables = { DYNAMODB_ENDPOINT: endpoint };
    const outcome = await carryOut('scripts/bootstrap/main.ts', args, variables, 'correct horse\n');
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    const { findings, tableVersion, counts } = await examineTable(place);
    expect({ findings, tableVersion }).toEqual({ findings: [], tableVersion: newestVersion });
    expect(counts.get('ingredient')).toBeGreaterThan(200);
    await emulator.stop();
  });
});
