import { read, utils } from '@e965/xlsx';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { food, stock } from '../../support/nouns/foods.ts';
import { createReviewed, MONDAY, menuItems } from '../../support/nouns/menus.ts';
import { badInput, failure } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';

const PAGE = 'GET /api/menu/sheet.html';
const BOOK = 'GET /api/menu/sheet.xlsx';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const NOW = Date.parse('2026-09-01T10:00:00+08:00');

const { service, setup } = await openSetup();
/** Ids of dishes. */

const foods = [
  food(
    '012001x',
    '大米',
    { energy: '1450', protein: '8', fat: '0.8', carbohydrate: '77', sodium: '2', calcium: '13' },
    { allergens: [] },
  ),
  food(
    '111101x',
    '鸡蛋',
    { energy: '580', protein: '13', fat: '9', carbohydrate: '2', sodium: '130', calcium: '56' },
    { allergens: ['蛋类'], foodCategory: { name: '蛋类', amount: '1', counts: '1' } },
  ),
  food(
    '205001x',
    '<盐>',
    { energy: '0', protein: '0', fat: '0', carbohydrate: '0', sodium: '39000', calcium: '22' },
    { allergens: [], foodCategory: { name: '盐', amount: '1', counts: '1' } },
  ),
];
const GROUPS = JSON.stringify([
  { level: '6–8岁', people: 320 },
  { level: '教师', people: 40, factor: 1.25, meals: ['lunch'] },
]);

async function cook(name: string, of: Readonly<Record<string, number>>): Promise<number> {
  const ingredient = JSON.stringify(Object.entries(of).map(([key, value]) => ({ key, value })));
  return setup.createDish({ name, ingredient }, school);
}

/** A menu of two days. */
function plan(more: Readonly<Record<string, string | number>> = {}): Promise<number> {
  const items = menuItems([1, 'breakfast', odd], [1, 'lunch', rice], [1, 'lunch', soup, 2], [2, 'lunch', rice, 0.5]);
  const facts = { name: '第一周', start: MONDAY, days: 2, groups: GROUPS, standard, items, ...more };
  return setup.create('PUT /api/menu', facts, school.token);
}

const page = (id: number, more: Readonly<Record<string, string | number>> = {}, token = school.token) =>
  service.call(PAGE, { id, ...more }, { token });
const book = (id: number, more: Readonly<Record<string, string | number>> = {}, token = school.token) =>
  service.call(BOOK, { id, ...more }, { token });
const submit = (id: number) => setup.succeed('POST /api/menu/submit', { id }, school.token);
const approve = (id: number, revision = 1) =>
  setup.succeed('POST /api/menu/review', { id, revision, result: '通过' }, admin);

function listTexts(html: string): string[] {
  const body = html.slice(html.indexOf('<main>')).replace(/<\/?(?:b|span)\b[^>]*>|<\/dt><dd>/g, '');
  const texts = body.split(/<[^>]*>/).map((text) => text.trim());
  const signs = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
  return texts
    .filter(Boolean)
    .map((text) => Object.entries(signs).reduce((all, [from, to]) => all.replaceAll(from, to), text));
}

const SHEET = '带量食谱公示表';
const readRowTexts = (bytes: Buffer, name = SHEET) =>
  utils.sheet_to_json<(string | number)[]>(read(bytes).Sheets[name] ?? {}, { header: 1, defval: '' });
/** Rows without the empty cells at their ends. */
const readShortRows = (bytes: Buffer, name?: string) =>
  readRowTexts(bytes, name).map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1));
const readPart = (bytes: Buffer, path: string) => strFromU8(unzipSync(bytes)[path] ?? new Uint8Array());

