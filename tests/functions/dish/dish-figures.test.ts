import { expect, it } from 'vitest';
import { food, stock } from '../../support/nouns/foods.ts';
import { openSetup } from '../../support/service/open.ts';

const { service, setup } = await openSetup();
const { school } = setup;

const figuresOf = async (token: string, vender?: number) => {
  const query = { figures: 'true', ...(vender === undefined ? {} : { vender }) };
  const { body } = (await service.call('GET /api/dish/select', query, { token })).json;
  return body.map(({ name, figures }: { name: string; figures: unknown }) => [name, figures]);
};

await stock(service, [
  food('012001x', '大米', { energy: '1453' }, { category: '谷类', edible: '100' }),
  food('113101', '鸡蛋', { energy: '606.05' }, { category: '蛋类', edible: '87', allergens: ['蛋类'] }),
]);
await setup.succeed('PUT /api/ingredient/price', { nutrient: '113101', price: 8.7 }, school.token);
await setup.succeed('PUT /api/ingredient/mark', { nutrient: '012001x', mark: '常用' }, school.token);

it('a choice comes with what a portion brings, as the unit marks and prices its foods', async () => {
  const ingredient = [
    { key: '012001x', value: 100 },
    { key: '113101', value: 50 },
  ];
  await setup.createDish({ name: '蛋炒饭', mark: '主食', month: '1,2', ingredient: JSON.stringify(ingredient) });
  const unlisted = JSON.stringify([{ key: 'nobody', value: 3 }]);
  await setup.createDish({ name: '怪味', mark: '其他', ingredient: unlisted });
  expect(await figuresOf(school.token)).toEqual([
    ['怪味', { iconVersion: '', month: [], energy: 0, allergens: [], unknown: true, usual: false, avoided: false }],
    [
      '蛋炒饭',
      // 1453 + 606.05 / 2; 50 g are 57.47… g with the shell, at 8.70 a kilogram.
      {
        ...{ iconVersion: '', month: [1, 2], energy: 1756.03, cost: 0.5, usual: true, avoided: false },
        ...{ allergens: ['蛋类'], unknown: false },
      },
    ],
  ]);
});

it('without being asked for it comes without', async () => {
  const { body } = (await service.call('GET /api/dish/select', {}, { token: school.token })).json;
  expect(body.map((dish: object) => 'figures' in dish)).toEqual([false, false]);
});
