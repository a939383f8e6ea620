import { describe, expect, it } from 'vitest';
import { food, stock } from '../../support/nouns/foods.ts';
import { createReviewed, MONDAY, menuItems } from '../../support/nouns/menus.ts';
import { badInput, failure, SUCCESS } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';
import { dumpTable } from '../../support/service/table-dump.ts';

const { service, setup } = await openSetup();
const { admin } = setup;

type Facts = Readonly<Record<string, string | number>>;

const call = (route: string, facts: Facts = {}, token = school.token) => service.call(route, facts, { token });
const cook = (name: string, of: Readonly<Record<string, number>>) => {
  const ingredient = JSON.stringify(Object.entries(of).map(([key, value]) => ({ key, value })));
  return setup.createDish({ name, ingredient }, school);
};
const GROUPS = [
  { level: '小学', people: 100 },
  { name: '避花生', level: '小学', people: 3, factor: 2, avoid: ['花生'] },
];
const whole = { name: '一周', start: MONDAY, days: 1, meals: 'lunch', groups: JSON.stringify(GROUPS) };
const item = (dish: number, facts: object = {}) => ({ day: 1, meal: 'lunch', dish, ...facts });

await stock(service, [
  food('012001x', '大米', { energy: '1450' }, { edible: '100', allergens: [] }),
  food('072004', '花生仁', { energy: '2400' }, { edible: '100', allergens: ['花生'] }),
]);
const school = await createReviewed(setup);
const rice = await cook('米饭', { '012001x': 100 });
const nuts = await cook('花生包', { '012001x': 50, '072004': 10 });
const bun = await cook('馒头', { '012001x': 60 });
const odd = await cook('卤味', { 'OWN-1': 20 });
const items = [item(rice), item(nuts, { groups: ['小学'] }), item(bun, { groups: ['避花生'] })];
const menu = await setup.create('PUT /api/menu', { ...whole, items: JSON.stringify(items) }, school.token);

describe('a substitute for a group', () => {
  it('is what it eats, and nobody else', async () => {
    const { levels, warnings } = (await call('GET /api/menu/analysis', { id: menu, nutrient: 'energy' })).json.body;
    // 1450 + 725 + 240 and twice 1450 + 870 kJ.
    const found = levels.map(({ name, days, contributions }: never) => [name, days[0], contributions]);
    expect(found).toEqual([
      ['小学', expect.objectContaining({ meals: [{ meal: 'lunch', energy: 2415 }], kinds: 2 }), expect.anything()],
      ['避花生', expect.objectContaining({ meals: [{ meal: 'lunch', energy: 4640 }], kinds: 1 }), expect.anything()],
    ]);
    expect(found[1][2].largest.map(({ dish, value }: Facts) => [dish, value])).toEqual([
      [rice, 2900],
      [bun, 1740],
    ]);
    expect(warnings.filter(({ kind }: Facts) => kind === 'allergen')).toEqual([]);
  });

  it('is bought for its heads, and named on the sheet and in the list', async () => {
    const { total } = (await call('GET /api/menu/purchase', { id: menu })).json.body;
    // Rice: 100 × 150 g and 3 × 2 × 160 g; peanuts: 100 × 10 g.
    expect(total.map(({ code, grams }: Facts) => [code, grams])).toEqual([
      ['012001x', 15_960],
      ['072004', 1000],
    ]);
    const page = (await call('GET /api/menu/sheet.html', { id: menu })).text;
    for (const text of [
      '<h2>花生包（小学）</h2>',
      '<h2>馒头（避花生）</h2>',
      '<h2>米饭</h2>',
      'B 避花生 3 人，份量×2，忌花生',
    ]) {
      expect(page).toContain(text);
    }
    expect(page).toMatch(/花生包（小学）<\/h2> <p>大米 <b>50\/—<\/b>、花生仁 <b>10\/—<\/b><\/p>/);
    expect(page).toContain('大米 <b>—/120</b>');
    expect(page).toContain('菜名后括号内注明这道菜供应哪些人群');
  });
});

