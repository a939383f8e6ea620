import { describe, expect, it } from 'vitest';
import { readSheetRows } from '../../support/files/sheets.ts';
import { food, stock } from '../../support/nouns/foods.ts';
import { createMenu, MONDAY, menuItems } from '../../support/nouns/menus.ts';
import { addSignedIn, badInput, failure, itemsWithout, success, withTitles } from '../../support/nouns/units.ts';
import { openService } from '../../support/service/open.ts';
import { Setup } from '../../support/service/setup.ts';

const ROUTE = 'GET /api/menu/report';
const service = await openService();
service.stoppedAt = Date.parse('2026-09-08T09:00:00+08:00');
const setup = await Setup.begin(service);
const { school, admin } = setup;
const SPAN = { from: MONDAY, to: '2026-09-18' };

type Facts = Readonly<Record<string, string | number>>;
const succeed = (route: string, facts: Facts, token = school.token) => setup.succeed(route, facts, token);
const ask = async (facts: Facts = {}, token = school.token) =>
  (await service.call(ROUTE, { ...SPAN, ...facts }, { token })).json;
const cook = (name: string, of: Readonly<Record<string, number>>, poly = '') => {
  const ingredient = JSON.stringify(Object.entries(of).map(([key, value]) => ({ key, value })));
  return setup.createDish({ name, ingredient, poly });
};

/** Two weeks of two days: on Monday and Tuesday, then on a Monday alone; on the first Tuesday fish is swapped for pork. */
await stock(service, [
  food(
    '012001x',
    '大米',
    { energy: '1450', protein: '8' },
    { foodCategory: { name: '谷类', amount: '1', counts: '1' } },
  ),
  food(
    '121101',
    '鲤鱼',
    { energy: '450', protein: '17' },
    { foodCategory: { name: '鱼虾类', amount: '1', counts: '1' }, edible: '50' },
  ),
  food(
    '081101',
    '猪肉',
    { energy: '1600', protein: '13' },
    { foodCategory: { name: '畜禽肉类', amount: '1', counts: '1' } },
  ),
]);
await succeed('PUT /api/ingredient/price', { nutrient: '012001x', price: 6 });
const dishes = {
  rice: await cook('米饭', { '012001x': 100 }),
  fish: await cook('烧鱼', { '121101': 60 }, '烧'),
  pork: await cook('炸肉', { '081101': 50 }, '炸'),
};
const standard = await setup.createStandard();
const ingredient = '{"小学":{"能量":{"min":6000},"蛋白质":{"min":20}}}';
const energyShares = '{"protein":{"max":0.15}}';
await succeed('POST /api/nutrition', { id: standard, overflow: '0', ingredient, energyShares }, admin);
const groups = '[{"level":"小学","people":100}]';
const { rice, fish } = dishes;
const items = menuItems([1, 'lunch', rice], [2, 'lunch', rice], [2, 'lunch', fish]);
const first = await createMenu(setup, { days: 2, groups, standard, items });
const second = await createMenu(setup, {
  start: '2026-09-14',
  days: 1,
  groups,
  standard,
  items: menuItems([1, 'lunch', fish, 2]),
});
for (const id of [first, second]) await succeed('POST /api/menu/submit', { id });
const swap = { id: first, day: 2, meal: 'lunch', dish: fish, with: dishes.pork, comment: '鱼没到' };
await succeed('POST /api/menu/swap', swap);
await succeed('POST /api/menu/people', { id: first, day: 1, group: '小学', people: 40 });

