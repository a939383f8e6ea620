import { describe, expect, it } from 'vitest';
import { readSheetRows } from '../../support/files/sheets.ts';
import { food, stock } from '../../support/nouns/foods.ts';
import {
  createMenu,
  createPending,
  createPublished,
  createReviewed,
  createServed,
  MONDAY,
  menuItems,
} from '../../support/nouns/menus.ts';
import { badInput, success, withTitles } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';
import type { School } from '../../support/service/setup.ts';

const ROUTE = 'GET /api/menu/overview';
const WORKBOOK = 'GET /api/menu/overview.xlsx';
const { service, setup } = await openSetup();
const { admin } = setup;
// The Wednesday of the week.
const NOW = Date.parse('2026-09-09T10:00:00+08:00');
service.stoppedAt = NOW;
setup.foundation = Date.parse('2026-08-31T10:00:00+08:00');
const [NEXT, BY] = ['2026-09-14', '2026-09-04T17:00'];

type Facts = Readonly<Record<string, string | number>>;
const call = async (facts: Facts = {}) => (await service.call(ROUTE, facts, { token: admin })).json;
const ofSchool = (school: School, rest: object) => ({
  ...{ vender: school.id, venderName: school.name, category: '小学', days: 5, covered: 0, late: true, groups: [] },
  ...rest,
});
const GROUP = { name: '中体力', level: '中体力', people: 120, judged: false, shortfalls: [], excesses: [] };
/** The totals in the order of the states, each with how many are late. */
const toTotals = (...counts: readonly (readonly [units: number, late: number])[]) =>
  ['未编制', '草稿', '待审核', '已驳回', '已发布'].map((state, index) => {
    const [units = 0, late = 0] = counts[index] ?? [];
    return { state, units, late };
  });

const category = (school: School, kind: string) =>
  setup.succeed('POST /api/vender', { venderId: school.id, category: kind }, admin);
const change = (school: School, facts: Facts) =>
  setup.succeed('POST /api/vender', { venderId: school.id, ...facts }, admin);