const GROUPS_TOLD = '供餐人群A 6–8岁 320 人；B 教师 40 人，份量×1.25，仅午餐';
const NOTES = [
  '食材后的数字是每人一份的可食部生重（克）；各人群份量不同时，按餐次旁所列字母的顺序以“/”分开。',
  '致敏原按 GB 7718—2025 的八类注明；未注明的菜品不含这八类；“不明”指有的食材无从得知，过敏者请先询问食堂。',
  '推荐范围按所供餐次折算，已含判定时允许的 10% 偏差（钠、饱和脂肪、胆固醇、糖和盐的上限除外）；“数据不足”指已知成分的食材不到 95%，实际值可能更高。',
  '食物类别按标准折算（如豆制品折算为大豆）；烹调用盐包括调味品中的钠所折算的量。',
  '膳食评价的常用限值：优质蛋白质占 1/3 以上（《营养师教程》营养配餐与食谱编制）；添加糖每天少于 50 g，最好少于 25 g（中国学龄儿童膳食指南（2022））；新鲜蔬菜每天至少 3 种（WS/T 554—2017）；每餐至少有谷薯、蔬果、鱼禽肉蛋、奶豆四类中的三类（WS/T 554—2017）；大豆或其制品每天提供（WS/T 554—2017）；奶或奶制品每天提供（WS/T 554—2017）；动物肝脏每周 1 次，每次 20–25 g（WS/T 554—2017）。',
];
const DRAFT = '草稿：未经审核，不得公示';
const DAYS = ['周一 9月7日', '周二 9月8日'];
/**
 * The meals with their dishes and energy, and the days. 1450 + 66.68 × 5.8 = 1836.744 kJ; × 1.25 = 2295.93; 725 and
 * 906.25 on the second day. The days of A have 70 and 40 % of 4000 kJ as a minimum.
 */
const WEEK = [
  // Only A has breakfast. Less than a hundredth of a gram is still printed.
  ...['早餐 A', DRAFT, ...DAYS, '自制肉松', 'OWN-1 <0.01', '致敏原：不明', '—', '能量 A 0 kJ', '—'],
  // 66.68 and 83.35 g of egg are printed to a tenth of a gram; 1 and 1.25 g of salt
  ...['午餐 A / B', DRAFT, ...DAYS, '米饭', '大米 100/125'],
  ...['=1+1 蛋花汤 <b>"&', '鸡蛋 66.7/83.4、<盐> 1/1.3', '致敏原：蛋类'],
  ...['米饭', '大米 50/62.5', '能量 A 1837 kJ B 2296 kJ', '能量 A 725 kJ B 906 kJ'],
  ...['全天能量 A 1837 kJ 不足 B 2296 kJ', '全天能量 A 725 kJ 不足 B 906 kJ'],
];
/** Per day 55 % of 40 and 5 g for A, 40 % for B; of a week's 280 g 1.1 and 0.8 sevenths. B's level is not judged. */
const CATEGORIES = [
  ...['每人食物类别（每日平均与全部供餐日合计）', DRAFT, '蛋类 g/日', '烹调用盐 g/日', '蛋类 g 合计'],
  ...['A 6–8岁 320 人', '33.3 适量', '≥19.8', '0.5 适量', '≤2.75', '66.7 适量', '≥39.6'],
  ...['B 教师 40 人，份量×1.25，仅午餐', '41.7', '≥14.4', '0.63', '≤2', '83.4', '≥28.8'],
];
/** Of 20.6 g of protein 8.6 are of eggs: 66.68 × 0.129. Eggs alone have a class, on one of two days. */
const WEEKLY = ['鱼虾', '大豆及其制品', '奶及奶制品', '动物肝脏', '油炸菜品'];
const EVALUATION = [
  ...['每人膳食评价（每日平均与每周次数）', DRAFT, '优质蛋白质 %', '动物性铁 %', '钙磷比', '添加糖 g', '蔬菜种类 种'],
  ...['早餐食物类别 类', '午餐食物类别 类', ...WEEKLY.map((name) => `${name} 次/周`)],
  ...['A 6–8岁 320 人', '41.9', '—', '—', '0', '0', '0', '0.5', ...WEEKLY.map(() => '0')],
  ...['B 教师 40 人，份量×1.25，仅午餐', '41.9', '—', '—', '0', '0', '—', '0.5', ...WEEKLY.map(() => '0')],
];