describe('POST /api/menu/submit', () => {
  const submit = (id: number, facts: Facts = {}) => call('POST /api/menu/submit', { id, ...facts });
  const records = async (id: number, token = school.token) =>
    (await call('GET /api/menu/review', { menu: id }, token)).json.body.content;

  it('takes what groups must avoid, or what nobody knows, only where that is confirmed, and notes it', async () => {
    const items = menuItems([1, 'lunch', rice], [1, 'lunch', nuts], [1, 'lunch', odd]);
    const id = await setup.create('PUT /api/menu', { ...whole, items }, school.token);
    const { warnings } = (await call('GET /api/menu/analysis', { id })).json.body;
    const at = { kind: 'allergen', level: '小学', group: '避花生', day: 1, meal: 'lunch' };
    expect(warnings.filter(({ kind }: Facts) => kind === 'allergen')).toEqual([
      { ...at, text: '“花生包”的“花生仁”含花生，“避花生”须忌食', dish: nuts, ingredient: '072004' },
      { ...at, text: '“卤味”的“OWN-1”致敏物不明，“避花生”须忌食花生', dish: odd, ingredient: 'OWN-1' },
    ]);
    const before = await dumpTable(service);
    const problem = { code: 'allergen', names: '避花生' } as const;
    expect((await submit(id)).json).toEqual(
      failure(409, 'allergens_unconfirmed', ['items.1.dish', problem], ['items.2.dish', problem]),
    );
    expect((await submit(id, { confirm: 'nuts' })).json).toEqual(
      badInput(['confirm', { code: 'choice', names: 'allergen forbidden allergen,forbidden' }]),
    );
    expect(await dumpTable(service)).toEqual(before);
    expect((await submit(id, { confirm: 'allergen' })).json).toEqual(SUCCESS);
    for (const token of [school.token, admin]) {
      expect(await records(id, token)).toEqual([expect.objectContaining({ action: '提交', confirmed: 'allergen' })]);
    }
    await setup.succeed('POST /api/menu/review', { id, revision: 1, result: '通过' }, admin);
    expect((await records(id))[0]).not.toHaveProperty('confirmed');
  });

  it('notes nothing where nothing had to be confirmed; then it is live by group', async () => {
    expect((await submit(menu, { confirm: 'allergen' })).json).toEqual(SUCCESS);
    expect((await records(menu))[0]).not.toHaveProperty('confirmed');
    await setup.succeed('POST /api/menu/review', { id: menu, revision: 1, result: '通过' }, admin);
    const [{ menus }] = (await call('GET /api/menu/live', { from: MONDAY })).json.body;
    const own = menus.find(({ id }: Facts) => id === menu);
    const served = own.groups.map(({ name, meals: [lunch] }: { name: string; meals: { dishes: Facts[] }[] }) => [
      name,
      lunch?.dishes.map((dish) => [dish['name'], dish['grams']]),
    ]);
    expect(served).toEqual([
      [
        '小学',
        [
          ['米饭', 100],
          ['花生包', 60],
        ],
      ],
      [
        '避花生',
        [
          ['米饭', 200],
          ['馒头', 120],
        ],
      ],
    ]);
  });
});

describe('a standard of a group', () => {
  const FIGURES = (least: number) => JSON.stringify({ 小学: { 能量: { min: least, max: 2 * least } } });
  const define = async (least: number, foodCategoryDay: string) => {
    const id = await setup.createStandard(school);
    const figures = { ingredient: FIGURES(least), overflow: '0.1', foodCategoryDay };
    await setup.succeed('POST /api/nutrition', { id, name: `标准${least}`, ...figures }, admin);
    return id;
  };

  it('judges it, its categories too; the frozen ones judge for ever, and one that is gone is not submitted', async () => {
    const [common, own] = [await define(4000, '{"谷薯类":300}'), await define(9000, '{"蛋类":40}')];
    const groups = JSON.stringify([
      { level: '小学', people: 1 },
      { name: '高年级', level: '小学', people: 1, standard: own },
    ]);
    const facts = { ...whole, start: '2026-10-12', groups, standard: common, items: menuItems([1, 'lunch', rice]) };
    const id = await setup.create('PUT /api/menu', facts, school.token);
    const analysed = async (route: string, parameters: Facts) => (await call(route, parameters)).json.body;
    const judged = ({ levels }: { levels: { name: string; standard?: number; average: Record<string, Facts[]> }[] }) =>
      levels.map(({ name, standard, average }) => {
        const energy = average['nutrients']?.find(({ key }) => key === 'energy');
        return [
          name,
          standard,
          energy?.['min'],
          energy?.['judgement'],
          average['categories']?.map((one) => one['name']),
        ];
      });
    const expected = [
      ['小学', undefined, 1600, '适量', ['谷薯类']],
      ['高年级', own, 3600, '不足', ['蛋类']],
    ];
    expect(judged(await analysed('GET /api/menu/analysis', { id }))).toEqual(expected);
    expect(judged(await analysed('POST /api/menu/analysis', facts))).toEqual(expected);
    await setup.succeed('POST /api/menu/submit', { id }, school.token);
    await setup.succeed('POST /api/menu/withdraw', { id }, school.token);
    await setup.succeed('POST /api/nutrition', { id: own, vendors: '', ingredient: FIGURES(1) }, admin);
    expect(judged(await analysed('GET /api/menu/analysis', { id, revision: 1 }))).toEqual(expected);
    const page = (await call('GET /api/menu/sheet.html', { id, revision: 1 })).text;
    expect(page).toContain('标准4000、标准9000');
    const now = await analysed('GET /api/menu/analysis', { id });
    expect(judged(now)).toEqual([expected[0], ['高年级', own, undefined, undefined, []]]);
    expect(now.warnings).toContainEqual({
      kind: 'no_standard',
      text: '“高年级”的营养标准已不可用，不作评价',
      level: '小学',
      group: '高年级',
    });
    expect((await call('POST /api/menu/submit', { id })).json).toEqual(
      badInput(['groups.1.standard', { code: 'unknown', names: String(own) }]),
    );
  });
});
