import { describe, expect, it } from 'vitest';
import { food, stock } from '../../support/nouns/foods.ts';
import { createPending, createPublished, createReviewed, MONDAY, menuItems } from '../../support/nouns/menus.ts';
import { badInput, failure, success } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';
import type { School } from '../../support/service/setup.ts';
import { dumpTable } from '../../support/service/table-dump.ts';

const ROUTE = 'GET /api/menu/review';
const { service, setup } = await openSetup();
const { admin } = setup;
const GRAIN = { name: '谷类', amount: '100', counts: '100' };

type Facts = Readonly<Record<string, string | number>>;
const list = async (parameters: Facts, token = admin) => (await service.call(ROUTE, parameters, { token })).json;
const judge = (id: number, result: string, comment = '', token = admin) =>
  setup.succeed('POST /api/menu/review', { id, revision: 1, result, comment }, token);

describe(`${ROUTE} of a unit`, () => {
  it("shows records by menu and action, after the menu is gone too, and nothing of another unit's", async () => {
    const school = await setup.createSchool();
    const id = await createPublished(setup, { name: '短命' }, school);
    await setup.succeed('POST /api/menu/retract', { id, comment: '完' }, school.token);
    await setup.succeed('DELETE /api/menu', { ids: id }, school.token);
    const { content } = (await list({}, school.token)).body;
    const who = { uid: school.account, userName: school.name };
    expect(content).toEqual([
      { menu: id, name: '短命', revision: 1, action: '下架', ...who, time: content[0].time, comment: '完' },
      { menu: id, name: '短命', revision: 1, action: '免审', ...who, time: content[1].time, comment: '' },
    ]);
    expect((await list({ action: '下架', menu: id }, school.token)).body.content).toEqual(content.slice(0, 1));
    expect((await list({ action: '通过' }, school.token)).body.content).toEqual([]);
    expect((await list({ menu: id }, setup.school.token)).body.content).toEqual([]);
    expect(await list({ vender: school.id }, setup.school.token)).toEqual(failure(403, 'foreign_unit'));
    const whole = success({ content, number: 0, size: 20, totalElements: 2, totalPages: 1 });
    expect([await list({ vender: school.id }), await list({ menu: id })]).toEqual([whole, whole]);
    const left = (await dumpTable(service)).filter(({ pk }) => pk === `V#${school.id}#MENU`);
    expect(left.map(({ sk }) => sk)).toEqual(['HEAD']);
  });

  it('names who did it, as he was called then, and nobody of the platform', async () => {
    const school = await createReviewed(setup);
    const cook = await setup.createUser(await setup.createRole([30, 31, 33], school), school);
    const token = await service.signIn(cook.uid, cook.password);
    const id = await createPending(setup, { ...school, token: school.token });
    await setup.succeed('POST /api/menu/withdraw', { id }, token);
    await setup.succeed('POST /api/menu/submit', { id }, token);
    await setup.succeed('POST /api/menu/review', { id, revision: 2, result: '驳回', comment: '盐太多' }, admin);
    await setup.succeed('DELETE /api/user', { uid: cook.uid }, school.token);
    const told = async (by: string) =>
      (await list({ vender: school.id }, by)).body.content.map(({ action, uid, userName }: Facts) => [
        action,
        uid,
        userName,
      ]);
    const own = [
      ['提交', cook.uid, cook.name],
      ['撤回', cook.uid, cook.name],
      ['提交', school.account, school.name],
    ];
    expect(await told(school.token)).toEqual([['驳回', '平台', '平台'], ...own]);
    const { name } = await setup.succeed('GET /api/me', {}, admin);
    expect(await told(admin)).toEqual([['驳回', 'admin', name], ...own]);
  });
});

