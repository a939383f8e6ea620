import { read, utils } from '@e965/xlsx';
import { expect, it } from 'vitest';
import { food, stock } from '../../support/nouns/foods.ts';
import { MONDAY, menuItems } from '../../support/nouns/menus.ts';
import { openSetup } from '../../support/service/open.ts';

const { service, setup } = await openSetup();
const { school } = setup;
const GROUPS = JSON.stringify([{ level: '小学', people: 100 }]);

/** A porridge of 40 g of millet, 5 g of a seed of which only the energy is known, and 255 g of water. */

const ask = async (route: string, facts: Readonly<Record<string, string | number>>) => {
  const { json } = await service.call(route, facts, { token: school.token });
  return json.body;
};

const nothing = { energy: '0', protein: '0', fat: '0', carbohydrate: '0', sodium: '0', iron: '0', water: '100' };
await stock(service, [
  food(
    'millet',
    '小米',
    { energy: '1511', protein: '9', fat: '3.1', carbohydrate: '75.1', sodium: '4.3' },
    { category: '谷类', edible: '100', foodCategory: { name: '谷类', amount: '100', counts: '100' }, allergens: [] },
  ),
  food(
    'seed',
    '子',
    { energy: '2000', iron: '6' },
    {
      category: '坚果',
      edible: '100',
      foodCategory: { name: '坚果类', amount: '100', counts: '100' },
      allergens: [],
    },
  ),
  food('water', '水', nothing, { category: '水', edible: '100', allergens: [] }),
]);
const ingredient = JSON.stringify([
  { key: 'water', value: 255 },
  { key: 'millet', value: 40 },
  { key: 'seed', value: 5 },
]);
const dish = await setup.createDish({ name: '小米粥', poly: '煮', ingredient });
for (const [nutrient, price] of Object.entries({ millet: 10, seed: 20 }))
  await setup.succeed('PUT /api/ingredient/price', { nutrient, price }, school.token);
const content = {
  start: MONDAY,
  days: 1,
  meals: 'breakfast',
  groups: GROUPS,
  items: menuItems([1, 'breakfast', dish]),
};
const menu = await setup.create('PUT /api/menu', { name: '第一周', ...content }, school.token);

it('is listed and counted by labels: it weighs, and hides nothing that is unknown', async () => {
  const [label] = await ask('GET /api/dish/label', { ids: dish });
  expect(label.ingredients).toEqual(['水', '小米', '子']);
  const energy = label.component.find(({ name }: { name: string }) => name === '能量');
  // 40 × 15.11 + 5 × 20 = 704.4
  expect(energy).toMatchObject({ nutrition: '704.40(kJ)' });
  const iron = label.component.find(({ name }: { name: string }) => name === '铁');
  expect(iron).toMatchObject({ missing: ['小米'] });
  const { text } = await service.call('GET /api/dish/label.svg', { id: dish }, { token: school.token });
  const shown = text.replaceAll(/<[^>]+>/g, ' ');
  // Iron is known of 5 of 45 g.
  expect(shown).toMatch(/不到总重的一半：\s*铁/);
  expect(shown).toMatch(/配料[^。]*水/);
});

it('is no kind of food, of no class, and no part of how much is known', async () => {
  const { levels } = await ask('GET /api/menu/analysis', { id: menu });
  const [{ average, week, unassigned }] = levels;
  expect([unassigned, week.kinds]).toEqual([[], 2]);
  const findNutrient = (key: string) => average.nutrients.find((nutrient: { key: string }) => nutrient.key === key);
  expect([findNutrient('protein').coverage, findNutrient('protein').missing]).toEqual([0.89, ['子']]);
  expect([findNutrient('iron').coverage, findNutrient('energy').coverage]).toEqual([0.11, 1]);
  expect(average.cost).toEqual({ value: 0.5, missing: [], missingCount: 0 });
});

it('is neither bought nor paid', async () => {
  const { total, cost } = await ask('GET /api/menu/purchase', { id: menu });
  expect(total.map(({ name, kg }: { name: string; kg: number }) => [name, kg])).toEqual([
    ['小米', 4],
    ['子', 0.5],
  ]);
  expect(cost).toBe(50);
});

it('is weighed into the pot, and not as bought', async () => {
  const { bytes } = await service.call('GET /api/menu/kitchen.xlsx', { id: menu, day: 1 }, { token: school.token });
  const rows = utils.sheet_to_json<unknown[]>(Object.values(read(bytes).Sheets)[0] ?? {}, { header: 1, defval: '' });
  expect(rows.filter((row) => row.includes('水')).map((row) => row.slice(3, 7))).toEqual([['水', 25.5, '', '']]);
  expect(rows.filter((row) => row.includes('小米')).map((row) => row.slice(3, 7))).toEqual([['小米', 4, 4, '']]);
});
