import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { updateDish } from '../../../../lib/store/dish/dish-change.ts';
import { placeDish } from '../../../../lib/store/dish/dish-placement.ts';
import { continueTasks } from '../../../../lib/store/sweep.ts';
import { listTasks, makePartLimit, newTask, taskStep } from '../../../../lib/store/task.ts';
import { putStep } from '../../../../lib/table/steps.ts';
import { dishPartition, headKey, taskKey } from '../../../../tables/keys.ts';
import { dishContent } from '../../../support/nouns/dish-content.ts';
import { DishBench, FACTOR, useUpNumbers } from '../../../support/nouns/dishes.ts';
import { addUnit, failure, ICON, SUCCESS } from '../../../support/nouns/units.ts';
import { openPlatform } from '../../../support/service/open.ts';
import { dumpTable } from '../../../support/service/table-dump.ts';

const { service, admin } = await openPlatform();
const { db } = service.deps;
const bench = new DishBench(service, admin);
const units = await bench.addUnits(36, 'u');
const source = await bench.add(0, { name: '样菜', icon: ICON });
const never = () => false;
const always = () => true;
const sweep = () => continueTasks(db, never);
let serial = 0;

/** A unit that has used its last number. */
async function addFull(): Promise<number> {
  const unit = await addUnit(service, `full${++serial}`);
  await useUpNumbers(service, unit);
  return unit;
}
const holders = async (name: string) =>
  (await bench.ids(name)).filter((id) => id !== source).map((id) => Math.floor(id / FACTOR));
const newName = () => `新菜${++serial}`;

describe('where one of the units is full', () => {
  let full = 0;
  beforeAll(async () => {
    full = await addFull();
  });

  describe.each([3, 17, 30])('of %i', (count) => {
    it.each([
      ['the first', 0],
      ['the last', count - 1],
    ])('%s of them, nothing is done and nothing begun, by any call', async (_, position) => {
      const vendors = units.slice(0, count).with(position, full).join();
      const before = await dumpTable(service);
      for (const [route, parameters] of [
        ['PUT /api/dish', { name: newName(), mark: '荤菜' }],
        ['PUT /api/dish/copy', { id: source }],
        ['POST /api/dish', { id: source, name: newName() }],
      ] as const) {
        const { json } = await bench.call(route, { ...parameters, vendors });
        expect(json).toEqual(failure(400, 'too_many_dishes'));
      }
      expect(await dumpTable(service)).toEqual(before);
    });
  });
});

describe('what becomes impossible once it has begun', () => {
  it('is skipped: units that are full by then, or gone', async () => {
    const [full, gone] = [await addUnit(service, `v${++serial}`), await addUnit(service, `v${++serial}`)];
    const name = newName();
    const named = [...units.slice(0, 20), full, gone, ...units.slice(20)];
    await placeDish(db, { content: dishContent(name), icon: '', units: named }, always);
    expect(await holders(name)).toEqual(units.slice(0, 16));
    await useUpNumbers(service, full);
    await bench.succeed('DELETE /api/vender', { vender: gone });
    expect(await sweep()).toEqual({ unfinishedCount: 0, failedCount: 0 });
    expect(await holders(name)).toEqual(units);
  });
});

describe('a dish that moves to 20 units', () => {
  const named = units.slice(0, 20);
  const move = (id: number, name: string, isTimeUp = never) =>
    updateDish(db, id, { name }, { units: named, now: Date.now(), isTimeUp });

  it('is in the first of them as soon as it is gone from its former unit', async () => {
    const [id, name] = [await bench.add(0, { icon: ICON }), newName()];
    await move(id, name, always);
    expect((await bench.getById(id)).reason).toBe('dish_not_found');
    expect(await holders(name)).toEqual(named.slice(0, 16));
    await sweep();
    expect(await holders(name)).toEqual(named);
  });

  it('stays with the first unit where all others are deleted before they get theirs', async () => {
    const mortal: number[] = [];
    for (let made = 0; made < 17; made++) mortal.push(await addUnit(service, `m${++serial}`));
    const [id, name] = [await bench.add(0), newName()];
    await updateDish(db, id, { name }, { units: mortal, now: Date.now(), isTimeUp: always });
    await bench.succeed('DELETE /api/vender', { vender: mortal[16] ?? 0 });
    expect(await sweep()).toEqual({ unfinishedCount: 0, failedCount: 0 });
    expect(await holders(name)).toEqual(mortal.slice(0, 16));
  });

  it('is somewhere whichever call to the store fails, before or after it is carried out', async () => {
    const probe = await bench.add(0);
    const { calls } = await service.storeCalls.record(() => move(probe, newName()));
    for (const [position, { command }] of [...calls].entries()) {
      // A read that fails after it was carried out is like one that fails before.
      for (const when of command.startsWith('TransactWrite') ? (['before', 'after'] as const) : (['before'] as const)) {
        const [id, name] = [await bench.add(0), newName()];
        let next = 0;
        const error = Object.assign(new Error('connection reset'), { code: 'ECONNRESET' });
        service.storeCalls.fault = () => (next++ === position ? { when, error } : undefined);
        await move(id, name).catch(() => {});
        service.storeCalls.fault = () => undefined;
        const isLeft = (await bench.getById(id)).code === undefined;
        expect(await sweep()).toEqual({ unfinishedCount: 0, failedCount: 0 });
        expect([isLeft, await holders(name)], `${when} call ${position}`).toEqual([isLeft, isLeft ? [] : named]);
      }
    }
    await bench.expectSound();
  }, 60_000);
});

