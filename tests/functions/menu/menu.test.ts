import { describe, expect, it } from 'vitest';
import { meals } from '../../../lib/domain/meal.ts';
import { addDays } from '../../../lib/domain/values/calendar.ts';
import { createMenu, createPublished, GROUPS, GROUPS_ANSWERED, MONDAY, menuItems } from '../../support/nouns/menus.ts';
import { badInput, failure, page, SUCCESS, success, withTitles } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';
import { dumpTable } from '../../support/service/table-dump.ts';

const { service, setup } = await openSetup();
const { token, id: unit } = setup.school;
const MEALS = ['breakfast', 'lunch', 'dinner'];
const NOT_FOUND = failure(404, 'menu_not_found');

type Facts = Readonly<Record<string, string | number>>;
const call = (route: string, parameters: Facts = {}, by = token) => service.call(route, parameters, { token: by });
const show = (id: number) => setup.succeed('GET /api/menu', { id }, token);
const whole = { name: '第一周', start: MONDAY, groups: GROUPS };

describe('PUT /api/menu', () => {
  it('creates a menu from a name, a day and groups: everything else has usual values', async () => {
    const now = service.deps.now();
    const answer = await call('PUT /api/menu', { ...whole, name: ' 第一周 Ａ ' });
    expect(answer.json).toEqual(SUCCESS);
    const id = Number(answer.headers['catering-ids']);
    expect(answer.headers['location']).toBe(`/api/menu?id=${id}`);
    const shown = await call('GET /api/menu', { id });
    expect(shown.headers['etag']).toBe('"1"');
    expect(shown.json).toEqual(
      success({
        ...{ id, vender: unit, name: '第一周 A', start: MONDAY, days: 5, meals: MEALS, groups: GROUPS_ANSWERED },
        ...{ items: [], state: '草稿', revision: 0, modify: shown.json.body.modify },
      }),
    );
    expect(shown.json.body.modify).toBeGreaterThanOrEqual(now);
  });

  it('keeps its whole content, with dishes of the unit and of the library in the order in which they are served', async () => {
    const [own, ofLibrary] = [
      await setup.createDish({ name: '番茄炒蛋' }),
      await setup.createDish({ name: '白米饭' }, { ...setup.school, id: 0, token: setup.admin }),
    ];
    const standard = await setup.createStandard();
    const groups = [
      { level: '轻体力', people: 0, factor: 0.1, meals: ['lunch'] },
      { level: '轻体力', people: 100_000, factor: 5 },
    ];
    const items = menuItems([7, 'lunch', ofLibrary, 0.1], [1, 'breakfast', own], [7, 'lunch', own, 10]);
    const facts = { days: 7, meals: 'lunch,breakfast,lunch', groups: JSON.stringify(groups), standard, items };
    const id = await createMenu(setup, { name: '全', ...facts });
    expect(await show(id)).toEqual({
      ...{ id, vender: unit, name: '全', start: MONDAY, days: 7, meals: ['breakfast', 'lunch'], standard },
      groups: [
        { name: '轻体力', ...groups[0], avoid: [] },
        { name: '轻体力2', ...groups[1], meals: ['breakfast', 'lunch'], avoid: [] },
      ],
      items: [
        { day: 7, meal: 'lunch', dish: ofLibrary, name: '白米饭', portion: 0.1 },
        { day: 1, meal: 'breakfast', dish: own, name: '番茄炒蛋', portion: 1 },
        { day: 7, meal: 'lunch', dish: own, name: '番茄炒蛋', portion: 10 },
      ],
      ...{ state: '草稿', revision: 0, modify: expect.any(Number) },
    });
  });

  it('takes the only standard that the unit has, and none where it has two', async () => {
    const school = await setup.createSchool();
    const standard = await setup.createStandard(school);
    const create = async () => {
      const id = await createMenu(setup, {}, school);
      return (await setup.succeed('GET /api/menu', { id }, school.token)).standard;
    };
    expect(await create()).toBe(standard);
    await setup.createStandard(school);
    expect(await create()).toBeUndefined();
  });

  it('allows two menus on one day, and a level of which no standard has figures', async () => {
    const groups = JSON.stringify([{ level: '没有这一档', people: 1 }]);
    const ids = [await createMenu(setup, { groups }), await createMenu(setup, { groups })];
    expect(new Set(ids).size).toBe(2);
  });

  it.each(
    withTitles([
      ['name', '', { code: 'empty' }],
      ['name', '长'.repeat(101), { code: 'too_long', max: 100 }],
      ['start', '2026-02-30', { code: 'date' }],
      ['days', '0', { code: 'integer', min: 1, max: 7 }],
      ['days', '8', { code: 'integer', min: 1, max: 7 }],
      ['meals', '', { code: 'empty' }],
      ['meals', 'lunch,brunch', { code: 'choice', names: meals.join(' ') }],
      ['groups', '[]', { code: 'empty' }],
      ['groups', '{}', { code: 'list' }],
      ['groups', '', { code: 'empty' }],
      ['groups', `[${Array(11).fill('{"level":"a","people":1}').join(',')}]`, { code: 'too_many', max: 10 }],
      ['standard', '0', { code: 'integer', min: 1, max: Number.MAX_SAFE_INTEGER }],
      ['standard', '999', { code: 'unknown', names: '999' }],
      ['items', '1', { code: 'list' }],
      ['items', 'x', { code: 'json' }],
      ['items', menuItems(...Array(316).fill([1, 'lunch', 1] as const)), { code: 'too_many', max: 315 }],
      [
        'items',
        menuItems(...Array.from({ length: 151 }, (_, index) => [1, 'lunch', index + 1] as const)),
        { code: 'too_many_dishes', max: 150 },
      ],
    ]),
  )('refuses $title', async ({ field, value, problem }) => {
    const before = await dumpTable(service);
    const { status, json } = await call('PUT /api/menu', { ...whole, [field]: value });
    expect(status).toBe(400);
    expect(json.errors).toContainEqual(badInput([field, problem]).errors?.[0]);
    expect(await dumpTable(service)).toEqual(before);
  });

  it.each([
    ['groups.0', '[1]', { code: 'object' }],
    ['groups.0.level', '[{"people":1}]', { code: 'empty' }],
    ['groups.0.level', `[{"level":"${'长'.repeat(51)}","people":1}]`, { code: 'too_long', max: 50 }],
    ['groups.0.level', '[{"level":"a\\u200bb","people":1}]', { code: 'text' }],
    ['groups.0.people', '[{"level":"a"}]', { code: 'integer', min: 0, max: 100_000 }],
    ['groups.0.people', '[{"level":"a","people":1.5}]', { code: 'integer', min: 0, max: 100_000 }],
    ['groups.0.factor', '[{"level":"a","people":1,"factor":0}]', { code: 'between', min: 0.1, max: 5 }],
    ['groups.0.meals', '[{"level":"a","people":1,"meals":[]}]', { code: 'choice', names: meals.join(' ') }],
    ['groups.0.meals', '[{"level":"a","people":1,"meals":["tea"]}]', { code: 'choice', names: meals.join(' ') }],
  ] as const)('refuses %s of groups %s', async (field, groups, problem) => {
    expect((await call('PUT /api/menu', { ...whole, groups })).json).toEqual(badInput([field, problem]));
  });

  it.each([
    ['items.0.day', [0, 'lunch', 1], { code: 'integer', min: 1, max: 7 }],
    ['items.0.meal', [1, 'tea', 1], { code: 'choice', names: meals.join(' ') }],
    ['items.0.dish', [1, 'lunch', 0], { code: 'integer', min: 1, max: Number.MAX_SAFE_INTEGER }],
    ['items.0.portion', [1, 'lunch', 1, 0], { code: 'between', min: 0.1, max: 10 }],
    ['items.0.portion', [1, 'lunch', 1, 10.5], { code: 'between', min: 0.1, max: 10 }],
    ['items.0.dish', [1, 'lunch', 999_999_000_001], { code: 'unknown', names: '999999000001' }],
  ] as const)('refuses %s of an item %j', async (field, item, problem) => {
    expect((await call('PUT /api/menu', { ...whole, items: menuItems(item) })).json).toEqual(
      badInput([field, problem]),
    );
  });

  it('names each item that cannot be: on a day after the last, at a meal that is not served, twice, of another unit', async () => {
    const dish = await setup.createDish();
    const foreign = await setup.createDish({}, await setup.createSchool());
    const twice = menuItems([1, 'lunch', dish], [1, 'lunch', dish, 2]);
    const repeated = badInput(['items.1.dish', { code: 'repeated' }]);
    expect((await call('PUT /api/menu', { ...whole, items: twice })).json).toEqual(repeated);
    const items = menuItems([6, 'lunch', dish], [5, 'dinner', dish], [1, 'lunch', foreign], [1, 'lunch', dish]);
    expect((await call('PUT /api/menu', { ...whole, meals: 'lunch', items })).json).toEqual(
      badInput(
        ['items.0.day', { code: 'integer', min: 1, max: 5 }],
        ['items.1.meal', { code: 'choice', names: 'lunch' }],
        ['items.2.dish', { code: 'unknown', names: String(foreign) }],
      ),
    );
  });

  it('refuses a group that takes a meal which is not served', async () => {
    const groups = JSON.stringify([{ level: 'a', people: 1, meals: ['dinner'] }]);
    expect((await call('PUT /api/menu', { ...whole, meals: 'lunch', groups })).json).toEqual(
      badInput(['groups.0.meals', { code: 'choice', names: 'lunch' }]),
    );
  });

  it('refuses a standard of another unit', async () => {
    const standard = await setup.createStandard(await setup.createSchool());
    const refused = badInput(['standard', { code: 'unknown', names: String(standard) }]);
    expect((await call('PUT /api/menu', { ...whole, standard })).json).toEqual(refused);
  });
});