describe(ROUTE, () => {
  it('tells how far each unit is that serves, late ones first, with totals; and who owes nothing is left out', async () => {
    const none = await setup.createSchool();
    const drafting = await setup.createSchool();
    await createServed(setup, {}, drafting);
    const reviewed = await createReviewed(setup);
    await createPending(setup, reviewed);
    const rejected = await createReviewed(setup);
    const bad = await createPending(setup, rejected);
    await setup.succeed('POST /api/menu/review', { id: bad, revision: 1, result: '驳回', comment: '盐多' }, admin);
    const done = await setup.createSchool();
    await createPublished(setup, {}, done);
    const part = await setup.createSchool();
    await createPublished(setup, { days: 2 }, part);
    const ending = await setup.createSchool({ expire: '2026-09-08' });
    await createPublished(setup, { days: 2 }, part);
    const [closed, over, resting] = [
      await setup.createSchool(),
      await setup.createSchool(),
      await setup.createSchool(),
    ];
    await change(closed, { status: 'false' });
    await change(over, { expire: '2026-09-06' });
    const week = [7, 8, 9, 10, 11].map((day) => `2026-09-${String(day).padStart(2, '0')}`);
    await setup.succeed('POST /api/vender/calendar', { off: week.join(',') }, resting.token);

    const live = { publishedAt: NOW, groups: [GROUP] };
    const content = [
      ofSchool(ending, { state: '未编制', days: 2 }),
      ofSchool(part, { state: '已发布', covered: 2, publishedAt: NOW, groups: [GROUP, GROUP] }),
      ofSchool(rejected, { state: '已驳回' }),
      ofSchool(reviewed, { state: '待审核', groups: [GROUP] }),
      ofSchool(drafting, { state: '草稿' }),
      ofSchool(none, { state: '未编制' }),
      ofSchool(done, { state: '已发布', covered: 5, late: false, ...live }),
    ];
    const whole = {
      ...{ content, number: 0, size: 20, totalElements: 7, totalPages: 1 },
      ...{ week: MONDAY, by: BY, totals: toTotals([2, 2], [1, 1], [1, 1], [1, 1], [2, 1]) },
    };
    expect(await call()).toEqual(success(whole));
    expect(await call({ week: MONDAY })).toEqual(success(whole));
    // The next week is not due yet, the vacation over, and one last day, too.
    const next = (await call({ week: NEXT })).body;
    expect(next.content.map(({ vender }: { vender: number }) => vender)).toEqual(
      [resting, part, done, rejected, reviewed, drafting, none].map(({ id }) => id),
    );
    expect(next).toMatchObject({ by: '2026-09-11T17:00', totals: toTotals([7, 0]) });
    expect((await call({ week: NEXT, pageSize: 1 })).body.content).toEqual([
      ofSchool(resting, { state: '未编制', late: false }),
    ]);
    service.stoppedAt = Date.parse('2026-09-11T17:00:00+08:00');
    expect((await call({ pageSize: 1 })).body).toMatchObject({ week: NEXT, totals: toTotals([7, 7]) });
    service.stoppedAt = NOW;
    // The platform's calendar is everybody's default: all serve on that Sunday, but for whom the week is over.
    await setup.succeed('POST /api/vender/calendar', { off: week.join(','), on: '2026-09-13' }, admin);
    expect((await call({ late: 'false' })).body.totals).toEqual(toTotals([2, 2], [1, 1], [1, 1], [1, 1], [2, 2]));
    await setup.succeed('POST /api/vender/calendar', { off: '', on: '' }, admin);
    expect(await call()).toEqual(success(whole));
  });

  it('asks a unit for no week before it was, nor for what was due then', async () => {
    const { foundation } = setup;
    setup.foundation = NOW;
    const school = await setup.createSchool();
    setup.foundation = foundation;
    await category(school, '新校');
    const of = async (week: string) => (await call({ category: '新校', week })).body.content;
    expect(await of('2026-08-31')).toEqual([]);
    const rest = { category: '新校', state: '未编制', late: false };
    expect(await of('2026-09-07')).toEqual([ofSchool(school, { ...rest, days: 3 })]);
    service.stoppedAt = Date.parse('2026-09-11T17:00:00+08:00');
    expect(await of(NEXT)).toEqual([ofSchool(school, { ...rest, late: true })]);
    service.stoppedAt = NOW;
    await category(school, '小学');
    await setup.succeed('DELETE /api/vender', { vender: school.id }, admin);
  });

  it('finds by category, state and lateness, by page; totals are those of the category', async () => {
    const schools = [await setup.createSchool(), await setup.createSchool(), await setup.createSchool()];
    const [first, second, third] = schools.map(({ id }) => id);
    for (const school of schools) await category(school, '幼儿园');
    await createServed(setup, {}, schools[0]);
    await createPublished(setup, {}, schools[1]);
    const found = async (facts: Facts) => {
      const { content, totals, totalElements, totalPages } = (await call({ category: '幼儿园', ...facts })).body;
      return { ids: content.map(({ vender }: { vender: number }) => vender), totals, totalElements, totalPages };
    };
    const totals = toTotals([1, 1], [1, 1], [0, 0], [0, 0], [1, 0]);
    const all = { totals, totalElements: 3, totalPages: 1 };
    expect(await found({})).toEqual({ ids: [third, first, second], ...all });
    expect(await found({ late: 'true' })).toEqual({ ids: [third, first], ...all, totalElements: 2 });
    expect(await found({ late: 'false' })).toEqual({ ids: [second], ...all, totalElements: 1 });
    expect(await found({ state: '草稿' })).toEqual({ ids: [first], ...all, totalElements: 1 });
    expect(await found({ state: '待审核' })).toEqual({ ids: [], totals, totalElements: 0, totalPages: 0 });
    expect(await found({ pageSize: 2, pageNo: 1 })).toEqual({ ids: [second], ...all, totalPages: 2 });
    expect(await found({ pageNo: 1 })).toEqual({ ids: [], ...all });
    expect(await found({ category: '幼儿' })).toEqual({ ids: [], totals: toTotals(), totalElements: 0, totalPages: 0 });
  });

  it('tells what was found of each group as it was published, or waits, and what it costs', async () => {
    const school = await createReviewed(setup);
    await category(school, '中学');
    await stock(service, [
      food('012001x', '大米', { protein: '8', calcium: '10' }, { category: '谷类', edible: '100' }),
    ]);
    const standard = await setup.createStandard(school);
    const ingredient = '{"中体力":{"蛋白质":{"min":500},"钙":{"max":1}}}';
    await setup.succeed('POST /api/nutrition', { id: standard, ingredient }, admin);
    await setup.succeed('PUT /api/ingredient/price', { nutrient: '012001x', price: 6 }, school.token);
    const groups = '[{"level":"中体力","people":10},{"level":"教师","people":2,"factor":1.5}]';
    const dish = await setup.createDish({}, school);
    const id = await createMenu(setup, { standard, groups, items: menuItems([1, 'lunch', dish]) }, school);
    const figures = async () => {
      const [{ publishedAt, groups: expected }] = (await call({ category: '中学' })).body.content;
      return { publishedAt, groups: expected };
    };
    const pupils = {
      name: '中体力',
      level: '中体力',
      people: 10,
      judged: true,
      shortfalls: ['蛋白质'],
      excesses: ['钙'],
    };
    const staff = { name: '教师', level: '教师', people: 2, judged: false, shortfalls: [], excesses: [] };
    const expected = (pupil: number, teacher: number) => [
      { ...pupils, cost: { value: pupil, missingCount: 0 } },
      { ...staff, cost: { value: teacher, missingCount: 0 } },
    ];
    expect(await figures()).toEqual({ groups: [] });
    await setup.succeed('POST /api/menu/submit', { id }, school.token);
    expect(await figures()).toEqual({ groups: expected(0.6, 0.9) });
    service.stoppedAt = NOW + 60_000;
    await setup.succeed('POST /api/menu/review', { id, revision: 1, result: '通过' }, admin);
    const published = { publishedAt: NOW + 60_000, groups: expected(0.6, 0.9) };
    expect(await figures()).toEqual(published);
    // What is live counts as it was frozen, whatever is being edited or waits.
    await setup.succeed('PUT /api/ingredient/price', { nutrient: '012001x', price: 12 }, school.token);
    await setup.succeed('PUT /api/menu/dish', { id, day: 3, meal: 'lunch', dish, portion: 2 }, school.token);
    await setup.succeed('POST /api/menu/submit', { id }, school.token);
    expect(await figures()).toEqual(published);
    await setup.succeed('POST /api/menu/withdraw', { id }, school.token);
    await setup.succeed('POST /api/menu/discard', { id }, school.token);
    const other = await setup.createDish({ ingredient: '[{"key":"012001x","value":200,"isMain":true}]' }, school);
    service.stoppedAt = Date.parse('2026-09-07T08:00:00+08:00');
    const swap = { id, day: 1, meal: 'lunch', dish, with: other, comment: '没到货' };
    await setup.succeed('POST /api/menu/swap', swap, school.token);
    service.stoppedAt = NOW;
    expect(await figures()).toEqual({ ...published, groups: expected(1.2, 1.8) });
  });

  it.each(
    withTitles([
      ['week', '2026-09-08', { code: 'monday' }],
      ['week', '2026-09', { code: 'date' }],
      ['state', '已过期', { code: 'choice', names: '未编制 草稿 待审核 已驳回 已发布' }],
      ['late', '1', { code: 'boolean' }],
      ['category', '长'.repeat(501), { code: 'too_long', max: 500 }],
    ]),
  )('refuses $title, and so does the workbook', async ({ field, value, problem }) => {
    expect(await call({ [field]: value })).toEqual(badInput([field, problem]));
    const workbook = await service.call(WORKBOOK, { [field]: value }, { token: admin });
    expect(workbook.json).toEqual(badInput([field, problem]));
  });
});

