import { afterEach, describe, expect, it } from 'vitest';
import { locate } from '../../../../lib/domain/values/id.ts';
import { findDish, readDishIcon } from '../../../../lib/store/dish/dish.ts';
import { deleteDishes } from '../../../../lib/store/dish/dish-change.ts';
import { placeDish } from '../../../../lib/store/dish/dish-placement.ts';
import { continueTasks } from '../../../../lib/store/sweep.ts';
import { listTasks } from '../../../../lib/store/task.ts';
import { DishBench, FACTOR } from '../../../support/nouns/dishes.ts';
import { ICON, SUCCESS } from '../../../support/nouns/units.ts';
import { openPlatform } from '../../../support/service/open.ts';
import type { Fault } from '../../../support/table/store-calls.ts';

const { service, admin } = await openPlatform();
const { db } = service.deps;
const bench = new DishBench(service, admin);
const units = await bench.addUnits(40, 'u');
const source = await bench.add(0, { name: '样菜', icon: ICON });
let serial = 0;

afterEach(clear);

const never = () => false;
/** Time for so many looks at the clock. */
const timeFor = (looks: number) => {
  let left = looks;
  return () => left-- <= 0;
};
const sweep = (isTimeUp = never) => continueTasks(db, isTimeUp);
const broken = () => Object.assign(new Error('connection reset'), { code: 'ECONNRESET' });

function faultAt(position: number, when: 'before' | 'after'): Fault {
  let next = 0;
  return () => (next++ === position ? { when, error: broken() } : undefined);
}

async function withFault<T>(fault: Fault, action: () => Promise<T>): Promise<T> {
  service.storeCalls.fault = fault;
  return action().finally(() => {
    service.storeCalls.fault = () => undefined;
  });
}

/** Renames the source, so that its copied dishes can be recognised. */
async function rename(): Promise<string> {
  const name = `样菜${++serial}`;
  await bench.succeed('POST /api/dish', { id: source, name });
  return name;
}

const remove = async (ids: readonly number[]) => (await bench.call('DELETE /api/dish', { ids: ids.join() })).json;
const holders = async (name: string) =>
  (await bench.ids(name)).filter((id) => id !== source).map((id) => Math.floor(id / FACTOR));

/** Removes every dish but the source: with fewer dishes the table is read faster. */
async function clear(): Promise<void> {
  const ids = (await bench.ids()).filter((id) => id !== source);
  if (ids.length > 0) await deleteDishes(db, ids, () => true, never);
}

/** Begins a placement of the source into all units, and leaves it unfinished. */
async function beginPlacement(): Promise<string> {
  const name = await rename();
  const found = await findDish(db, source);
  if (!found) throw new Error('the source is gone');
  const { version: _version, number: _number, vender: _vender, ...content } = found;
  await placeDish(db, { content, icon: () => readDishIcon(db, found), units }, () => true);
  return name;
}

/** 60 dishes with icons, of 40 units, 20 of which have two. */
async function addSixty(): Promise<number[]> {
  const name = await rename();
  await bench.succeed('PUT /api/dish/copy', { id: source, vendors: units.join() });
  await bench.succeed('PUT /api/dish/copy', { id: source, vendors: units.slice(0, 20).join() });
  return (await bench.ids(name)).filter((id) => id !== source);
}

/** The writes of an action, each of which is to be cut short before and after it. */
async function findWrites(action: () => Promise<unknown>) {
  const { calls } = await service.storeCalls.record(action);
  return calls.flatMap(({ command }, position) =>
    command.startsWith('TransactWrite') ? (['before', 'after'] as const).map((when) => ({ position, when })) : [],
  );
}

describe('a sweep that fails is finished by the next one:', () => {
  it('a placement, whichever of its writes fails', async () => {
    await beginPlacement();
    const writes = await findWrites(() => sweep());
    expect(writes.length).toBeGreaterThanOrEqual(4);
    for (const { position, when } of writes) {
      const name = await beginPlacement();
      const swept = await withFault(faultAt(position, when), () => sweep());
      expect(swept, `${when} call ${position}`).toEqual({ unfinishedCount: 0, failedCount: 1 });
      await sweep();
      expect(await holders(name)).toEqual(units);
      await clear();
    }
    await bench.expectSound();
  });

  it('a placement by several sweeps at the same moment, each unit once', async () => {
    const name = await beginPlacement();
    await Promise.all([sweep(), sweep(), sweep()]);
    expect(await holders(name)).toEqual(units);
    await bench.expectSound();
  });

  it('a placement and a removal begun one after the other, by sweeps with little time each', async () => {
    const ids = await addSixty();
    const gone = `样菜${serial}`;
    const name = await beginPlacement();
    await deleteDishes(
      db,
      ids,
      () => true,
      () => true,
    );
    expect((await listTasks(db)).tasks).toHaveLength(2);
    for (let turns = 0; turns < 10; turns++) await sweep(timeFor(2));
    expect(await holders(gone)).toEqual([]);
    expect(await holders(name)).toEqual(units);
    await bench.expectSound();
  });
});

describe('what time cuts short', () => {
  it('is removed later; dishes that others removed since do not matter', async () => {
    const ids = await addSixty();
    await deleteDishes(db, ids, () => true, timeFor(1));
    const [first = 0] = (await bench.ids(`样菜${serial}`)).filter((id) => id !== source);
    expect(await remove([first])).toEqual(SUCCESS);
    await sweep();
    expect(await holders(`样菜${serial}`)).toEqual([]);
    await bench.expectSound();
  });

  it('dishes of a removal that are changed meanwhile are removed all the same', async () => {
    const sixty = await addSixty();
    await deleteDishes(
      db,
      sixty,
      () => true,
      () => true,
    );
    await bench.succeed('POST /api/dish', { id: sixty[0] ?? 0, name: '改了', icon: '' });
    await sweep();
    expect([...(await bench.ids('改了')), ...(await holders(`样菜${serial}`))]).toEqual([]);
    await bench.expectSound();
  });

  it('leaves out a unit that is deleted between, in placement and in removal', async () => {
    const sixty = await addSixty();
    const old = `样菜${serial}`;
    const victims = [units[0] ?? 0, units[39] ?? 0];
    await deleteDishes(
      db,
      sixty,
      () => true,
      () => true,
    );
    const name = await beginPlacement();
    for (const vender of victims) await bench.succeed('DELETE /api/vender', { vender });
    await sweep();
    expect(await holders(old)).toEqual([]);
    expect(await holders(name)).toEqual(units.filter((unit) => !victims.includes(unit)));
    expect(sixty.filter((id) => victims.includes(locate(id).unit))).toHaveLength(3);
    await bench.expectSound();
  });
});
