import { expect, it } from 'vitest';
import { starterStandards } from '../../../scripts/command/starter.ts';
import { food, stock, withEdition } from '../../support/nouns/foods.ts';
import { openSetup } from '../../support/service/open.ts';

const { service, setup } = await openSetup();
const read = async () => (await service.call('GET /api/basic/enum', {}, { token: setup.school.token })).json.body;

it('the food categories have every category that the first standards name', async () => {
  const named = starterStandards.flatMap((one) =>
    [one.foodCategoryDay, one.foodCategoryWeek, one.foodCategoryDayMax, one.foodCategoryWeekMax].flatMap((text) =>
      Object.keys(JSON.parse(text ?? '{}')),
    ),
  );
  const keys = (await read()).foodCategory.map(({ key }: { key: string }) => key);
  expect(named.filter((name) => !keys.includes(name))).toEqual([]);
  expect(new Set(keys).size).toBe(keys.length);
});

it('the ingredient categories are those of the catalogue, as soon as it changes', async () => {
  expect((await read()).ingredientCategory).toEqual([]);
  await stock(service, [food('a', '甲', {}), { ...food('b', '乙', {}), category: '自定类' }]);
  const [first] = (await setup.succeed('GET /api/ingredient', { keyword: 'a' }, setup.admin)).content;
  const expected = [first.category, '自定类'].map((name) => ({ key: name, value: name }));
  expect((await read()).ingredientCategory).toEqual(expected);
});

it.each([
  ['2011', { 'vitamin-d': 5, cholesterol: 300, zinc: 15, sugar: null, 'vitamin-a-rae': null }],
  ['2025', { 'vitamin-d': 10, cholesterol: null, zinc: 11, sugar: null, 'vitamin-a-rae': null }],
] as const)('nutrients have the reference values of the edition %s, null where it has none', async (edition, some) => {
  const { nutrient } = await withEdition(service, edition, read);
  expect(nutrient[0]).toEqual({ key: 'energy', value: '能量', unit: 'kJ', nrv: 8400 });
  const values = Object.fromEntries(nutrient.map(({ key, nrv }: { key: string; nrv: number }) => [key, nrv]));
  expect(values).toMatchObject(some);
  expect(nutrient.map((one: object) => Object.keys(one).join())).toEqual(nutrient.map(() => 'key,value,unit,nrv'));
});

it('the meals are those of menus, in their order', async () => {
  expect((await read()).meal).toEqual([
    { key: 'breakfast', value: '早餐' },
    { key: 'morningSnack', value: '早点' },
    { key: 'lunch', value: '午餐' },
    { key: 'afternoonSnack', value: '午点' },
    { key: 'dinner', value: '晚餐' },
    { key: 'supper', value: '夜宵' },
  ]);
});
