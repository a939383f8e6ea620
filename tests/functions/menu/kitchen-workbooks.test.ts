import { read, utils } from '@e965/xlsx';
import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import type { Problem } from '../../../lib/errors.ts';
import { openPage } from '../../support/browser/browser.ts';
import { food, stock } from '../../support/nouns/foods.ts';
import { createMenu, MONDAY, menuItems } from '../../support/nouns/menus.ts';
import { badInput, failure } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';

const KITCHEN = 'GET /api/menu/kitchen.xlsx';
const PAGE = 'GET /api/menu/kitchen.html';
const SAMPLES = 'GET /api/menu/samples.xlsx';
const { service, setup } = await openSetup();
const { school, admin } = setup;

const GROUPS = JSON.stringify([
  { level: '小学', people: 100 },
  { name: '忌鱼', level: '小学', people: 3, avoid: ['鱼类'] },
  { level: '教师', people: 7, factor: 1.5, meals: ['lunch'] },
]);

type Facts = Readonly<Record<string, string | number>>;
const download = (route: string, facts: Facts = {}, token = school.token) =>
  service.call(route, { id: menu, ...facts }, { token });
const succeed = (route: string, facts: Facts) => setup.succeed(route, facts, school.token);

/** The rows of the only worksheet, without empty cells at their ends. */
async function downloadRows(route: string, facts: Facts = {}): Promise<unknown[][]> {
  const { bytes } = await download(route, facts);
  const { SheetNames, Sheets } = read(bytes);
  expect(SheetNames).toEqual([route === KITCHEN ? '投料单' : '留样记录']);
  const rows = utils.sheet_to_json<unknown[]>(Sheets[SheetNames[0] ?? ''] ?? {}, { header: 1, defval: '' });
  return rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1));
}

function cook(name: string, poly: string, of: Readonly<Record<string, number>>) {
  const ingredient = JSON.stringify(Object.entries(of).map(([key, value]) => ({ key, value })));
  return setup.createDish({ name, poly, ingredient });
}

const NOTE = ['净料为可食部的生重，毛料按可食部折算；各数向上进到 0.01 kg，不含预留。'];
const DRAFT = ['草稿：未经审核'];
const HEAD = ['菜品', '人数', '烹调方法', '食材', '净料（kg）', '毛料（kg）', '备注'];
const UNKNOWN = '可食部未知，按 100% 计';

await stock(service, [
  food('012001x', '稻米（代表值）', {}, { alias: '大米', category: '谷类', edible: '100' }),
  food('121111', '=鲤鱼', {}, { category: '鱼虾', edible: '54' }),
  food('205001', '盐', {}, { category: '调味品', edible: '0' }),
]);
const rice = await cook('米饭', '蒸', { '012001x': 80 });
const fish = await cook('烧鱼', '烧', { '121111': 60.5, '205001': 0.4, 'OWN-1': 3 });
const apple = await cook('苹果', '', {});
const items = JSON.stringify([
  { day: 1, meal: 'afternoonSnack', dish: apple },
  { day: 1, meal: 'lunch', dish: rice },
  { day: 1, meal: 'lunch', dish: fish, groups: ['小学', '教师'] },
  { day: 2, meal: 'lunch', dish: rice, portion: 1.25 },
  { day: 2, meal: 'afternoonSnack', dish: fish, groups: ['忌鱼'] },
]);
const facts = { name: '第一周', start: MONDAY, days: 3, meals: 'lunch,afternoonSnack', groups: GROUPS, items };
const menu = await createMenu(setup, facts);

it('has a worksheet for each day where none is chosen', async () => {
  const { SheetNames, Sheets } = read((await download(KITCHEN)).bytes);
  expect(SheetNames).toEqual(['9月7日 周一', '9月8日 周二', '9月9日 周三']);
  const [first, second] = SheetNames.map((name) => utils.sheet_to_csv(Sheets[name] ?? {}));
  expect(first).toContain('烧鱼');
  expect(first).not.toContain('9月8日');
  expect(second).toContain('日期：2026-09-08 周二');
});

