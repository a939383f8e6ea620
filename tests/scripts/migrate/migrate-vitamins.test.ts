import { beforeEach, describe, expect, it } from 'vitest';
import { createDeps } from '../../../lib/runtime/deps.ts';
import { raiseBlock } from '../../../lib/table/collection/collection.ts';
import { put } from '../../../lib/table/steps.ts';
import { VITAMIN_VERSION } from '../../../scripts/migrate/007-vitamins.ts';
import { migrateTable, planMigrations } from '../../../scripts/migrate/migrate-table.ts';
import { newestVersion } from '../../../scripts/migrate/migrations.ts';
import { toLine } from '../../../scripts/migrate/report.ts';
import { readTableVersion } from '../../../scripts/migrate/table-version.ts';
import { WriteRate } from '../../../scripts/migrate/write-rate.ts';
import { ingredientKey, ingredientsPartition, tableVersionKey } from '../../../tables/keys.ts';
import { food, stock } from '../../support/nouns/foods.ts';
import { openSetup } from '../../support/service/open.ts';
import { dumpTable } from '../../support/service/table-dump.ts';

const { service, setup } = await openSetup();
const { db, env } = service.deps;

/** Foods as earlier releases stored them, and what they become. The values are those of the printed table. */
const CASES = [
  ['101101x', '纯牛奶', { 'vitamin-a': '54', retinol: '54' }, { 'vitamin-a': '54', 'vitamin-a-rae': '54' }],
  [
    '041204',
    '胡萝卜',
    { 'vitamin-a': '344', retinol: '0', carotene: '4107' },
    { 'vitamin-a': '688', 'vitamin-a-rae': '344' },
  ],
  ['102137', '奶', { 'vitamin-a': '72' }, { 'vitamin-a-rae': '72' }],
  ['012001x', '米', { 'vitamin-a': '0', 'vitamin-e': '0.43' }, { 'vitamin-a': '0', 'vitamin-a-rae': '0' }],
  ['199001', '油', { 'vitamin-a': '10', retinol: '20', fat: '99.9' }, { 'vitamin-a-rae': '10' }],
  ['192004', '豆油', { 'vitamin-e': '93.08' }, {}],
  ['082101x', '牛肉', { protein: '20.0', retinol: '4' }, {}],
  // As the starter catalogue had it: α-tocopherol.
  ['011201x', '小麦粉', { 'vitamin-e': '0.06', fat: '1' }, { 'vitamin-e': '0.06' }],
  // As this release stores it.
  ['200001', '新', { 'vitamin-a-rae': '5', 'vitamin-e': '1' }, { 'vitamin-a-rae': '5', 'vitamin-e': '1' }],
] as const;
const COUNTS = { foods: 6, 'without vitamin A in μg RE': 2, 'without vitamin E in α-TE': 2 };

const kept = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !/^vitamin-[ae]/.test(key)));
const numbers = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, Number(value)]));
const wanted = [
  ...CASES.map(([code, , before, after]) => [code, numbers({ ...kept(before), ...after }), []]),
  ['tr', { retinol: 0, 'vitamin-a': 0, 'vitamin-a-rae': 0, iron: 0 }, ['iron', 'vitamin-a', 'vitamin-a-rae']],
];
const ask = async () => {
  const codes = [...CASES.map(([code]) => code), 'tr'];
  const found = await setup.succeed('GET /api/ingredient/select', { codes: codes.join() }, setup.school.token);
  return found.map((one: { code: string; nutrients: object; traces: string[] }) => [
    one.code,
    one.nutrients,
    one.traces.toSorted(),
  ]);
};
const old = [
  ...CASES.map(([code, name, before]) => food(code, name, before)),
  food('tr', '痕', { 'vitamin-a': '0', retinol: '0', iron: '0' }, { traces: ['vitamin-a', 'iron'] }),
];
await stock(service, old);

/** Stores a food as it is: loading it would keep existing values. */
beforeEach(async () => {
  const items = await db.getMany(old.map(({ code }) => ingredientKey(code)));
  const steps = items.flatMap((item, index) => (item ? [put({ ...item, ...old[index] })] : []));
  await db.write([
    ...steps,
    raiseBlock(ingredientsPartition, 0),
    put({ ...tableVersionKey, version: VITAMIN_VERSION - 1 }),
  ]);
});

describe('vitamins of a catalogue of an earlier release', () => {
  it('are brought into the units that they are named with, and left out where nothing tells how much that is', async () => {
    expect((await ask()).find(([code]: [string]) => code === '041204')).toEqual([
      '041204',
      { 'vitamin-a': 344, retinol: 0, carotene: 4107 },
      [],
    ]);
    const [outcome] = await migrateTable(db);
    expect(outcome?.counts).toEqual({ ...COUNTS, foods: COUNTS.foods + 1 });
    expect(await ask()).toEqual(wanted);
    expect(await readTableVersion(db)).toBe(newestVersion);
  });

  it('are counted by a dry run, which writes nothing', async () => {
    const before = await dumpTable(service);
    const [outcome] = await planMigrations(db);
    expect(outcome && toLine(outcome)).toBe(
      '7 units of vitamins: 7 foods, 2 without vitamin A in μg RE, 2 without vitamin E in α-TE',
    );
    expect(await dumpTable(service)).toEqual(before);
  });

  it('are not converted twice where the run was cut short after its write', async () => {
    const cut = new WriteRate(undefined, () => {
      throw new Error('cut short');
    });
    await expect(migrateTable(db, cut)).rejects.toThrow('cut short');
    expect(await readTableVersion(db)).toBe(VITAMIN_VERSION - 1);
    const [again] = await migrateTable(db);
    expect(again?.counts).toEqual({ foods: 0, 'without vitamin A in μg RE': 0, 'without vitamin E in α-TE': 0 });
    expect(await ask()).toEqual(wanted);
  });

  it('are seen at once by instances that have kept foods', async () => {
    const warm = service.deps;
    await ask();
    await migrateTable(createDeps(env).db);
    expect(service.deps).toBe(warm);
    expect(await ask()).toEqual(wanted);
  });
});
