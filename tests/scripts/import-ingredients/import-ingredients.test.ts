import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { classify } from '../../../lib/domain/ingredient/food-class.ts';
import { readSheet } from '../../../lib/spreadsheet/rows.ts';
import { findCatalogueFoods } from '../../../lib/store/ingredient/food.ts';
import { loadIngredients } from '../../../scripts/command/load-foods.ts';
import { connect } from '../../../scripts/command/target.ts';
import { toFoods } from '../../../scripts/import-ingredients/food.ts';
import { readTable } from '../../../scripts/import-ingredients/table-file.ts';
import { openDataDir } from '../../../scripts/start/data-dir.ts';
import { ensureTable, openLocalClient } from '../../../scripts/start/table.ts';
import { launch, runInProcess } from '../../support/commands/start.ts';
import { startTestTable } from '../../support/table/emulator.ts';

/** The digital form of the national table, which is beside the project and not part of it. */
const REAL = join(import.meta.dirname, '../../../../shared/food-composition');
const HEADER = '编码,名称,类别,食部(%),能量(kJ),蛋白质(g),钠(mg)';

afterAll(async () => {
  await table.stop();
  await rm(folder, { recursive: true, force: true });
});

const COMMAND = 'scripts/import-ingredients/main.ts';
const run = (args: readonly string[], variables: Readonly<Record<string, string>> = {}) =>
  runInProcess(COMMAND, args, { DATA_DIR: folder, ...variables });
const onTable = () => ({ DYNAMODB_ENDPOINT: table.endpoint, CATERING_TABLE: table.table });