it('is printed, each day on a page of its own', async () => {
  const { page } = await openPage();
  await page.setContent((await download(PAGE)).text);
  const pdf = Buffer.from(await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(3);
  await page.setContent((await download(PAGE, { day: 1 }, admin)).text);
  const words = String(await page.evaluate('document.body.innerText'))
    .replace(/\s+/g, ' ')
    .trim();
  await page.close();
  expect(words).toBe(
    [
      `${school.name}投料单`,
      '食谱：第一周 日期：2026-09-07 周一',
      ...DRAFT,
      ...NOTE,
      ...HEAD,
      '午餐 小学 100 人、忌鱼 3 人（忌鱼类）、教师 7 人',
      '米饭 110 蒸 大米 9.08 9.08',
      '以下烧鱼只供：小学、教师',
      '烧鱼 107 烧 =鲤鱼 6.69 12.39',
      `盐 0.05 0.05 ${UNKNOWN}`,
      `OWN-1 0.34 0.34 ${UNKNOWN}；不在食材目录中`,
      '午点 小学 100 人、忌鱼 3 人（忌鱼类）',
      '苹果 103 无食材',
    ].join(' '),
  );
});

it('the kitchen is told by meal and dish the heads, the method, and each ingredient net and as bought', async () => {
  const { status, headers } = await download(KITCHEN, { day: 1 }, admin);
  expect(status).toBe(200);
  expect(headers['content-disposition']).toContain(encodeURIComponent(`投料单-${MONDAY}`));
  expect(await downloadRows(KITCHEN, { day: 1 })).toEqual([
    [`${school.name} 投料单`],
    ['食谱：第一周　日期：2026-09-07 周一'],
    DRAFT,
    NOTE,
    HEAD,
    ['午餐　小学 100 人、忌鱼 3 人（忌鱼类）、教师 7 人'],
    // 103 + 7 × 1.5 = 113.5 times 80 g
    ['米饭', 110, '蒸', '大米', 9.08, 9.08],
    ['以下烧鱼只供：小学、教师'],
    // 110.5 × 60.5 g = 6.68525 kg; / 0.54 = 12.38009… kg
    ['烧鱼', 107, '烧', '=鲤鱼', 6.69, 12.39],
    ['', '', '', '盐', 0.05, 0.05, UNKNOWN],
    ['', '', '', 'OWN-1', 0.34, 0.34, `${UNKNOWN}；不在食材目录中`],
    ['午点　小学 100 人、忌鱼 3 人（忌鱼类）'],
    ['苹果', 103, '', '', '', '', '无食材'],
  ]);
});

it('samples are listed by day and meal, with empty columns for weight, time and person', async () => {
  const { headers } = await download(SAMPLES, {}, admin);
  expect(headers['content-disposition']).toContain(encodeURIComponent(`食品留样记录-${MONDAY}`));
  const rule = '每餐次的每种成品留样不少于 125 g，专柜冷藏 48 小时以上（《学校食品安全与营养健康管理规定》第四十条）。';
  const head = ['餐次', '菜品', '至少留样（g）', '至少存放（小时）', '留样量（g）', '留样时间', '留样人'];
  const tuesday = [['2026-09-08 周二'], ['午餐', '米饭', 125, 48], ['午点', '烧鱼', 125, 48]];
  expect(await downloadRows(SAMPLES)).toEqual([
    [`${school.name} 食品留样记录`],
    ['食谱：第一周　日期：2026-09-07 至 2026-09-09'],
    [rule],
    head,
    ['2026-09-07 周一'],
    ['午餐', '米饭', 125, 48],
    ['午餐', '烧鱼', 125, 48],
    ['午点', '苹果', 125, 48],
    ...tuesday,
    ['2026-09-09 周三'],
  ]);
  expect((await downloadRows(SAMPLES, { from: '2026-09-08', to: '2026-09-08' })).slice(4)).toEqual(tuesday);
  expect((await downloadRows(SAMPLES, { from: '2026-10-01' })).slice(1)).toEqual([
    ['食谱：第一周　日期：无'],
    [rule],
    head,
  ]);
});

it("both go by a day's people, days off as they are now, and the live submission", async () => {
  await succeed('POST /api/menu/submit', { id: menu, confirm: 'allergen' });
  const items = JSON.stringify([]);
  await succeed('POST /api/menu', { id: menu, name: '改过', items });
  await succeed('POST /api/menu/people', { id: menu, day: 2, group: '忌鱼', people: 0 });
  await succeed('POST /api/menu/people', { id: menu, day: 2, group: '教师', people: 9 });
  await succeed('POST /api/vender/calendar', { off: MONDAY });
  expect((await downloadRows(KITCHEN, { day: 1 })).slice(1)).toEqual([
    ['食谱：第一周　日期：2026-09-07 周一'],
    ['当日停餐'],
    NOTE,
    HEAD,
  ]);
  expect((await downloadRows(KITCHEN, { day: 2 })).slice(4)).toEqual([
    ['午餐　小学 100 人、忌鱼 0 人（忌鱼类）、教师 9 人'],
    // (100 + 9 × 1.5) × 1.25 × 80 g
    ['米饭', 109, '蒸', '大米', 11.35, 11.35],
    ['午点　小学 100 人、忌鱼 0 人（忌鱼类）'],
    ['以下烧鱼只供：忌鱼'],
    ['烧鱼', 0, '烧', '=鲤鱼', 0, 0],
    ['', '', '', '盐', 0, 0, UNKNOWN],
    ['', '', '', 'OWN-1', 0, 0, `${UNKNOWN}；不在食材目录中`],
  ]);
  expect((await downloadRows(KITCHEN, { day: 2, revision: 0 })).slice(2)).toEqual([DRAFT, NOTE, HEAD]);
  expect((await downloadRows(SAMPLES)).slice(1)).toEqual([
    ['食谱：第一周　日期：2026-09-08 至 2026-09-09'],
    [expect.stringContaining('125 g')],
    ['有 1 处菜品无人就餐，未列出'],
    expect.arrayContaining(['留样时间']),
    ['2026-09-08 周二'],
    ['午餐', '米饭', 125, 48],
    ['2026-09-09 周三'],
  ]);
});

it('a dish that is gone is told; long texts have room, and a pot is named on each page', async () => {
  const name = '长'.repeat(100);
  const dish = await cook(name, '焖', Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`OWN-${at}`, 10])));
  const doomed = await cook('旧菜', '煮', { '012001x': 1 });
  const groups = JSON.stringify([{ name: '组'.repeat(52), level: '小学', people: 100_000, factor: 5 }]);
  const id = await createMenu(setup, {
    start: '2026-09-14',
    days: 1,
    groups,
    items: menuItems([1, 'lunch', dish, 10], [1, 'lunch', doomed], [1, 'dinner', doomed]),
  });
  await succeed('DELETE /api/dish', { ids: doomed });
  expect((await downloadRows(KITCHEN, { id, day: 1 }))[4]).toEqual(['有 1 个菜品已不存在，未列出']);
  expect((await downloadRows(SAMPLES, { id }))[3]).toEqual(['有 1 个菜品已不存在，未列出']);
  const parts = unzipSync((await download(KITCHEN, { id, day: 1 })).bytes);
  const readPart = (path: string) => strFromU8(parts[path] ?? new Uint8Array());
  const sheet = readPart('xl/worksheets/sheet1.xml');
  expect(sheet).toContain('<pageSetup paperSize="9" orientation="portrait" fitToWidth="1" fitToHeight="0"/>');
  expect(sheet.match(/<mergeCell ref="A[^A]+A\d+"/g)).toEqual(
    ['A8:A34', 'A35:A61', 'A62:A67'].map((range) => `<mergeCell ref="${range}"`),
  );
  expect(sheet).not.toContain('<f>');
  expect(sheet).toContain('<v>50000.00</v>');
  expect(readPart('xl/workbook.xml')).toContain("'投料单'!$6:$6");
});

