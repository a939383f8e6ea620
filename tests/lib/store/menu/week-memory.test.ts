import { expect, it } from 'vitest';
import { toDay } from '../../../../lib/domain/values/calendar.ts';
import { readWeek, readWeekBlocks } from '../../../../lib/store/menu/week.ts';
import { listServiceFacts } from '../../../../lib/store/unit/service-facts.ts';
import { readUnitsHead } from '../../../../lib/store/unit/unit.ts';
import { serviceFactsKey, unitsPartition, weekKey } from '../../../../tables/keys.ts';
import { createMenu, createServed, MONDAY } from '../../../support/nouns/menus.ts';
import { openSetup } from '../../../support/service/open.ts';
import { loadItems } from '../../../support/table/bulk.ts';
import { settle, settleWeek } from '../../../support/table/settle.ts';

const { service, setup } = await openSetup();
const { db, env } = service.deps;
const { id: unit, token } = setup.school;
/** The day on which the school was created. */
const created = toDay(service.deps.now(), 'Asia/Shanghai');

it('a function caches the entries of a week once they are settled, and never half of a change', async () => {
  const find = async () => {
    const { result, calls } = await service.storeCalls.record(async () =>
      readWeek(db, MONDAY, await readWeekBlocks(db, MONDAY)),
    );
    return { entry: result.get(unit), calls: calls.length };
  };
  expect(await find()).toEqual({ entry: undefined, calls: 1 });
  const id = await createServed(setup);
  const number = id % 1_000_000;
  const drafted = [[number, 0, '草稿']];
  const published = [[number, 0b11111]];
  expect([await find(), await find()]).toEqual([
    { entry: drafted, calls: 2 },
    { entry: drafted, calls: 2 },
  ]);
  await settleWeek(db, env, MONDAY);
  expect([await find(), await find()]).toEqual([
    { entry: drafted, calls: 2 },
    { entry: drafted, calls: 1 },
  ]);
  const before = await db.get(weekKey(MONDAY, unit));
  await setup.succeed('POST /api/menu/submit', { id }, token);
  const after = await db.get(weekKey(MONDAY, unit));
  // What a reader may see while only part of the change is visible: the new head and the old entry.
  await loadItems(env, [{ ...before }]);
  expect(await find()).toEqual({ entry: drafted, calls: 2 });
  await loadItems(env, [{ ...after }]);
  expect(await find()).toEqual({ entry: published, calls: 2 });
  await settleWeek(db, env, MONDAY);
  expect([await find(), await find()]).toEqual([
    { entry: published, calls: 2 },
    { entry: published, calls: 1 },
  ]);
  await setup.succeed('POST /api/menu/retract', { id, comment: '停供' }, token);
  await setup.succeed('DELETE /api/menu', { ids: id }, token);
  expect(await find()).toEqual({ entry: undefined, calls: 2 });
  expect(await db.get(weekKey(MONDAY, unit))).toBeUndefined();
});

it('a function caches the servings of units likewise, and sees each change of a unit and of its calendar', async () => {
  const find = async () => {
    const { result, calls } = await service.storeCalls.record(async () =>
      listServiceFacts(db, await readUnitsHead(db)),
    );
    return { served: result.find(({ number }) => number === unit), calls: calls.length };
  };
  const findSettled = async () => {
    await settle(db, env, unitsPartition);
    await find();
    return find();
  };
  for (const name of ['甲', '乙']) await createMenu(setup, { name });
  const use = { since: created, signedIn: true, until: '2099-12-31' };
  const open = { number: unit, category: '小学', ...use, off: [], on: [] };
  expect(await findSettled()).toEqual({ served: open, calls: 1 });
  await setup.succeed('POST /api/vender/calendar', { off: '2099-01-01', on: '2099-01-04' }, token);
  const resting = { ...open, off: ['2099-01-01'], on: ['2099-01-04'] };
  expect(await find()).toEqual({ served: resting, calls: 2 });
  expect(await findSettled()).toEqual({ served: resting, calls: 1 });
  const change = (facts: object) => setup.succeed('POST /api/vender', { venderId: unit, ...facts }, setup.admin);
  await change({ expire: '2098-12-31', category: '中学' });
  expect((await find()).served).toEqual({ ...resting, category: '中学', until: '2098-12-31' });
  await findSettled();
  await change({ status: 'false' });
  expect((await find()).served).toEqual({ ...resting, category: '中学', until: '' });
  await findSettled();
  expect(await db.get(weekKey(MONDAY, unit))).toMatchObject({
    menus: [
      [2, 0, '草稿'],
      [3, 0, '草稿'],
    ],
  });
  await setup.succeed('DELETE /api/vender', { vender: unit }, setup.admin);
  expect((await find()).served).toBeUndefined();
  expect(await db.getMany([serviceFactsKey(unit), weekKey(MONDAY, unit)])).toEqual([undefined, undefined]);
});