async function write(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

async function readReport(path: string): Promise<readonly (readonly string[])[]> {
  return readSheet('report.xlsx', await readFile(path)).rows.map(({ cells }) => cells);
}

async function find(code: string, name = table.table) {
  const { db } = connect({ ...table, table: name });
  return (await findCatalogueFoods(db, [code])).get(code);
}

const folder = await mkdtemp(join(tmpdir(), 'catering-import-'));
const table = await startTestTable();
const client = openLocalClient(table.endpoint, table.region);
await ensureTable(client, 'catering-local');
client.destroy();

describe('npm run import:ingredients', () => {
  it('loads, changes and leaves alone, and writes a report', async () => {
    const path = await write('a.csv', `${HEADER}\n1,稻米,谷类,100,1400,7.0,Tr\n2,盐,调味品,,—,-1,39000*\n3,,,,,,\n`);
    const report = join(folder, 'report.xlsx');
    const variables = { DATA_DIR: folder, ...onTable() };
    const first = await launch(COMMAND, [path, '--report', report], variables).outcome;
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toContain('3 rows read: 2 loaded, 0 changed, 0 unchanged\n');
    expect(first.stdout).toContain('  cell: a.csv, row 3, 2, 蛋白质(g) "-1": is negative; left unknown\n');
    expect(await readReport(report)).toEqual([
      ['kind', 'file', 'row', 'food', 'column', 'value', 'problem', 'done'],
      ['row', 'a.csv', '4', '3', '名称', '', 'is missing, too long, or has control characters', 'not loaded'],
      ['cell', 'a.csv', '3', '2', '蛋白质(g)', '-1', 'is negative', 'left unknown'],
    ]);
    expect(await find('1')).toMatchObject({
      name: '稻米',
      category: '谷类',
      edible: '100',
      nutrients: { energy: '1400', protein: '7', sodium: '0' },
      traces: ['sodium'],
    });
    const salt = await find('2');
    expect(salt?.nutrients).toEqual({ sodium: '39000' });
    expect(salt?.edible).toBeUndefined();
    await write('a.csv', `${HEADER}\n1,稻米,谷类,100,1401,7,Tr\n2,盐,调味品,,,,39000\n`);
    expect((await run([path], onTable())).stdout).toContain('2 rows read: 0 loaded, 1 changed, 1 unchanged\n');
  });

  it('leaves values of the catalogue that the table does not have or that cannot be believed, and says how many', async () => {
    const header = `${HEADER},饱和脂肪(g)`;
    await run([await write('full.csv', `${header}\nkeep,肉,肉类,70,1400,20,60,5.5\n`)], onTable());
    const next = await write('next.csv', `${HEADER}\nkeep,肉,肉类,,1410,120,Tr\n`);
    const { stdout } = await run([next, '--dry-run'], onTable());
    expect((await find('keep'))?.nutrients['energy']).toBe('1400');
    const again = await run([next], onTable());
    const kept =
      '4 values of the catalogue stay that the tables do not have: energy 1, protein 1, saturated-fat 1, sodium 1\n';
    expect(stdout).toContain(kept);
    expect(again.stdout).toContain(kept);
    expect(await find('keep')).toMatchObject({
      edible: '70',
      nutrients: { energy: '1400', protein: '20', sodium: '60', 'saturated-fat': '5.5' },
      traces: [],
    });
  });

  it('writes nothing in a dry run', async () => {
    const path = await write('dry.csv', `${HEADER}\ndry,稻米,谷类,100,1400,7.0,\n`);
    const { code, stdout } = await run([path, '--dry-run'], onTable());
    expect(code).toBe(0);
    expect(stdout).toContain('1 rows read: 1 loaded, 0 changed, 0 unchanged\n');
    expect(await find('dry')).toBeUndefined();
    expect(existsSync(join(folder, 'import-report.xlsx'))).toBe(true);
  });

  it('finds the local service while it runs, and says so where it does not', async () => {
    const path = await write('local.csv', `${HEADER}\nlocal,稻米,谷类,100,1400,7.0,\n`);
    const data = join(folder, 'data');
    const variables = { DATA_DIR: data };
    const missing = await run([path], variables);
    expect(missing).toMatchObject({ code: 1, stdout: '' });
    expect(missing.stderr).toMatch(/^The local service is not running on .*data: npm start first.*--stage.*\n$/);
    const dataDir = await openDataDir(data, false);
    expect((await run([path], variables)).code).toBe(1);
    await dataDir.announce(table.endpoint);
    expect(await run([path], variables)).toMatchObject({ code: 0, stderr: '' });
    expect(await find('local', 'catering-local')).toMatchObject({ name: '稻米' });
    dataDir.release();
    expect((await run([path], variables)).stderr).toContain('not running');
    // A report as a killed run leaves it.
    await writeFile(join(data, 'endpoint'), table.endpoint);
    expect((await run([path], variables)).stderr).toContain('not running');
  });

  it('ends with 2 where it is called wrongly, with 1 where nothing can be read or loaded', async () => {
    const path = await write('b.csv', `${HEADER}\nb,稻米,谷类,100,1400,7.0,\n`);
    const empty = await write('empty.csv', '');
    expect(await run([])).toMatchObject({ code: 2, stdout: '', stderr: 'Name at least one file; --help says more\n' });
    for (const args of [['--nonsense'], ['--region', 'r'], ['--stage', 'a/b'], ['--report', 'report.csv']])
      expect((await run([...args, path])).code).toBe(2);
    expect(await run(['--help'])).toMatchObject({ code: 0, stdout: expect.stringContaining('--dry-run') });
    const nothing = await run([empty, join(folder, 'gone.json')], onTable());
    expect(nothing.stderr).toContain('file: empty.csv: has no header row; not read\n');
    expect(nothing).toMatchObject({ code: 1, stderr: expect.stringContaining('file: gone.json: ENOENT') });
    const gone = await run([path], { ...onTable(), CATERING_TABLE: 'catering-gone' });
    expect(gone).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no table catering-gone') });
  });
});

describe.skipIf(!existsSync(REAL))('the national table (skipped where ../shared/food-composition is absent)', () => {
  it('is loaded by one command, its report names every finding, and again nothing changes', async () => {
    const names = await readdir(REAL);
    const report = join(folder, 'national.xlsx');
    const files = names.map((name) => join(REAL, name));
    const first = await run([...files, '--report', report], onTable());
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toContain('1851 rows read: 1849 loaded, 0 changed, 0 unchanged\n');
    const tables = await Promise.all(names.map(async (name) => readTable(name, await readFile(join(REAL, name)))));
    const { foods, findings } = toFoods(tables);
    expect(await readReport(report)).toHaveLength(findings.length + 1);
    const again = await loadIngredients(connect(table).db, foods, { isDry: true });
    expect([again.added.length, again.changed.length, again.unchanged.length, again.kept]).toEqual([0, 0, 1849, []]);
    const { db } = connect(table);
    const codes = foods.map(({ code }) => code);
    const stored = await findCatalogueFoods(db, codes);
    expect([...stored.values()].map(({ version: _, number: __, source: ___, ...facts }) => facts)).toEqual(
      foods.map(classify),
    );
  }, 60_000);
});