describe('DELETE /api/menu', () => {
  it('deletes menus, at most twelve, each of two weeks of its own, all or none, once', async () => {
    const submitted = await createPublished(setup);
    await setup.succeed('POST /api/menu/retract', { id: submitted, comment: '停供' }, setup.school.token);
    const ids = [submitted];
    while (ids.length < 12) ids.push(await createMenu(setup, { start: addDays('2027-01-07', 14 * ids.length) }));
    const before = await dumpTable(service);
    const none = failure(404, 'menu_not_found', ['ids', { code: 'unknown', names: '99' }]);
    expect((await call('DELETE /api/menu', { ids: `${ids.slice(1)},99` })).json).toEqual(none);
    expect(await dumpTable(service)).toEqual(before);
    expect((await call('DELETE /api/menu', { ids: ids.join(',') })).json).toEqual(SUCCESS);
    for (const id of ids) expect((await call('GET /api/menu', { id })).json).toEqual(NOT_FOUND);
    expect((await call('DELETE /api/menu', { ids: ids.join(',') })).status).toBe(404);
    const menus = (await dumpTable(service)).filter(({ pk }) => pk === `V#${unit}#MENU`);
    const numbers = ids.map((id) => String(id % 1_000_000).padStart(6, '0'));
    expect((await dumpTable(service)).filter(({ pk, sk }) => String(pk) > 'WEEK#2027' && sk === '0000001')).toEqual([]);
    expect(menus.filter(({ sk }) => numbers.some((number) => String(sk).endsWith(number)))).toEqual([]);
  });

  it.each([
    ['', { code: 'empty' }],
    ['1;2', { code: 'ids' }],
    [Array.from({ length: 13 }, (_, index) => index + 1).join(','), { code: 'too_many', max: 12 }],
  ] as const)('refuses ids that are %j', async (ids, problem) => {
    expect((await call('DELETE /api/menu', { ids })).json).toEqual(badInput(['ids', problem]));
  });
});