describe(`${ROUTE} of the platform`, () => {
  const decided = async (parameters: Facts = {}) => (await list(parameters)).body;

  it('has what it has decided over all units, by page and action, also of units that are gone', async () => {
    const before = (await decided()).totalElements;
    const [one, other] = [await createReviewed(setup), await createReviewed(setup)];
    const [a, b] = [await createPending(setup, one, { name: '甲' }), await createPending(setup, other, { name: '乙' })];
    await judge(a, '通过', '可以');
    await judge(b, '驳回', '盐太多');
    await setup.succeed('POST /api/menu/retract', { id: a, comment: '超标' }, admin);
    const free = await createPublished(setup, { name: '自撤' });
    await setup.succeed('POST /api/menu/retract', { id: free, comment: '自撤' }, setup.school.token);
    const { name: userName } = await setup.succeed('GET /api/me', {}, admin);
    const { content } = await decided({ pageSize: 3 });
    const record = (index: number, school: School, facts: Facts) => ({
      ...{ vender: school.id, venderName: school.name, revision: 1, uid: 'admin', userName },
      ...{ ...facts, time: content[index].time },
    });
    const expected = [
      record(0, one, { menu: a, name: '甲', action: '下架', comment: '超标' }),
      record(1, other, { menu: b, name: '乙', action: '驳回', comment: '盐太多' }),
      record(2, one, { menu: a, name: '甲', action: '通过', comment: '可以' }),
    ];
    const totalElements = before + 3;
    const pages = { number: 0, size: 3, totalElements, totalPages: Math.ceil(totalElements / 3) };
    expect(await decided({ pageSize: 3 })).toEqual({ content: expected, ...pages });
    expect((await decided({ action: '通过', pageSize: 1 })).content).toEqual(expected.slice(2));
    expect((await decided({ action: '提交' })).content).toEqual([]);
    await setup.succeed('DELETE /api/vender', { vender: one.id }, admin);
    expect((await decided({ pageSize: 3 })).content).toEqual(expected);
  });

  it('has each of many decisions at once, once', async () => {
    const school = await createReviewed(setup);
    const ids: number[] = [];
    for (let count = 0; count < 4; count++) ids.push(await createPending(setup, school));
    const before = (await decided()).totalElements;
    await Promise.all(ids.map((id) => judge(id, '通过')));
    const { content, totalElements } = await decided({ pageSize: 4 });
    expect(totalElements).toBe(before + 4);
    expect(content.map(({ menu }: Facts) => menu).toSorted()).toEqual(ids);
  });
});

describe(`${ROUTE} of what waits`, () => {
  const waiting = async (parameters: Facts = {}) => (await list({ pending: 'true', ...parameters })).body;
  const ofUnit = async (id: number) =>
    (await waiting({ pageSize: 200 })).content.filter(({ vender }: Facts) => vender === id);

  it('lists it, the longest first, with a cursor, to the platform alone', async () => {
    const school = await createReviewed(setup);
    const ids = [
      await createPending(setup, school, { name: '甲' }),
      await createPending(setup, school, { name: '乙' }),
    ];
    const own = await ofUnit(school.id);
    const groups = [{ name: '中体力', level: '中体力', people: 120, judged: false, shortfalls: [], excesses: [] }];
    expect(own).toEqual(
      ids.map((menu, index) => ({
        ...{ menu, vender: school.id, venderName: school.name, name: index === 0 ? '甲' : '乙' },
        ...{ start: MONDAY, days: 5, revision: 1, uid: school.account, userName: school.name },
        ...{ time: own[index].time, groups },
      })),
    );
    const all = await waiting();
    const first = await waiting({ pageSize: 1 });
    expect(first.content).toEqual(all.content.slice(0, 1));
    expect((await waiting({ from: first.next })).content).toEqual(all.content.slice(1));
    await judge(ids[0] ?? 0, '通过');
    await setup.succeed('POST /api/menu/withdraw', { id: ids[1] ?? 0 }, school.token);
    expect(await ofUnit(school.id)).toEqual([]);
    expect(await list({ pending: 'true' }, school.token)).toEqual(failure(403, 'admin_side_only'));
    expect(await list({ pending: 'true', from: 'x' })).toEqual(badInput(['from', { code: 'malformed' }]));
  });

  it('tells of each group what the mean lacks and has too much of, and how its unit is called now', async () => {
    const school = await createReviewed(setup);
    await stock(service, [
      food('012001x', '大米', { protein: '8', calcium: '10', iron: '5' }, { foodCategory: GRAIN }),
    ]);
    const standard = await setup.createStandard(school);
    const ingredient = '{"中体力":{"蛋白质":{"min":500},"钙":{"max":1},"铁":{"min":1}}}';
    const categories = { foodCategoryDay: '{"谷类":1000,"水果类":1}' };
    await setup.succeed('POST /api/nutrition', { id: standard, ingredient, ...categories }, admin);
    const dish = await setup.createDish({}, school);
    const groups = '[{"level":"中体力","people":10},{"level":"教师","people":2}]';
    const id = await createPending(setup, school, { standard, groups, items: menuItems([1, 'lunch', dish]) });
    await setup.succeed('POST /api/vender', { venderId: school.id, name: `新${school.name}` }, admin);
    const [waits] = await ofUnit(school.id);
    expect(waits).toMatchObject({ menu: id, vender: school.id, venderName: `新${school.name}` });
    expect(waits.groups).toEqual([
      {
        name: '中体力',
        level: '中体力',
        people: 10,
        judged: true,
        shortfalls: ['蛋白质', '谷类', '水果类'],
        excesses: ['钙'],
      },
      { name: '教师', level: '教师', people: 2, judged: false, shortfalls: [], excesses: [] },
    ]);
  });
});