/** The report of all days, calculated by hand. Lunch is 40 of 100 parts. */
function expected() {
  const energy = { key: 'energy', name: '能量', unit: 'kJ' };
  return {
    ...{ ...SPAN, days: 3, swaps: 1 },
    levels: [
      {
        ...{ name: '小学', level: '小学', judged: true, days: 3, people: 240 },
        average: {
          nutrients: [
            // (1450 + 1450 + 800 + 540) / 3
            { ...energy, value: 1413.33, min: 2400, judgement: '不足', aboveUl: false, coverage: 1 },
            // (8 + 14.5 + 20.4) / 3
            {
              key: 'protein',
              name: '蛋白质',
              unit: 'g',
              value: 14.3,
              min: 8,
              judgement: '适量',
              aboveUl: false,
              coverage: 1,
            },
          ],
          categories: [],
          energyShares: { protein: 1, fat: 0, carbohydrate: 0 },
          judgedShares: [{ key: 'protein', name: '蛋白质供能比', value: 1, max: 0.15, judgement: '数据不足' }],
          salt: 0,
          kinds: 1.33,
          // protein of animals 6.5 + 20.4 of 42.9; fish in one and fried pork in one of two weeks
          evaluation: expect.objectContaining({
            goodProtein: expect.objectContaining({ value: 62.7 }),
            groupsByMeal: [
              expect.objectContaining({ meal: 'lunch', value: 1.33, below: [MONDAY, '2026-09-08', '2026-09-14'] }),
            ],
            times: expect.objectContaining({
              fish: expect.objectContaining({ value: 0.5 }),
              fried: expect.objectContaining({ value: 0.5 }),
            }),
          }),
          // 0.6 yuan of rice on two of three days
          cost: { value: 0.4, missing: ['鲤鱼', '猪肉'], missingCount: 2 },
        },
        below: [{ ...energy, unit: undefined, days: 3 }].map(({ unit: _, ...one }) => one),
        above: [],
      },
    ],
    dishes: [
      { dish: dishes.rice, name: '米饭', times: 2 },
      { dish: dishes.fish, name: '烧鱼', times: 1 },
      { dish: dishes.pork, name: '炸肉', times: 1 },
    ],
    foods: [
      { code: '121101', name: '鲤鱼', kilograms: 24 }, // 100 × 120 g, half of it edible
      { code: '012001x', name: '大米', kilograms: 14, cost: 84 }, // 40 and 100 × 100 g
      { code: '081101', name: '猪肉', kilograms: 5 },
    ],
    notServed: ['2026-09-09', '2026-09-10', '2026-09-11', '2026-09-15', '2026-09-16', '2026-09-17', '2026-09-18'],
  };
}

describe(ROUTE, () => {
  it('answers what live menus served, to the unit and to the platform', async () => {
    expect(await ask()).toEqual(success(expected()));
    expect(await ask({ vender: school.id }, admin)).toEqual(success(expected()));
    expect(await ask({ vender: school.id, level: '小学' })).toEqual(success(expected()));
  });

  it('is the same whatever changes later: it is as it was frozen and judged then', async () => {
    await succeed('POST /api/dish', {
      id: dishes.rice,
      name: '白饭',
      poly: '炸',
      ingredient: '[{"key":"081101","value":5}]',
    });
    await stock(service, [food('012001x', '大米', { energy: '1', protein: '0' })]);
    await succeed('POST /api/menu', { id: second, items: '[]' });
    expect(await ask()).toEqual(success(expected()));
    await succeed('POST /api/menu/discard', { id: second });
  });

  it('has nothing of a span in which nothing was live, nor of another unit', async () => {
    const nothing = { days: 0, levels: [], dishes: [], foods: [], swaps: 0, notServed: ['2026-10-02'] };
    expect(await ask({ from: '2026-10-02', to: '2026-10-04' })).toEqual(
      success({ from: '2026-10-02', to: '2026-10-04', ...nothing }),
    );
    const other = await setup.createSchool();
    const { body } = await ask({}, other.token);
    expect(body).toMatchObject({ days: 0, levels: [], dishes: [], swaps: 0 });
    // Created on Tuesday, it owed nothing on Monday.
    expect(body.notServed.slice(0, 2)).toEqual(['2026-09-08', '2026-09-09']);
    expect(await ask({ level: '没有' })).toMatchObject({ body: { days: 0, levels: [], dishes: [], foods: [] } });
  });

  it('passes over days off', async () => {
    await succeed('POST /api/vender/calendar', { off: '2026-09-07,2026-09-09' });
    const { days, dishes: served, notServed } = (await ask()).body;
    expect([days, served.length, notServed.includes('2026-09-09')]).toEqual([2, 3, false]);
    await succeed('POST /api/vender/calendar', { off: '' });
  });

  it.each(
    withTitles([
      ['from', '7.9.2026', { code: 'date' }],
      ['to', '2026-02-30', { code: 'date' }],
      ['level', '小'.repeat(51), { code: 'too_long', max: 50 }],
      ['vender', 'x', { code: 'integer', min: 0, max: Number.MAX_SAFE_INTEGER }],
    ]),
  )('refuses $title', async ({ field, value, problem }) => {
    expect(await ask({ [field]: value })).toEqual(badInput([field, problem]));
  });

  it('refuses a span that is none or longer than 92 days, and takes 92', async () => {
    const within = { code: 'days', names: `${MONDAY} – 2026-12-07` } as const;
    for (const to of ['2026-09-06', '2026-12-08']) expect(await ask({ to })).toEqual(badInput(['to', within]));
    expect(await ask({ to: '2026-12-07' })).toMatchObject({ body: { days: 3 } });
  });

  it.each([ROUTE, `${ROUTE}.html`, `${ROUTE}.xlsx`])(
    "refuses others, and another unit's by its id: %s",
    async (route) => {
      const send = async (facts: Facts, token: string) =>
        (await service.call(route, { ...SPAN, ...facts }, { token })).json;
      const clerk = await addSignedIn(service, school.id, `clerk-${route.slice(-4)}`, itemsWithout(school.id, 29));
      const other = await setup.createSchool();
      expect(await send({}, clerk)).toEqual(failure(403, 'missing_permission'));
      expect(await send({ vender: school.id }, other.token)).toEqual(failure(403, 'foreign_unit'));
      expect(await send({}, admin)).toEqual(badInput(['vender', { code: 'required' }]));
      expect(await send({ vender: 999_999 }, admin)).toEqual(failure(404, 'unit_not_found'));
    },
  );
});

