import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { locateDish } from '../../../lib/domain/dish.ts';
import { placeDishes } from '../../../lib/store/dish/dish-placement.ts';
import { finishAll } from '../../../lib/store/sweep.ts';
import { listTasks } from '../../../lib/store/task.ts';
import { deleteUnit } from '../../../lib/store/unit-deletion.ts';
import { type Item, put } from '../../../lib/table/steps.ts';
import { examineTable } from '../../../scripts/doctor/examine-table.ts';

import { migrateTable, planMigrations } from '../../../scripts/migrate/migrate-table.ts';
import { WriteRate } from '../../../scripts/migrate/write-rate.ts';
import { oldDeletionKey, oldUndertakingKey, tableVersionKey, tasksPartition } from '../../../tables/keys.ts';
import { DishBench } from '../../support/nouns/dishes.ts';
import { addSchool, ICON } from '../../support/nouns/units.ts';
import { openPlatform } from '../../support/service/open.ts';

const { service, admin } = await openPlatform();
const { db, env } = service.deps;
const bench = new DishBench(service, admin);
const content = {
  name: '旧菜',
  mark: '素菜',
  poly: '',
  month: [],
  ingredient: [],
  iconFile: '',
  hasIcon: true,
  modify: 1,
};
let units: number[] = [];
let dying = 0;

beforeAll(async () => {
  units = await bench.addUnits(20, 'u');
});

/** A deletion and a placement begun by a release before version 3, as it wrote them. */
beforeEach(async () => {
  dying = (await addSchool(service, `dying${dying}`)).id;
  await deleteUnit(db, dying, () => true);
  await placeDishes(db, { content, icon: ICON, units }, () => true);
  const tasks = await db.query(tasksPartition);
  await db.write([
    put({ ...oldDeletionKey(dying), unit: dying }),
    ...tasks.flatMap(({ failures: _, ...task }: Item & { failures?: unknown }) =>
      task['kind'] === 'place-dishes' ? [put({ ...task, ...oldUndertakingKey(String(task['id'])) })] : [],
    ),
    put({ ...tableVersionKey, version: 2 }),
  ]);
  await db.removeMany(tasks);
});
afterEach(async () => {
  await migrateTable(db);
  expect(await finishAll(db, () => false)).toEqual({ left: 0, failed: 0 });
});

const oldOnes = async () => [...(await db.query('DELETIONS')), ...(await db.query('UNDERTAKINGS'))];
const tasksOf = async () =>
  (await planMigrations(db)).filter(({ migration }) => migration.name.en === 'tasks').map(({ counts }) => counts);

it('what an earlier release has left is found, by the doctor as unfinished and not as damage', async () => {
  expect(await tasksOf()).toEqual([{ tasks: 2 }]);
  const { findings, unfinished } = await examineTable(env);
  expect(findings).toEqual([]);
  expect(unfinished.toSorted()).toEqual(['a dish for 4 more units', `deletion of unit ${dying}`]);
});

it('is moved by the migration, and finished by the sweep', async () => {
  await migrateTable(db);
  expect(await oldOnes()).toEqual([]);
  expect((await listTasks(db)).tasks.map(({ kind }) => kind).toSorted()).toEqual(['delete-unit', 'place-dishes']);
  expect(await finishAll(db, () => false)).toEqual({ left: 0, failed: 0 });
  const holders = (await bench.ids('旧菜')).map((id) => locateDish(id).unit);
  for (const unit of units) expect(holders).toContain(unit);
  expect(await db.query(`V#${dying}`)).toEqual([]);
  expect(await examineTable(env)).toMatchObject({ findings: [], unfinished: [] });
});

it.each([0, 1])('cut short after %i of them, it is finished by another run', async (count) => {
  let left = count;
  const rate = new WriteRate(undefined, () => {
    if (left-- === 0) throw new Error('cut short');
  });
  await expect(migrateTable(db, rate)).rejects.toThrow('cut short');
  await migrateTable(db);
  expect(await oldOnes()).toEqual([]);
  expect((await listTasks(db)).tasks).toHaveLength(2);
});