describe('GET /api/menu', () => {
  it('lists menus, newest first, by page and by all that they are found by', async () => {
    const school = await setup.createSchool();
    const ids: number[] = [];
    for (const [name, start, days] of [
      ['番茄周', '2026-09-07', 5],
      ['米饭周', '2026-09-14', 7],
      ['番茄月', '2026-09-21', 1],
    ] as const) {
      ids.push(await createMenu(setup, { name, start, days }, school));
    }
    const list = async (filter: Facts) => {
      const found = await setup.succeed('GET /api/menu', filter, school.token);
      return found.content.map(({ id }: { id: number }) => ids.indexOf(id));
    };
    expect(await list({})).toEqual([2, 1, 0]);
    expect(await list({ keyword: 'fanqie' })).toEqual([2, 0]);
    expect(await list({ state: '草稿', pageSize: 2, pageNo: 1 })).toEqual([0]);
    expect(await list({ state: '已发布' })).toEqual([]);
    expect(await list({ from: '2026-09-20' })).toEqual([2, 1]);
    expect(await list({ from: '2026-09-12', to: '2026-09-20' })).toEqual([1]);
    expect(await list({ to: '2026-09-07' })).toEqual([0]);
    const [one] = (await setup.succeed('GET /api/menu', { keyword: '米饭' }, school.token)).content;
    expect(one).toEqual(await setup.succeed('GET /api/menu', { id: ids[1] ?? 0 }, school.token));
  });

  it("shows a unit nothing of another's, and the platform those of the unit that it names", async () => {
    const other = await setup.createSchool();
    const id = await createMenu(setup, {}, other);
    expect((await call('GET /api/menu', { id })).json).toEqual(NOT_FOUND);
    expect((await call('GET /api/menu', { vender: other.id })).json).toEqual(failure(403, 'foreign_unit'));
    expect((await call('POST /api/menu', { id, name: '别名' })).json).toEqual(NOT_FOUND);
    expect((await call('PUT /api/menu/copy', { id })).json).toEqual(NOT_FOUND);
    expect((await call('DELETE /api/menu', { ids: id })).status).toBe(404);
    const shown = (await call('GET /api/menu', { id }, other.token)).json;
    expect((await call('GET /api/menu', { id }, setup.admin)).json).toEqual(shown);
    expect((await call('GET /api/menu', { vender: other.id }, setup.admin)).json).toEqual(page([shown.body]));
    expect((await call('GET /api/menu', {}, setup.admin)).json).toEqual(badInput(['vender', { code: 'required' }]));
    expect((await call('GET /api/menu', { vender: 999 }, setup.admin)).json).toEqual(failure(404, 'unit_not_found'));
  });
});

