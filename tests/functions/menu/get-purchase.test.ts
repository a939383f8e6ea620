import { read, utils } from '@e965/xlsx';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { Attachment } from '../../support/files/attachment.ts';
import { food, stock } from '../../support/nouns/foods.ts';
import { MONDAY, menuItems } from '../../support/nouns/menus.ts';
import { badInput, failure, success } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';
import type { School } from '../../support/service/setup.ts';

const ROUTE = 'GET /api/menu/purchase';
const XLSX = 'GET /api/menu/purchase.xlsx';

const { service, setup } = await openSetup();
const { school, admin } = setup;

const TO_FILL_IN = ['供应商', '验收数量', '验收人', '签字'];

const GROUPS = JSON.stringify([
  { level: '小学', people: 100 },
  { level: '教师', people: 7, factor: 1.5, meals: ['lunch'] },
]);

async function cook(name: string, of: Readonly<Record<string, number>>, home: School = school) {
  const ingredient = JSON.stringify(Object.entries(of).map(([key, value]) => ({ key, value })));
  return setup.createDish({ name, ingredient }, home);
}

type Facts = Readonly<Record<string, string | number>>;
const ask = (facts: Facts = {}, token = school.token) => service.call(ROUTE, { id: menu, ...facts }, { token });
const download = (facts: Facts = {}, token = school.token) => service.call(XLSX, { id: menu, ...facts }, { token });

const rice = { code: '012001x', name: '大米', category: '谷类', edible: 100, price: 5.6 };
const fish = { code: '121111', name: '=鲤鱼', category: '鱼虾', edible: 54, price: 16.05 };
const salt = { code: '205001', name: '盐', category: '调味品', edible: 0, flags: ['edible_unknown'] };
const own = {
  code: 'OWN-1',
  name: 'OWN-1',
  category: '',
  edible: null,
  price: 3,
  flags: ['edible_unknown', 'unlisted'],
};
const carrot = { code: '041201', name: '胡萝卜', category: '蔬菜', edible: null, price: 0, flags: ['edible_unknown'] };

/** Calculated by hand: lunch is served 100 + 7 × 1.5 = 110.5 times, breakfast 100 times. */
const MONDAYS = [
  // 100 × 40 + 110.5 × 80 = 12,840 g
  { ...rice, grams: 12_840, kg: 12.84, cost: 71.9 }, // 71.904
  // 110.5 × 60.5 = 6685.25 g; / 0.54 = 12.3800925… kg
  { ...fish, grams: 6685.25, kg: 12.39, cost: 198.86 }, // 12.39 × 16.05 = 198.8595
  { ...salt, grams: 44.2, kg: 0.05 }, // of 0.0442 kg
  { ...own, grams: 331.5, kg: 0.34, cost: 1.02 }, // of 0.3315 kg
];
const TUESDAYS = [
  { ...rice, grams: 11_050, kg: 11.05, cost: 61.88 }, // 110.5 × 1.25 × 80
  { ...carrot, grams: 3646.5, kg: 3.65, cost: 0 }, // 110.5 × 33
];
const bought = {
  days: [
    { day: 1, date: '2026-09-07', ingredients: MONDAYS },
    { day: 2, date: '2026-09-08', ingredients: TUESDAYS },
    { day: 3, date: '2026-09-09', ingredients: [] },
  ],
  total: [
    { ...rice, grams: 23_890, kg: 23.89, cost: 133.78 }, // 133.784
    TUESDAYS[1],
    MONDAYS[1],
    MONDAYS[2],
    MONDAYS[3],
  ],
  // 133.78 + 0 + 198.86 + 1.02
  cost: 333.66,
};

await stock(service, [
  food('012001x', '大米', {}, { category: '谷类', edible: '100' }),
  food('121111', '=鲤鱼', {}, { category: '鱼虾', edible: '54' }),
  food('205001', '盐', {}, { category: '调味品', edible: '0' }),
  food('041201', '胡萝卜', {}, { category: '蔬菜' }),
]);
for (const [nutrient, price] of Object.entries({ '012001x': 5.6, '121111': 16.05, 'OWN-1': 3, '041201': 0 })) {
  await setup.succeed('PUT /api/ingredient/price', { nutrient, price }, school.token);
}
const dishes = {
  rice: await cook('米饭', { '012001x': 80 }),
  fish: await cook('烧鱼', { '121111': 60.5, '205001': 0.4, 'OWN-1': 3 }),
  odd: await cook('胡萝卜', { '041201': 33 }),
  doomed: await cook('旧菜', { '012001x': 1000 }),
  porridge: await cook('白粥', { '012001x': 40 }, { ...school, id: 0, token: admin }),
};
const menu = await setup.create(
  'PUT /api/menu',
  {
    name: '第一周',
    start: MONDAY,
    days: 3,
    meals: 'breakfast,lunch',
    groups: GROUPS,
    items: menuItems(
      [1, 'breakfast', dishes.porridge],
      [1, 'lunch', dishes.rice],
      [1, 'lunch', dishes.fish],
      [2, 'lunch', dishes.rice, 1.25],
      [2, 'lunch', dishes.odd],
      [2, 'lunch', dishes.doomed],
    ),
  },
  school.token,
);
await setup.succeed('DELETE /api/dish', { ids: dishes.doomed }, school.token);

