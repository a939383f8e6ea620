import { expect, it } from 'vitest';
import { findFoods, findIngredients } from '../../../../lib/store/ingredient/ingredient.ts';
import { loadIngredients } from '../../../../scripts/command/load-foods.ts';
import { foodPartition, ingredientKey, ingredientsPartition } from '../../../../tables/keys.ts';
import { food } from '../../../support/nouns/foods.ts';
import { openSetup } from '../../../support/service/open.ts';
import { loadItems } from '../../../support/table/bulk.ts';
import { letRest } from '../../../support/table/rest.ts';

const { service, setup } = await openSetup();
const { db, env } = service.deps;
/** More than are read one by one. */
const codes = Array.from({ length: 101 }, (_, index) => `food-${index}`);
const [code = ''] = codes;

const load = (protein: string) => loadIngredients(db, [food(code, '大米', { protein })]);
const find = async () => {
  const { result, calls } = await service.storeCalls.record(() => findIngredients(db, codes));
  return { protein: result.get(code)?.nutrients.protein, count: result.size, calls: calls.length };
};

it('a function keeps the figures of all foods once their last change has rested, and never those of half a change', async () => {
  await loadIngredients(
    db,
    codes.map((one) => food(one, one, { protein: '7.10' })),
  );
  await letRest(db, env, ingredientsPartition);
  expect(await find()).toEqual({ protein: '7.10', count: 101, calls: 2 });
  expect(await find()).toEqual({ protein: '7.10', count: 101, calls: 1 });
  const before = await db.get(ingredientKey(code));
  await load('7.90');
  const after = await db.get(ingredientKey(code));
  // What a reader may see while only part of the change is visible: the new head and the old food.
  await loadItems(env, [{ ...before }]);
  expect(await find()).toEqual({ protein: '7.10', count: 101, calls: 2 });
  await loadItems(env, [{ ...after }]);
  expect(await find()).toEqual({ protein: '7.90', count: 101, calls: 2 });
  await letRest(db, env, ingredientsPartition);
  expect(await find()).toEqual({ protein: '7.90', count: 101, calls: 2 });
  expect(await find()).toEqual({ protein: '7.90', count: 101, calls: 1 });
});

it("a function keeps a unit's own foods likewise, asks only for their head where there are none, and mixes up no units", async () => {
  const [own, other] = [await setup.createSchool(), await setup.createSchool()];
  const paste = { code: 'DB-1', name: '豆瓣酱', category: '调味品类' };
  await setup.succeed('PUT /api/ingredient', { ...paste, nutrient: '{"protein":13}' }, own.token);
  await letRest(db, env, foodPartition(own.id));
  const read = async (unit: number) => {
    const { result, calls } = await service.storeCalls.record(() => findFoods(db, unit, ['DB-1']));
    return [result.get('DB-1')?.nutrients.protein, calls.length];
  };
  expect([await read(own.id), await read(own.id), await read(other.id), await read(0)]).toEqual([
    ['13', 3],
    ['13', 2],
    [undefined, 2],
    [undefined, 1],
  ]);
  await setup.succeed('POST /api/ingredient', { code: 'DB-1', nutrient: '{"protein":14}' }, own.token);
  expect(await read(own.id)).toEqual(['14', 3]);
});
