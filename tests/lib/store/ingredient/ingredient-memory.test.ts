import { expect, it } from 'vitest';
import { createDeps } from '../../../../lib/runtime/deps.ts';
import { findCatalogueFoods, findFoods } from '../../../../lib/store/ingredient/food.ts';
import { loadIngredients } from '../../../../scripts/command/load-foods.ts';
import { catalogueKey, cataloguePartition, foodPartition } from '../../../../tables/keys.ts';
import { food } from '../../../support/nouns/foods.ts';
import { openSetup } from '../../../support/service/open.ts';
import { loadItems } from '../../../support/table/bulk.ts';
import { settle } from '../../../support/table/settle.ts';

const { service, setup } = await openSetup();
const { db, env } = service.deps;
/** More than are read one by one. */
const codes = Array.from({ length: 101 }, (_, index) => `food-${index}`);
const [code = ''] = codes;

const load = (protein: string) => loadIngredients(db, [food(code, '大米', { protein })]);
const find = async (wanted = codes) => {
  const { result, calls, bill } = await service.storeCalls.record(() => findCatalogueFoods(db, wanted));
  const { readUnits: units } = bill;
  return { protein: result.get(code)?.nutrients.protein, count: result.size, calls: calls.length, units };
};

it('a function caches all foods once their last change is settled, and never half of a change', async () => {
  await loadIngredients(
    db,
    codes.map((one) => food(one, one, { protein: '7.10' })),
  );
  await settle(db, env, cataloguePartition);
  expect(await find()).toMatchObject({ protein: '7.10', count: 101, calls: 2 });
  expect(await find()).toMatchObject({ protein: '7.10', count: 101, calls: 1 });
  const before = await db.get(catalogueKey(code));
  await load('7.90');
  const after = await db.get(catalogueKey(code));
  // What a reader may see while only part of the change is visible: the new head and the old food.
  await loadItems(env, [{ ...before }]);
  expect(await find()).toMatchObject({ protein: '7.10', count: 101, calls: 3 });
  await loadItems(env, [{ ...after }]);
  expect(await find()).toMatchObject({ protein: '7.90', count: 101, calls: 2 });
  await settle(db, env, cataloguePartition);
  expect(await find()).toMatchObject({ protein: '7.90', count: 101, calls: 2 });
  expect(await find()).toMatchObject({ protein: '7.90', count: 101, calls: 1 });
});

it('of a few foods a function reads those that are not cached, and changed ones again', async () => {
  await settle(db, env, cataloguePartition);
  const few = codes.slice(0, 40);
  const fresh = createDeps(env, (client) => service.storeCalls.observe(client)).db;
  const read = async (wanted: readonly string[]) => {
    const { result, bill } = await service.storeCalls.record(() => findCatalogueFoods(fresh, wanted));
    return [result.size, result.get(code)?.nutrients.protein, bill.roundTrips, bill.readUnits];
  };
  // The head, and each food that is not cached.
  expect(await read(few.slice(0, 30))).toEqual([30, '7.90', 1, 31]);
  expect(await read(few)).toEqual([40, '7.90', 1, 11]);
  expect(await read([...few, 'nothing'])).toEqual([40, '7.90', 1, 2]);
  await load('8.10');
  expect(await read(few)).toEqual([40, '8.10', 2, 42]);
  // Unsettled foods are not cached.
  expect(await read(few)).toEqual([40, '8.10', 1, 41]);
  await settle(db, env, cataloguePartition);
  expect(await read(few)).toEqual([40, '8.10', 1, 41]);
  expect(await read(few)).toEqual([40, '8.10', 1, 1]);
  const before = await db.get(catalogueKey(code));
  await load('8.20');
  const after = await db.get(catalogueKey(code));
  // As above: the new head and the old food.
  await loadItems(env, [{ ...before }]);
  expect(await read(few)).toEqual([40, '8.10', 2, 42]);
  await loadItems(env, [{ ...after }]);
  expect(await read(few)).toEqual([40, '8.20', 1, 41]);
});

it("a function caches a unit's own foods likewise, reads only their head where there are none, and mixes up no units", async () => {
  const [own, other] = [await setup.createSchool(), await setup.createSchool()];
  const paste = { code: 'DB-1', name: '豆瓣酱', category: '调味品类' };
  await setup.succeed('PUT /api/ingredient', { ...paste, nutrient: '{"protein":13}' }, own.token);
  await settle(db, env, foodPartition(own.id));
  await settle(db, env, cataloguePartition);
  await find();
  const read = async (unit: number) => {
    const { result, calls } = await service.storeCalls.record(() => findFoods(db, unit, ['DB-1']));
    return [result.get('DB-1')?.nutrients.protein, calls.length];
  };
  expect([await read(own.id), await read(own.id), await read(other.id), await read(0)]).toEqual([
    ['13', 4],
    ['13', 3],
    [undefined, 3],
    [undefined, 2],
  ]);
  await setup.succeed('POST /api/ingredient', { code: 'DB-1', nutrient: '{"protein":14}' }, own.token);
  expect(await read(own.id)).toEqual(['14', 4]);
});