describe('a task that cannot end', () => {
  /** Damages the first unit's head, so that no dish can be given to it. */
  let broken = 0;
  beforeAll(async () => {
    broken = await addUnit(service, `broken${++serial}`);
  });
  const damage = () => db.write([putStep({ ...headKey(dishPartition(broken)), total: 'damaged' })]);
  const mend = () => db.removeMany([headKey(dishPartition(broken))]);
  afterEach(mend);
  const placement = (name: string, last: number) =>
    placeDish(db, { content: dishContent(name), icon: '', units: [...units.slice(0, 16), last] }, always);
  const failures = async () => (await listTasks(db)).tasks.map((task) => task.failures);

  it('delays no other task, is counted and reported, comes last from then on, and is done once that is possible', async () => {
    const names = [newName(), newName(), newName(), newName()];
    for (const [index, name] of names.entries()) await placement(name, index === 1 ? broken : (units[16] ?? 0));
    await damage();
    const reported: unknown[] = [];
    const outcome = await continueTasks(db, never, (task, error) => reported.push([task.kind, error instanceof Error]));
    expect([outcome, reported]).toEqual([{ unfinishedCount: 0, failedCount: 1 }, [['place-dishes', true]]]);
    for (const name of names.toSpliced(1, 1)) expect(await holders(name)).toEqual(units.slice(0, 17));
    await placement(newName(), units[16] ?? 0);
    expect(await failures()).toEqual([0, 1]);
    await sweep();
    expect(await failures()).toEqual([2]);
    await mend();
    expect(await sweep()).toEqual({ unfinishedCount: 0, failedCount: 0 });
    expect(await holders(names[1] ?? '')).toEqual([...units.slice(0, 16), broken]);
  });

  it('stays where it is if it cannot be read', async () => {
    const unreadable = { ...taskKey('unreadable'), kind: 'of a later release' };
    await db.write([putStep(unreadable)]);
    const name = newName();
    await placement(name, units[16] ?? 0);
    expect(await sweep()).toEqual({ unfinishedCount: 0, failedCount: 1 });
    expect(await holders(name)).toEqual(units.slice(0, 17));
    expect(await db.get(taskKey('unreadable'))).toEqual(unreadable);
    await db.removeMany([taskKey('unreadable')]);
  });
});

it('tasks take turns a short one is done in time, however long the one before it takes', async () => {
  const ids: number[] = [];
  for (const unit of units) ids.push(await bench.add(unit, { name: '短' }));
  const content = dishContent(newName());
  const long = Array.from({ length: 20 }, () => units.slice(0, 16)).flat();
  await db.write([
    taskStep({ ...newTask('a'), kind: 'place-dishes', content, icon: '', units: long }),
    taskStep({ ...newTask('b'), kind: 'remove-dishes', ids }),
  ]);
  expect(await continueTasks(db, makePartLimit(16, never))).toEqual({ unfinishedCount: 1, failedCount: 0 });
  expect(await bench.ids('短')).toEqual([]);
  expect(await sweep()).toEqual({ unfinishedCount: 0, failedCount: 0 });
  expect(await holders(content.name)).toEqual(long.toSorted((a, b) => a - b));
});

it('a placement for 30 units is carried out by its call', async () => {
  const name = newName();
  expect((await bench.call('PUT /api/dish', { name, mark: '粥', vendors: units.slice(0, 30).join() })).json).toEqual(
    SUCCESS,
  );
  expect([await holders(name), (await listTasks(db)).tasks]).toEqual([units.slice(0, 30), []]);
});