describe(ROUTE, () => {
  it('says what is to be bought by day and in all, and of which dish nothing is', async () => {
    const expected = success({ ...bought, missingDishes: [{ day: 2, meal: 'lunch', dish: dishes.doomed }] });
    const answer = await ask();
    expect([answer.status, answer.json]).toEqual([200, expected]);
    expect(answer.text).toContain('"kg":12.39,"price":16.05,"cost":198.86');
    expect((await ask({}, admin)).json).toEqual(expected);
  });

  it('buys for the days that are asked for, and more by the reserve', async () => {
    const [monday, tuesday] = bought.days;
    expect((await ask({ to: '2026-09-07' })).json.body.days).toEqual([monday]);
    expect((await ask({ from: '2026-09-08', to: '2026-09-08' })).json.body.days).toEqual([tuesday]);
    const body = (await ask({ from: '2026-09-08', reserve: 12.5 })).json.body;
    expect(body).toEqual({
      days: [
        {
          ...tuesday,
          ingredients: [
            { ...TUESDAYS[0], kg: 12.44, cost: 69.66 }, // 12.44 × 5.6 = 69.664
            { ...TUESDAYS[1], kg: 4.11 }, // 4.1023…
          ],
        },
        bought.days[2],
      ],
      total: [
        { ...TUESDAYS[0], kg: 12.44, cost: 69.66 },
        { ...TUESDAYS[1], kg: 4.11 },
      ],
      cost: 69.66,
      missingDishes: [{ day: 2, meal: 'lunch', dish: dishes.doomed }],
    });
    const nothing = success({ days: [], total: [], cost: 0 });
    expect((await ask({ from: '2026-10-01' })).json).toEqual(nothing);
    expect((await ask({ from: '2026-09-08', to: '2026-09-07' })).json).toEqual(nothing);
  });

  it('takes the live submission with its prices where there is one; 0 names what the menu says now', async () => {
    const price = (yuan: number) =>
      setup.succeed('PUT /api/ingredient/price', { nutrient: '012001x', price: yuan }, school.token);
    const items = menuItems([1, 'lunch', dishes.rice]);
    const groups = '[{"level":"小学","people":10}]';
    const facts = { name: '第二周', start: '2026-09-14', days: 1, groups, items };
    const id = await setup.create('PUT /api/menu', facts, school.token);
    const costs = async (of: Facts = {}) => {
      const { json } = await service.call(ROUTE, { id, ...of }, { token: school.token });
      return json.reason ?? [json.body.total[0].kg, json.body.cost];
    };
    const costOfHead = async (of: Facts = {}) => {
      const { json } = await service.call('GET /api/menu/analysis', { id, ...of }, { token: school.token });
      const [{ average, days }] = json.body.levels;
      return [average.cost, days[0].cost];
    };
    const head = (value: number) => Array(2).fill({ value, missing: [], missingCount: 0 });
    expect(await costs()).toEqual([0.8, 4.48]);
    expect(await costOfHead()).toEqual(head(0.45)); // 0.08 × 5.6 = 0.448
    await setup.succeed('POST /api/menu/submit', { id }, school.token);
    await price(7);
    expect(await costs()).toEqual([0.8, 4.48]);
    expect(await costOfHead()).toEqual(head(0.56));
    expect(await costOfHead({ revision: 1 })).toEqual(head(0.45));
    await setup.succeed('POST /api/menu', { id, groups: '[{"level":"小学","people":20}]' }, school.token);
    expect([await costs(), await costs({ revision: 1 }), await costs({ revision: 0 })]).toEqual([
      [0.8, 4.48],
      [0.8, 4.48],
      [1.6, 11.2],
    ]);
    expect(await costs({ revision: 2 })).toBe('revision_not_found');
    await price(5.6);
  });

  it('buys nothing for days off, as they are now, whatever was submitted', async () => {
    const home = await setup.createSchool();
    const dish = await cook('米饭', { '012001x': 80 }, home);
    const facts = { name: '假期', start: MONDAY, days: 3, meals: 'lunch', groups: GROUPS.replace('7,', '0,') };
    const items = menuItems([1, 'lunch', dish], [2, 'lunch', dish], [3, 'lunch', dish]);
    const id = await setup.create('PUT /api/menu', { ...facts, items }, home.token);
    await setup.succeed('POST /api/menu/submit', { id }, home.token);
    await setup.succeed('POST /api/vender/calendar', { off: `${MONDAY},2026-09-09` }, home.token);
    const { days, total } = (await ask({ id }, home.token)).json.body;
    expect(days.map(({ day }: { day: number }) => day)).toEqual([2]);
    expect(total.map(({ kg }: { kg: number }) => kg)).toEqual([8]);
  });

  it('has all ingredients with 0 kg where nobody eats', async () => {
    const facts = { name: '无人', start: MONDAY, days: 1, items: menuItems([1, 'lunch', dishes.fish]) };
    const id = await setup.create('PUT /api/menu', { ...facts, groups: '[{"level":"小学","people":0}]' }, school.token);
    const { json } = await service.call(ROUTE, { id, reserve: 100 }, { token: school.token });
    const rows = [
      { ...fish, grams: 0, kg: 0, cost: 0 },
      { ...salt, grams: 0, kg: 0 },
      { ...own, grams: 0, kg: 0, cost: 0 },
    ];
    const days = [{ day: 1, date: MONDAY, ingredients: rows }];
    expect(json).toEqual(success({ days, total: rows, cost: 0 }));
  });

  it('is refused to other units, and with wrong parameters', async () => {
    const other = await setup.createSchool();
    for (const call of [ask, download]) {
      expect((await call({}, other.token)).json).toEqual(failure(404, 'menu_not_found'));
      expect((await call({ id: menu + 1000 })).json).toEqual(failure(404, 'menu_not_found'));
      expect((await call({ revision: 3 })).json).toEqual(failure(404, 'revision_not_found'));
      expect((await call({ id: 'x', revision: -1, from: '2026-02-30', to: 'x', reserve: '100.01' })).json).toEqual(
        badInput(
          ['id', { code: 'integer', min: 1, max: Number.MAX_SAFE_INTEGER }],
          ['revision', { code: 'integer', min: 0, max: Number.MAX_SAFE_INTEGER }],
          ['from', { code: 'date' }],
          ['to', { code: 'date' }],
          ['reserve', { code: 'decimal', min: 0, max: 100, digits: 2 }],
        ),
      );
    }
  });
});