it('GET /api/menu/select names the menus of the unit, newest first', async () => {
  const school = await setup.createSchool();
  const ids = [await createMenu(setup, { name: '甲周' }, school), await createMenu(setup, { name: '乙周' }, school)];
  const row = (id: number | undefined, name: string) => ({ id, name, start: MONDAY, days: 5, state: '草稿' });
  const list = async (keyword: string) => (await call('GET /api/menu/select', { keyword }, school.token)).json;
  expect(await list('')).toEqual(success([row(ids[1], '乙周'), row(ids[0], '甲周')]));
  expect(await list('甲')).toEqual(success([row(ids[0], '甲周')]));
});

describe('who may', () => {
  it.each([
    ['GET /api/menu', 29],
    ['GET /api/menu/select', 29],
    ['PUT /api/menu', 30],
    ['PUT /api/menu/copy', 30],
    ['POST /api/menu', 31],
    ['PUT /api/menu/dish', 31],
    ['DELETE /api/menu/dish', 31],
    ['DELETE /api/menu', 32],
  ])('%s holds item %i', async (route, item) => {
    const id = await createMenu(setup);
    const dish = await setup.createDish();
    const of = route.endsWith('/dish') ? { day: 1, meal: 'lunch', dish } : whole;
    const facts = { ...of, id, ids: id };
    const statusWith = async (items: readonly number[]) => {
      const { uid, password } = await setup.createUser(await setup.createRole(items));
      return (await call(route, facts, await service.signIn(uid, password))).status;
    };
    expect(await statusWith([29, 30, 31, 32, 33].filter((one) => one !== item))).toBe(403);
    expect(await statusWith([item])).toBe(200);
  });
});