it('they are refused to other units, and with wrong parameters', async () => {
  const other = await setup.createSchool();
  for (const [route, facts] of [
    [KITCHEN, { day: 1 }],
    [PAGE, {}],
    [SAMPLES, {}],
  ] as const) {
    const json = async (more: Facts = {}, token = school.token) =>
      (await download(route, { ...facts, ...more }, token)).json;
    expect(await json({}, other.token)).toEqual(failure(404, 'menu_not_found'));
    expect(await json({ id: menu + 1000 })).toEqual(failure(404, 'menu_not_found'));
  }
  const id = ['id', { code: 'integer', min: 1, max: Number.MAX_SAFE_INTEGER }] as const;
  const days = (max: number): [string, Problem] => ['day', { code: 'integer', min: 1, max }];
  const downloadJson = async (route: string, facts: Facts) => (await download(route, facts)).json;
  expect(await downloadJson(KITCHEN, { day: 1, revision: 9 })).toEqual(failure(404, 'revision_not_found'));
  expect(await downloadJson(KITCHEN, { day: 4 })).toEqual(badInput(days(3)));
  expect(await downloadJson(KITCHEN, { id: 'x', revision: -1, day: 8 })).toEqual(
    badInput([...id], ['revision', { code: 'integer', min: 0, max: Number.MAX_SAFE_INTEGER }], days(7)),
  );
  expect(await downloadJson(SAMPLES, { id: 0, from: '2026-02-30', to: 'x' })).toEqual(
    badInput([...id], ['from', { code: 'date' }], ['to', { code: 'date' }]),
  );
});