describe(XLSX, () => {
  it('has a sheet by category with costs, and one with a column for each day', async () => {
    const { status, bytes, headers } = await download({ reserve: '5' });
    expect(status).toBe(200);
    expect(headers['content-disposition']).toContain(encodeURIComponent('食材采购清单-2026-09-07'));
    const book = read(bytes);
    expect(book.SheetNames).toEqual(['采购汇总', '按日采购']);
    const notes = [
      ['食谱：第一周　日期：2026-09-07 至 2026-09-09'],
      ['就餐：小学 100 人、教师 7 人　预留：5%'],
      ['有 1 个菜品已不存在，未计入采购量'],
    ];
    const readSheet = (name: string) => {
      const rows = utils.sheet_to_json<unknown[]>(book.Sheets[name] ?? {}, { header: 1, defval: '' });
      return rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1));
    };
    expect(readSheet('采购汇总')).toEqual([
      [`${school.name} 食材采购清单`],
      ...notes,
      ['名称', '类别', '可食部（%）', '采购量（kg）', '单价（元/kg）', '金额（元）', '备注', ...TO_FILL_IN, '编码'],
      ['大米', '谷类', 100, 25.09, 5.6, 140.5, '', '', '', '', '', '012001x'],
      ['胡萝卜', '蔬菜', '', 3.83, 0, 0, '可食部未知，按 100% 计', '', '', '', '', '041201'],
      ['=鲤鱼', '鱼虾', 54, 13, 16.05, 208.65, '', '', '', '', '', '121111'],
      ['盐', '调味品', 0, 0.05, '', '', '可食部未知，按 100% 计；无单价', '', '', '', '', '205001'],
      ['OWN-1', '目录外食材', '', 0.35, 3, 1.05, '可食部未知，按 100% 计；不在食材目录中', '', '', '', '', 'OWN-1'],
      ['合计', '', '', '', '', 350.2],
    ]);
    expect(readSheet('按日采购')).toEqual([
      [`${school.name} 食材采购清单（按日，kg）`],
      ...notes,
      ['名称', '类别', '周一 09-07', '周二 09-08', '周三 09-09', '合计', '编码'],
      ['大米', '谷类', 13.49, 11.61, '', 25.09, '012001x'],
      ['胡萝卜', '蔬菜', '', 3.83, '', 3.83, '041201'],
      ['=鲤鱼', '鱼虾', 13, '', '', 13, '121111'],
      ['盐', '调味品', 0.05, '', '', 0.05, '205001'],
      ['OWN-1', '目录外食材', 0.35, '', '', 0.35, 'OWN-1'],
    ]);
  });

  it('is read as a price list as it is: it changes no price', async () => {
    const getPrices = async () => (await service.call('GET /api/ingredient/price', {}, { token: school.token })).json;
    const before = await getPrices();
    const files = new Attachment('采购.xlsx', (await download()).bytes);
    const { json } = await service.call('PUT /api/ingredient/price/sheet.xlsx', { files }, { token: school.token });
    expect([json.code, await getPrices()]).toEqual([200, before]);
  });

  it('tells the people of single days', async () => {
    await setup.succeed('POST /api/menu/people', { id: menu, day: 2, group: '教师', people: 0 }, school.token);
    const { bytes } = await download();
    const rows = utils.sheet_to_json<unknown[]>(read(bytes).Sheets['采购汇总'] ?? {}, { header: 1 });
    expect(rows.slice(2, 4)).toEqual([['就餐：小学 100 人、教师 7 人　预留：0%'], ['09-08 就餐：教师 0 人']]);
    await setup.succeed('POST /api/menu/people', { id: menu, day: 2, group: '教师', people: '' }, school.token);
  });

  it('begins with names, has no heading among its rows, and rows as high as their texts', async () => {
    const long = await cook('长名', { [`长${'名'.repeat(30)}`]: 10 });
    const facts = { name: '第三周', start: MONDAY, days: 1, groups: GROUPS };
    const items = menuItems([1, 'lunch', dishes.rice], [1, 'lunch', long]);
    const id = await setup.create('PUT /api/menu', { ...facts, items }, school.token);
    const { bytes } = await service.call(XLSX, { id }, { token: school.token });
    const sheet = read(bytes, { cellStyles: true }).Sheets['采购汇总'] ?? {};
    const columnA = Object.fromEntries(sheet['!rows']?.map(({ hpt }, row) => [sheet[`A${row + 1}`]?.v, hpt]) ?? []);
    const code = `长${'名'.repeat(30)}`;
    // 31 Chinese letters need seven lines where twelve digits have room, and points for each are 16.
    expect(columnA).toMatchObject({ 名称: 19, 大米: 19, [code]: 7 * 16 + 3 });
    const merged = sheet['!merges']?.map(utils.encode_range);
    expect(merged).toEqual(['A1:L1', 'A2:L2', 'A3:L3']);
  });

  it('has columns as wide as their longest number', async () => {
    const much = await cook('很多', { 'OWN-1': 99_999.99 });
    const groups = '[{"level":"小学","people":100000,"factor":5}]';
    const facts = { name: '第四周', start: MONDAY, days: 1, groups, items: menuItems([1, 'lunch', much, 10]) };
    const id = await setup.create('PUT /api/menu', facts, school.token);
    const { bytes } = await service.call(XLSX, { id }, { token: school.token });
    const sheet = read(bytes, { cellStyles: true }).Sheets['采购汇总'] ?? {};
    // 499,999,950.00 kg and 1,499,999,850.00 yuan
    expect(sheet['!cols']?.map(({ width }) => width)).toEqual([26, 16, 14, 18, 16, 20, 26, 20, 12, 12, 12, 12]);
  });

  it('is printed on A4 with its header on each page, and holds no formula', async () => {
    const { bytes } = await download({}, admin);
    const parts = unzipSync(bytes);
    const readPart = (path: string) => strFromU8(parts[path] ?? new Uint8Array());
    for (const path of ['xl/worksheets/sheet1.xml', 'xl/worksheets/sheet2.xml']) {
      expect(readPart(path)).toContain('<pageSetup paperSize="9" orientation="landscape"');
      expect(readPart(path)).not.toContain('<f>');
    }
    expect(readPart('xl/workbook.xml')).toContain(
      '<definedName name="_xlnm.Print_Titles" localSheetId="0">\'采购汇总\'!$5:$5</definedName>' +
        '<definedName name="_xlnm.Print_Titles" localSheetId="1">\'按日采购\'!$5:$5</definedName>',
    );
  });
});