service.stoppedAt = NOW;
await stock(service, foods);
const school = await createReviewed(setup);
const other = await setup.createSchool();
const admin = setup.admin;
await setup.succeed('POST /api/vender', { venderId: school.id, contacts: '王老师', phone: '010-1234' }, admin);
const standard = await setup.createStandard(school);
const ingredient = JSON.stringify({
  '6–8岁': { 能量: { min: 4000, max: 5000 }, 钠: { max: 800 }, 钙: { min: 700 } },
});
const foodCategoryDay = JSON.stringify({ 蛋类: 40, 盐: 5, 没听过: 1 });
const foodCategoryWeek = JSON.stringify({ 蛋类: 280 });
const figures = { ingredient, foodCategoryDay, foodCategoryWeek };
await setup.succeed('POST /api/nutrition', { id: standard, overflow: '0.1', ...figures }, admin);
const rice = await cook('米饭', { '012001x': 100 });
const soup = await cook('=1+1 蛋花汤 <b>"&', { '111101x': 33.34, '205001x': 0.5 });
const odd = await cook('自制肉松', { 'OWN-1': 0.004 });

describe(PAGE, () => {
  it('shows a draft, and says that it is one, above the table and on each page', async () => {
    const answer = await page(await plan());
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-robots-tag': 'noindex',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(answer.headers['content-disposition']).toBeUndefined();
    expect(listTexts(answer.text)).toEqual([
      `${school.name}带量食谱公示表`,
      DRAFT,
      '食谱第一周',
      '日期2026-09-07 至 2026-09-08',
      GROUPS_TOLD,
      expect.stringMatching(/^评价依据标准/),
      '联系王老师，010-1234',
      ...WEEK,
      '每人每日营养（各供餐日的平均）',
      DRAFT,
      ...['能量 kJ', '蛋白质 g', '脂肪 g', '碳水化合物 g', '钙 mg', '钠 mg'],
      'A 6–8岁 320 人',
      // 70 % of the first day and 40 % of the second: 55 % of 4000 to 5000 kJ; 1281 / 4.184 = 306
      ...['1281 不足', '306 千卡 1980–3025'],
      ...['10.3', '3.6', '58.4'],
      ...['28.5 不足', '≥347'],
      // (2 + 86.684 + 390 + 1) / 2 = 239.842 mg, of salt 0.60 g
      ...['240 适量', '食盐 0.6 g ≤440'],
      'B 教师 40 人，份量×1.25，仅午餐',
      ...['1601', '383 千卡', '12.9', '4.5', '73', '35.7', '300', '食盐 0.75 g'],
      ...CATEGORIES,
      ...EVALUATION,
      NOTES[0],
      NOTES[1],
      NOTES[2]?.replace(/；“数据.*(?=。)/, ''),
      NOTES[3],
      NOTES[4],
    ]);
    expect(answer.text).not.toContain('<script');
    expect(answer.text).not.toContain('<b>"');
  });

  it('tells who has submitted what waits, and who has approved what is live: to units 平台, to the platform by name', async () => {
    const id = await plan();
    await submit(id);
    const facts = (texts: string[]) => [
      ...new Set(texts.filter((text) => /^(编制|审核|状态|待审核|第 \d)/.test(text))),
    ];
    expect(facts(listTexts((await page(id)).text))).toEqual([
      '待审核：未经审核，不得公示',
      expect.stringMatching(/^编制.+，2026-09-01$/),
    ]);
    expect(facts(listTexts((await page(id, { revision: 1 })).text))[0]).toBe('第 1 版：不是现行版本，不得公示');
    await approve(id);
    const [state, maker, approver] = facts(listTexts((await page(id)).text));
    expect([state, approver]).toEqual(['状态已发布（第 1 版）', '审核平台，2026-09-01']);
    expect(maker).toMatch(/^编制.+，2026-09-01$/);
    const seen = facts(listTexts((await page(id, {}, admin)).text));
    expect(seen).toEqual([state, maker, '审核平台管理员，2026-09-01']);
  });

  it('shows what is live while the draft is another one, and each submission as it was', async () => {
    const id = await plan();
    await submit(id);
    await approve(id);
    const live = (await page(id)).text;
    await setup.succeed('POST /api/menu', { id, name: '改了' }, school.token);
    expect((await page(id)).text).toBe(live);
    expect((await page(id, { revision: 1 })).text).toBe(live);
    expect((await page(id, { revision: '' })).text).toBe(live);
    await submit(id);
    await approve(id, 2);
    expect(listTexts((await page(id)).text)).toContain('食谱改了');
    const former = listTexts((await page(id, { revision: 1 })).text);
    expect(former).toContain('第 1 版：不是现行版本，不得公示');
    expect(former).toContain('审核平台，2026-09-01');
    expect(former).toContain('食谱第一周');
  });

  it('names a dish that is gone, and tells that nobody needed to approve what was published without review', async () => {
    const gone = await setup.createDish({ name: '将删的菜' }, other);
    const groups = '[{"level":"6–8岁","people":1}]';
    const facts = { name: '一日', start: MONDAY, days: 1, meals: 'lunch', groups };
    const id = await setup.create('PUT /api/menu', { ...facts, items: menuItems([1, 'lunch', gone]) }, other.token);
    await setup.succeed('POST /api/menu/submit', { id }, other.token);
    const live = listTexts((await page(id, {}, other.token)).text);
    expect(live).toContain('审核免审（由本单位自行发布）');
    expect(live).toContain('日期2026-09-07');
    expect(live).toContain('没有可用的营养标准，营养成分不作评价。');
    await setup.succeed('POST /api/menu/retract', { id, comment: '停供' }, other.token);
    await setup.succeed('DELETE /api/dish', { ids: gone }, other.token);
    const draft = listTexts((await page(id, {}, other.token)).text);
    expect(draft.slice(draft.indexOf('午餐'), -3)).toEqual([
      ...['午餐', DRAFT, '周一 9月7日', '将删的菜（菜品已删除）', '致敏原：不明'],
    ]);
  });

  it('of a menu without items has all meals, and nothing in them', async () => {
    const id = await plan({ items: '[]', days: 1 });
    const texts = listTexts((await page(id)).text);
    expect(texts.slice(texts.indexOf('早餐 A'))).toEqual([
      ...['早餐 A', '午餐 A / B', '晚餐 A'].flatMap((meal) => [meal, DRAFT, '周一 9月7日', '—']),
      ...[NOTES[0], NOTES[1]?.replace(/；.*(?=。)/, ''), NOTES[2]?.replace(/；“数据.*(?=。)/, '')],
    ]);
  });

  it('says of an empty day off that it is one', async () => {
    await setup.succeed('POST /api/vender/calendar', { off: '2026-09-07,2026-09-09' }, school.token);
    const id = await plan({ days: 3 });
    const heads = ['周一 9月7日', '周二 9月8日', '周三 9月9日（休息）'];
    expect(listTexts((await page(id)).text)).toEqual(expect.arrayContaining(heads));
    expect(readShortRows((await book(id)).bytes)[3]).toEqual(['餐次', ...heads]);
    await setup.succeed('POST /api/vender/calendar', { off: '' }, school.token);
  });

  it.each([PAGE, BOOK])('is refused in the envelope: %s', async (route) => {
    const id = await plan();
    const ask = (parameters: Readonly<Record<string, string | number>>, token?: string) =>
      service.call(route, parameters, { token });
    expect((await ask({ id }, other.token)).json).toEqual(failure(404, 'menu_not_found'));
    expect((await ask({ id: id + 500 }, admin)).json).toEqual(failure(404, 'menu_not_found'));
    expect((await ask({ id, revision: 1 }, school.token)).json).toEqual(failure(404, 'revision_not_found'));
    expect((await ask({ revision: 0 }, school.token)).json).toEqual(
      badInput(['id', { code: 'required' }], ['revision', { code: 'integer', min: 1, max: Number.MAX_SAFE_INTEGER }]),
    );
  });
});

