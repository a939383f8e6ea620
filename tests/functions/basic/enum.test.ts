import { expect, it } from 'vitest';
import { demoStandards } from '../../../scripts/start/demo-standards.ts';
import { describeCallers } from '../../support/callers.ts';
import { food, stock } from '../../support/nouns/foods.ts';
import { openSetup } from '../../support/service/open.ts';

const { service, setup } = await openSetup();
const read = async () => (await service.call('GET /api/basic/enum', {}, { token: setup.school.token })).json.body;

it('the food categories have every category that the demo standards name', async () => {
  const named = demoStandards.flatMap((one) => Object.keys({ ...one.foodCategoryDay, ...one.foodCategoryWeek }));
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

describeCallers('GET /api/basic/enum', 'session');
