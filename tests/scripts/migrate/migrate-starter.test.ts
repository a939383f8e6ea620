import { expect, it } from 'vitest';
import { loadStarter, starterFoods } from '../../../scripts/command/starter.ts';
import { examineTable } from '../../../scripts/doctor/examine-table.ts';
import earlier from '../../../scripts/migrate/009-earlier-starter.json' with { type: 'json' };
import { digestOfFigures, figuresOfStarter } from '../../../scripts/migrate/009-starter-figures.ts';
import { toLine } from '../../../scripts/migrate/report.ts';
import { WriteRate } from '../../../scripts/migrate/write-rate.ts';
import { food, stock } from '../../support/nouns/foods.ts';
import { openSetup } from '../../support/service/open.ts';
import { dumpTable } from '../../support/service/table-dump.ts';

const MEAT = '畜肉类及其制品';
const valuesOf = (text: string) => Object.fromEntries(text.split(',').map((pair) => pair.split(' ')));

/** Foods as the starter catalogue had them: ribs of American beef, and a flatfish under the code of the mullet. */
const ribs = food(
  '082102',
  '牛肉（肋条）',
  valuesOf(
    'energy 1623,protein 14.4,fat 36.23,saturated-fat 15.76,cholesterol 76,carbohydrate 0,fibre 0,vitamin-a-rae 0,' +
      'vitamin-a 0,vitamin-b1 0.071,vitamin-b2 0.118,vitamin-b6 0.3,vitamin-b12 2.56,vitamin-c 0,niacin 2.556,folate 5,' +
      'pantothenic-acid 0.241,calcium 9,phosphorus 137,potassium 232,sodium 49,magnesium 14,iron 1.55,zinc 3.16,' +
      'selenium 14.2,copper 0.053,manganese 0.011,water 48.29,ash 0.68,retinol 0',
  ),
  { category: MEAT, edible: '73' },
);
const fish = food(
  '121235',
  '鲽鱼',
  valuesOf(
    'energy 293,protein 12.41,fat 1.93,saturated-fat 0.441,cholesterol 45,carbohydrate 0,fibre 0,vitamin-a-rae 10,' +
      'vitamin-a 10,vitamin-d 2.8,vitamin-e 0.63,vitamin-k 0.1,vitamin-b1 0.022,vitamin-b2 0.02,vitamin-b6 0.098,' +
      'vitamin-b12 1.13,vitamin-c 0,niacin 1.04,folate 5,pantothenic-acid 0.185,choline 65,calcium 21,phosphorus 252,' +
      'potassium 160,sodium 296,magnesium 18,iron 0.18,zinc 0.32,selenium 26.6,copper 0.019,manganese 0.014,' +
      'water 84.63,ash 1.22,carotene 0,retinol 10',
  ),
  { category: '鱼虾蟹贝类', edible: '100' },
);
/** Foods loaded from a food table; changed by somebody, with entries of their own; of another table. */
const pork = food('081110', '猪肉（瘦）', { protein: '20.3' }, { category: MEAT, edible: '100' });
const carrot = food('041204', '胡萝卜', { protein: '1.0' }, { dark: false, allergens: ['大豆'] });
const floss = food('999001', '自制肉松', { protein: '38' }, { category: MEAT });
const COUNTS = { foods: 2, 'with their own figures': 2 };

async function open() {
  const { service, setup } = await openSetup();
  await stock(service, [ribs, pork, fish, carrot, floss]);
  const read = async (codes: string) => setup.succeed('GET /api/ingredient/select', { codes }, setup.school.token);
  return { service, setup, db: service.deps.db, read };
}

it('a food that the starter catalogue has brought gets what it brings now, all others keep their figures', async () => {
  const { service, setup, db, read } = await open();
  expect((await read('082102'))[0].nutrients.fat).toBe(36.23);
  expect(await figuresOfStarter.apply(db, new WriteRate())).toEqual(COUNTS);

  // As a new catalogue has them.
  const other = await openSetup();
  await loadStarter(other.service.deps.db);
  const today = (codes: string) =>
    other.setup.succeed('GET /api/ingredient/select', { codes }, other.setup.school.token);
  expect(await read('082102,121235')).toEqual(await today('082102,121235'));
  expect((await read('082102'))[0].nutrients.fat).toBe(5.4);
  const list = await setup.succeed('GET /api/ingredient', { keyword: '鲻鱼' }, setup.school.token);
  expect(list.totalElements).toBe(1);

  const counts = { amount: 100, counts: 100 };
  expect(await read('081110,041204,999001')).toMatchObject([
    { nutrients: { protein: 20.3 }, allergens: [], foodCategory: { name: '畜禽肉类', ...counts }, dark: false },
    { nutrients: { protein: 1 }, allergens: ['大豆'], foodCategory: { name: '蔬菜类', ...counts }, dark: false },
    { nutrients: { protein: 38 }, allergens: null, foodCategory: null, dark: false },
  ]);
  expect((await read('081110'))[0].nutrients).toEqual({ protein: 20.3 });
  expect((await examineTable(service.deps.env)).findings).toEqual([]);
});

it('is told by a dry run, which writes nothing, and not done twice', async () => {
  const { service, db } = await open();
  const before = await dumpTable(service);
  const counts = await figuresOfStarter.plan(db);
  expect(toLine({ migration: figuresOfStarter, counts })).toBe(
    '9 figures of the starter catalogue: 2 foods, 2 with their own figures',
  );
  expect(await dumpTable(service)).toEqual(before);
  await figuresOfStarter.apply(db, new WriteRate());
  const after = await dumpTable(service);
  expect(await figuresOfStarter.apply(db, new WriteRate())).toEqual({ foods: 0, 'with their own figures': 0 });
  expect(await dumpTable(service)).toEqual(after);
});

it('is finished by a second run where the first was cut short after its write', async () => {
  const { db, read } = await open();
  const cut = new WriteRate(undefined, () => {
    throw new Error('cut short');
  });
  await expect(figuresOfStarter.apply(db, cut)).rejects.toThrow('cut short');
  await figuresOfStarter.apply(db, new WriteRate());
  expect((await read('082102,121235')).map(({ name }: { name: string }) => name)).toEqual(['牛肉（肋条）', '鲻鱼']);
});

it('nothing is done to a catalogue that begins today', async () => {
  const { service } = await openSetup();
  await loadStarter(service.deps.db);
  expect(await figuresOfStarter.apply(service.deps.db, new WriteRate())).toEqual({
    foods: 0,
    'with their own figures': 0,
  });
});

it('knows every food of the earlier catalogue by its figures', () => {
  const digests = new Map(Object.entries(earlier));
  expect([...digests.keys()].sort()).toEqual(starterFoods.map(({ code }) => code));
  expect([ribs, fish].map((one) => digests.get(one.code))).toEqual([ribs, fish].map(digestOfFigures));
  const changed = { ...ribs, nutrients: { ...ribs.nutrients, iron: '1.56' } };
  expect(digestOfFigures(changed)).not.toBe(digestOfFigures(ribs));
});