describe(BOOK, () => {
  it('has the week with a column for each day, names in bold, and energy as numbers', async () => {
    const id = await plan();
    const answer = await book(id);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, XLSX]);
    expect(answer.headers['content-disposition']).toContain(encodeURIComponent('带量食谱公示表-2026-09-07.xlsx'));
    const facts = [GROUPS_TOLD.replace('群', '群：'), '评价依据：.+', '联系：王老师，010-1234'];
    expect(readShortRows(answer.bytes)).toEqual([
      [`${school.name} 带量食谱公示表`],
      [expect.stringMatching(['食谱：第一周', '日期：2026-09-07 至 2026-09-08', ...facts].join('　　'))],
      [DRAFT],
      ['餐次', ...DAYS],
      ['早餐\nA', '自制肉松\nOWN-1 <0.01\n致敏原：不明'],
      ['早餐能量 A kJ', 0, '—'],
      ['午餐\nA / B', '米饭\n大米 100/125', '米饭\n大米 50/62.5'],
      ['', '=1+1 蛋花汤 <b>"&\n鸡蛋 66.7/83.4、<盐> 1/1.3\n致敏原：蛋类'],
      ['午餐能量 A kJ', 1837, 725],
      ['午餐能量 B kJ', 2296, 906],
      ['当日能量 A kJ', 1837, 725],
      ['A 评价', '不足', '不足'],
      ['当日能量 B kJ', 2296, 906],
      [NOTES[0]],
      [NOTES[1]],
      [NOTES[2]?.replace(/；“数据.*(?=。)/, '')],
      [NOTES[3]],
      [NOTES[4]],
    ]);
    const font = '<sz val="11"/><rFont val="Calibri"/>';
    expect(readPart(answer.bytes, 'xl/worksheets/sheet1.xml')).toContain(
      `<is><r><rPr><b/>${font}</rPr><t>米饭</t></r><r><rPr>${font}</rPr><t xml:space="preserve">_x000A_大米 100/125</t></r></is>`,
    );
    expect((await book(id)).bytes.equals(answer.bytes)).toBe(true);
  });

  it('has the nutrition of each group as a table of numbers', async () => {
    expect(readShortRows((await book(await plan())).bytes, '营养')).toEqual([
      [`${school.name} 营养、食物类别与膳食评价`],
      ['每人每日营养（各供餐日的平均）；每人食物类别（每日平均与全部供餐日合计）；每人膳食评价（每日平均与每周次数）'],
      [DRAFT],
      ['项目', '单位', '每人的量', '推荐下限', '推荐上限', '评价', '折合'],
      ['A 6–8岁 320 人'],
      ['能量', 'kJ', 1281, 1980, 3025, '不足', '306 千卡'],
      ['蛋白质', 'g', 10.3],
      ['脂肪', 'g', 3.6],
      ['碳水化合物', 'g', 58.4],
      ['钙', 'mg', 28.5, 347, '', '不足'],
      ['钠', 'mg', 240, '', 440, '适量', '食盐 0.6 g'],
      ['蛋类', 'g/日', 33.3, 19.8, '', '适量'],
      ['烹调用盐', 'g/日', 0.5, '', 2.75, '适量'],
      ['蛋类', 'g 合计', 66.7, 39.6, '', '适量'],
      ...[
        ['优质蛋白质', '%', 41.9],
        ['添加糖', 'g', 0],
        ['蔬菜种类', '种', 0],
        ['早餐食物类别', '类', 0],
      ],
      ...[['午餐食物类别', '类', 0.5], ...WEEKLY.map((name) => [name, '次/周', 0])],
      ['B 教师 40 人，份量×1.25，仅午餐'],
      ['能量', 'kJ', 1601, '', '', '', '383 千卡'],
      ['蛋白质', 'g', 12.9],
      ['脂肪', 'g', 4.5],
      ['碳水化合物', 'g', 73],
      ['钙', 'mg', 35.7],
      ['钠', 'mg', 300, '', '', '', '食盐 0.75 g'],
      ['蛋类', 'g/日', 41.7, 14.4],
      ['烹调用盐', 'g/日', 0.63, '', 2],
      ['蛋类', 'g 合计', 83.4, 28.8],
      ...[
        ['优质蛋白质', '%', 41.9],
        ['添加糖', 'g', 0],
        ['蔬菜种类', '种', 0],
      ],
      ...[['午餐食物类别', '类', 0.5], ...WEEKLY.map((name) => [name, '次/周', 0])],
    ]);
  });

  it('merges a meal over its dishes, shows every line, and is printed as wide as A4 with its headings', async () => {
    const { bytes } = await book(await plan());
    const sheets = read(bytes, { cellStyles: true }).Sheets;
    const { '!merges': merges, '!rows': rows, ...cells } = sheets[SHEET] ?? {};
    const notes = [14, 15, 16, 17, 18];
    expect(merges?.map(utils.encode_range).sort()).toEqual(
      [...[1, 2, 3, ...notes].map((row) => `A${row}:C${row}`), 'A7:A8'].sort(),
    );
    // 16 points for each line of dishes, and 3 around them; lunch has a heading of two lines beside one.
    expect(rows?.slice(3, 10).map(({ hpt }) => hpt)).toEqual([19, 51, 19, 35, 51, 19, 19]);
    const formulas = Object.values(sheets).flatMap((sheet) =>
      Object.values(sheet).filter((cell) => cell.f !== undefined),
    );
    expect([formulas, cells['B8']?.t, cells['B9']?.t]).toEqual([[], 's', 'n']);
    const setUp = (orientation: string) =>
      `<pageSetup paperSize="9" orientation="${orientation}" fitToWidth="1" fitToHeight="0"/>`;
    expect(readPart(bytes, 'xl/worksheets/sheet1.xml')).toContain(setUp('landscape'));
    expect(readPart(bytes, 'xl/worksheets/sheet2.xml')).toContain(setUp('portrait'));
    const names = readPart(bytes, 'xl/workbook.xml');
    expect(names).toContain(`'${SHEET}'!$3:$4</definedName>`);
    expect(names).toContain("'营养'!$3:$4</definedName>");
  });

  it('of a menu without items has the week alone', async () => {
    const { bytes } = await book(await plan({ items: '[]', days: 1 }));
    expect(read(bytes).SheetNames).toEqual([SHEET]);
    expect(readShortRows(bytes).slice(3, 7)).toEqual([
      ['餐次', '周一 9月7日'],
      ['早餐\nA'],
      ['午餐\nA / B'],
      ['晚餐\nA'],
    ]);
  });

  it('goes on in the next cell with a dish that has no room in one, and names its meal again on the next page', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`自编食材${'长'.repeat(55)}${index}`, 10]),
    );
    const long = await cook('百味', many);
    const id = await plan({ days: 7, items: menuItems([1, 'lunch', long]), groups: '[{"level":"6–8岁","people":1}]' });
    const rows = readRowTexts((await book(id)).bytes).map(([meal, cell]) => [String(meal), String(cell)] as const);
    const first = rows.findIndex(([, cell]) => cell.startsWith('百味'));
    const meal = rows.slice(first, rows.findIndex(([, cell]) => cell.includes('致敏原')) + 1);
    expect(meal.map(([heading]) => heading)).toEqual([...Array(33).fill('午餐'), '']);
    const served = meal.map(([, cell]) => cell);
    const names = Object.keys(many).map((name) => `${name} 10`);
    expect(served.join('、').replace('、致敏原', '\n致敏原')).toBe(`百味\n${names.join('、')}\n致敏原：不明`);
  });
});