describe(`${ROUTE}.xlsx`, () => {
  it('has the groups, the dishes and the foods, each on a worksheet', async () => {
    const answer = await service.call(`${ROUTE}.xlsx`, SPAN, { token: school.token });
    const sheets = readSheetRows(answer.bytes);
    expect(Object.keys(sheets)).toEqual(['膳食报告', '营养与评价', '菜品', '食材']);
    const group = '小学（3 天 240 人次）';
    expect(sheets['营养与评价']?.slice(0, 3)).toEqual([
      ['人群', '项目', '单位', '日均', '参考范围', '评价', '不足天数', '过量天数'],
      [group, '能量', 'kJ', 1413.33, '≥2400', '不足', 3, ''],
      [group, '蛋白质', 'g', 14.3, '≥8', '适量', '', ''],
    ]);
    expect(sheets['营养与评价']).toContainEqual([group, '蛋白质供能比', '%', 100, '≤15', '数据不足', '', '']);
    expect(sheets['营养与评价']).toContainEqual([group, '优质蛋白质', '%', 62.7, '', '', '', '']);
    expect(sheets['菜品']).toEqual([
      ['菜品', '次数'],
      ['米饭', 2],
      ['烧鱼', 1],
      ['炸肉', 1],
    ]);
    expect(sheets['食材']?.slice(0, 3)).toEqual([
      ['食材', '编码', '采购量（kg）', '金额（元）'],
      ['鲤鱼', '121101', 24, ''],
      ['大米', '012001x', 14, 84],
    ]);
  });
});

describe(`${ROUTE}.html`, () => {
  it('is a page to print, which a link opens once', async () => {
    const path = `/api/menu/report.html?from=${SPAN.from}&to=${SPAN.to}`;
    const { address } = await succeed('POST /api/link', { path });
    const page = await service.call('GET /print/{token}', { token: address.replace('/print/', '') });
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    for (const text of [
      `${school.name}<span>膳食报告`,
      '2026-09-07 至 2026-09-18，供餐 3 天，换菜 1 次。',
      '没有已发布食谱的供餐日 7 天：2026-09-09、',
      '<td>优质蛋白质</td><td>%</td><td>62.70</td>',
      '<td>蛋白质供能比</td><td>%</td><td>100</td><td>≤15</td><td>数据不足</td>',
      '<td>米饭</td><td>2</td>',
      '优质蛋白质占 1/3 以上（《营养师教程》营养配餐与食谱编制）',
    ])
      expect(page.text).toContain(text);
    expect(page.text).not.toContain('<script');
  });
});