describe(WORKBOOK, () => {
  it('has the same units with a row for each group, numbers as numbers', async () => {
    const school = await setup.createSchool();
    const other = await setup.createSchool();
    for (const one of [school, other]) await category(one, '中职');
    await setup.succeed('PUT /api/ingredient/price', { nutrient: '012001x', price: 6 }, school.token);
    const groups = '[{"level":"中体力","people":10},{"level":"教师","people":2,"factor":1.5}]';
    const dish = await setup.createDish({}, school);
    const facts = { days: 2, groups, items: menuItems([1, 'lunch', dish]) };
    await setup.succeed('POST /api/menu/submit', { id: await createMenu(setup, facts, school) }, school.token);
    const { bytes, headers } = await service.call(WORKBOOK, { category: '中职', late: 'true' }, { token: admin });
    expect(headers['content-disposition']).toContain(encodeURIComponent('食谱进度-2026-09-07.xlsx'));
    const [header, ...rows] = readSheetRows(bytes)['2026-09-07 一周'] ?? [];
    expect(header).toEqual([
      ...['单位', '类别', '状态', '逾期', '供餐天数', '已发布天数', '发布时间', '供餐人群', '人数', '不足', '过量'],
      ...['每人每日成本（元）', '无价格的食材数'],
    ]);
    const expected = [school.name, '中职', '已发布', '是', 5, 2, '2026-09-09 10:00'];
    expect(rows).toEqual([
      [other.name, '中职', '未编制', '是', 5, 0, '', '', '', '', '', '', ''],
      [...expected, '中体力', 10, '未评', '未评', 0.6, 0],
      [...expected, '教师', 2, '未评', '未评', 0.9, 0],
    ]);
    const later = await service.call(WORKBOOK, { week: NEXT, state: '已发布' }, { token: admin });
    expect(readSheetRows(later.bytes)['2026-09-14 一周']).toEqual([header]);
  });
});
