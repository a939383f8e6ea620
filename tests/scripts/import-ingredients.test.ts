import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findIngredients, readCatalogueHead } from '../../lib/store/ingredient.ts';
import { UsageProblem } from '../../scripts/command/command.ts';
import { connect } from '../../scripts/command/target.ts';
import { toFoods } from '../../scripts/import-ingredients/food.ts';
import { compareIngredients } from '../../scripts/import-ingredients/load-foods.ts';
import { readOptions } from '../../scripts/import-ingredients/options.ts';
import { readTable } from '../../scripts/import-ingredients/table-file.ts';
import { openDataDir } from '../../scripts/start/data-dir.ts';
import { ensureTable, openLocalClient } from '../../scripts/start/table.ts';
import { startTestTable, type TestTable } from '../support/emulator.ts';
import { launch } from '../support/start.ts';

const REAL = join(import.meta.dirname, '../../../shared/food-composition');
const hasReal = existsSync(REAL);
const HEADER = '编码,名称,类别,食部(%),能量(kJ),蛋白质(g),钠(mg)';

let folder = '';
let table: TestTable;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catering-import-'));
  table = await startTestTable();
  const client = openLocalClient(table.endpoint, table.region);
  await ensureTable(client, 'catering-local');
  client.destroy();
});
afterAll(async () => {
  await table.stop();
  await rm(folder, { recursive: true, force: true });
});

const run = (args: readonly string[], variables: Readonly<Record<string, string>> = {}) =>
  launch('scripts/import-ingredients/main.ts', args, { DATA_DIR: folder, ...variables }).outcome;
const onTable = () => ({ DYNAMODB_ENDPOINT: table.endpoint, CATERING_TABLE: table.table });

async function write(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

async function find(code: string, name = table.table) {
  const { db } = connect({ ...table, table: name });
  return (await findIngredients(db, [code], await readCatalogueHead(db))).get(code);
}

describe('npm run import:ingredients', () => {
  it('loads, changes and leaves alone, and writes a report', async () => {
    const path = await write('a.csv', `${HEADER}\n1,稻米,谷类,100,1400,7.0,Tr\n2,盐,调味品,,—,x,39000*\n3,,,,,,\n`);
    const report = join(folder, 'report.csv');
    const first = await run([path, '--report', report], onTable());
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toContain('3 rows read: 2 loaded, 0 changed, 0 unchanged\n');
    expect(first.stdout).toContain('2 of 2 foods\n');
    expect(first.stdout).toContain('  cell: a.csv, row 3, 2, 蛋白质(g) "x": is no number: left unknown\n');
    expect(await readFile(report, 'utf8')).toBe(
      '\uFEFFkind,file,row,food,column,value,problem\r\n' +
        'row,a.csv,4,3,名称,,has no name\r\n' +
        'cell,a.csv,3,2,蛋白质(g),x,is no number: left unknown\r\n',
    );
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

  it('writes nothing in a dry run', async () => {
    const path = await write('dry.csv', `${HEADER}\ndry,稻米,谷类,100,1400,7.0,\n`);
    const { code, stdout } = await run([path, '--dry-run'], onTable());
    expect(code).toBe(0);
    expect(stdout).toContain('1 rows read: 1 loaded, 0 changed, 0 unchanged (dry run: nothing was written)');
    expect(await find('dry')).toBeUndefined();
    expect(existsSync(join(folder, 'import-report.csv'))).toBe(true);
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
    // As a run leaves it that was killed.
    await writeFile(join(data, 'endpoint'), table.endpoint);
    expect((await run([path], variables)).stderr).toContain('not running');
  });

  it('ends with 2 where it is called wrongly, with 1 where nothing can be read or loaded', async () => {
    const path = await write('b.csv', `${HEADER}\nb,稻米,谷类,100,1400,7.0,\n`);
    const empty = await write('empty.csv', '');
    expect(await run([])).toMatchObject({ code: 2, stdout: '', stderr: 'Name at least one file; --help says more\n' });
    for (const args of [
      ['--nonsense', path],
      ['--region', 'r', path],
      ['--stage', 'a/b', path],
    ]) {
      expect(() => readOptions(args)).toThrow(UsageProblem);
    }
    expect(readOptions(['--help'])).toBeUndefined();
    const nothing = await run([empty, join(folder, 'gone.json')], onTable());
    expect(nothing.code).toBe(1);
    expect(nothing.stderr).toContain('file: empty.csv: has no header row\n');
    expect(nothing.stderr).toContain('file: gone.json: ENOENT');
    const gone = await run([path], { ...onTable(), CATERING_TABLE: 'catering-gone' });
    expect(gone.code).toBe(1);
    expect(gone.stderr).toContain('There is no table catering-gone');
  });
});

describe.skipIf(!hasReal)('the real food table (skipped where ../shared/food-composition is absent)', () => {
  it('gives 1,851 foods, every unusable cell reported, none turned into 0', async () => {
    const files = (await readdir(REAL)).map((name) => join(REAL, name));
    const report = join(folder, 'real.csv');
    const first = await run([...files, '--report', report], onTable());
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toContain('1851 rows read: 1851 loaded, 0 changed, 0 unchanged\n');
    const cells = (await readFile(report, 'utf8')).split('\r\n').filter((line) => line.startsWith('cell,'));
    expect(cells).toHaveLength(21);
  });

  it('has a 0 only where the book prints one or a trace; again, all are unchanged', async () => {
    const raw: { file: string; row: Record<string, string> }[] = [];
    const tables = [];
    for (const file of await readdir(REAL)) {
      const bytes = await readFile(join(REAL, file));
      for (const row of JSON.parse(bytes.toString()) as Record<string, string>[]) raw.push({ file, row });
      tables.push(readTable(file, bytes));
    }
    const { foods } = toFoods(tables);
    const counts = (test: (text: string) => boolean, keys: readonly string[]) =>
      raw.reduce((sum, { row }) => sum + keys.filter((key) => test(row[key] ?? '')).length, 0);
    const zeros = (key: string) => foods.filter(({ nutrients }) => nutrients[key] === '0').length;
    const isZero = (text: string) => text === 'Tr' || /^0+(\.0+)?\*?$/.test(text);
    const isKnown = (text: string) => isZero(text) || /^\d+(\.\d+)?\*?$/.test(text);
    for (const [key, from] of Object.entries({
      protein: 'protein',
      fibre: 'dietaryFiber',
      manganese: 'Mn',
      iron: 'Fe',
    })) {
      expect(zeros(key)).toBe(counts(isZero, [from]));
      expect(foods.filter(({ nutrients }) => nutrients[key] !== undefined)).toHaveLength(counts(isKnown, [from]));
    }
    expect(foods.every(({ traces, nutrients }) => traces.every((key) => nutrients[key] === '0'))).toBe(true);
    const outcome = await compareIngredients(connect(table).db, foods);
    expect(outcome.unchanged).toHaveLength(1851);
  });
});
