import { describe, expect, it } from 'vitest';
import { createMenu, GROUPS, MONDAY, menuItems } from '../../support/nouns/menus.ts';
import { badInput, failure, SUCCESS } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';
import { dumpTable } from '../../support/service/table-dump.ts';

const { service, setup } = await openSetup();
const { token } = setup.school;

type Facts = Readonly<Record<string, string | number>>;
const call = (route: string, parameters: Facts = {}, headers: Readonly<Record<string, string>> = {}) =>
  service.call(route, parameters, { token, headers });
const show = (id: number) => setup.succeed('GET /api/menu', { id }, token);
const edit = async (id: number, change: Facts, headers?: Readonly<Record<string, string>>) =>
  (await call('POST /api/menu', { id, ...change }, headers)).json;
const readETag = async (id: number) => String((await call('GET /api/menu', { id })).headers['etag']);
const createDishes = async (count: number) => {
  const ids: number[] = [];
  while (ids.length < count) ids.push(await setup.createDish());
  return ids;
};
const describeItem = (item: { day: number; meal: string; dish: number }) => `${item.day} ${item.meal} ${item.dish}`;

describe('POST /api/menu', () => {
  it('changes what is given and leaves the rest', async () => {
    const dish = await setup.createDish({ name: '甲菜' });
    const id = await createMenu(setup, { items: menuItems([1, 'lunch', dish]) });
    const before = await show(id);
    expect(await edit(id, { name: '新名', start: '2026-10-12', days: 7 })).toEqual(SUCCESS);
    const after = await show(id);
    expect(after).toEqual({ ...before, name: '新名', start: '2026-10-12', days: 7, modify: after.modify });
    expect(after.modify).toBeGreaterThan(before.modify);
    expect(await edit(id, { items: '' })).toEqual(SUCCESS);
    expect((await show(id)).items).toEqual([]);
  });

  it('writes nothing if nothing changes, also if an answer is sent back as it was', async () => {
    const items = menuItems([1, 'lunch', await setup.createDish(), 0.5]);
    const id = await createMenu(setup, { items });
    const shown = await show(id);
    const before = await dumpTable(service);
    const json = { groups: JSON.stringify(shown.groups), items: JSON.stringify(shown.items) };
    expect(await edit(id, {})).toEqual(SUCCESS);
    expect(await edit(id, { ...json, name: shown.name, start: shown.start, meals: shown.meals.join(',') })).toEqual(
      SUCCESS,
    );
    expect(await dumpTable(service)).toEqual(before);
  });

  it('lets a group that takes every meal take those that come, and not those that go', async () => {
    const groups = JSON.stringify([
      { level: '轻体力', people: 1 },
      { level: '中体力', people: 1, meals: ['lunch'] },
    ]);
    const id = await createMenu(setup, { groups, meals: 'breakfast,lunch' });
    const taken = async () => (await show(id)).groups.map(({ meals }: { meals: string[] }) => meals.join());
    expect(await edit(id, { meals: 'breakfast,lunch,dinner' })).toEqual(SUCCESS);
    expect(await taken()).toEqual(['breakfast,lunch,dinner', 'lunch']);
    const refused = badInput(['groups.1.meals', { code: 'choice', names: 'dinner' }]);
    expect(await edit(id, { meals: 'dinner' })).toEqual(refused);
    expect(await edit(id, { meals: 'lunch' })).toEqual(SUCCESS);
    expect(await taken()).toEqual(['lunch', 'lunch']);
  });

  it('refuses fewer days than dishes need, and names the dishes', async () => {
    const id = await createMenu(setup, { items: menuItems([5, 'lunch', await setup.createDish()]) });
    expect(await edit(id, { days: 4 })).toEqual(badInput(['items.0.day', { code: 'integer', min: 1, max: 4 }]));
    expect(await edit(id, { name: '' })).toEqual(badInput(['name', { code: 'empty' }]));
    expect(await edit(99, { name: '无' })).toEqual(failure(404, 'menu_not_found'));
  });

  it('takes another standard or none, and refuses one that the unit does not have', async () => {
    const school = await setup.createSchool();
    const standard = await setup.createStandard(school);
    const id = await createMenu(setup, {}, school);
    const readStandard = async () => (await setup.succeed('GET /api/menu', { id }, school.token)).standard;
    const change = async (facts: Facts) =>
      (await service.call('POST /api/menu', { id, ...facts }, { token: school.token })).json;
    expect(await readStandard()).toBe(standard);
    expect(await change({ standard: '' })).toEqual(SUCCESS);
    expect(await readStandard()).toBeUndefined();
    expect(await change({ standard: 998 })).toEqual(badInput(['standard', { code: 'unknown', names: '998' }]));
    expect(await change({ standard })).toEqual(SUCCESS);
    await setup.succeed('DELETE /api/nutrition', { id: standard }, setup.admin);
    // Items that were there before may stay until the menu is submitted.
    expect(await change({ name: '无标准' })).toEqual(SUCCESS);
    expect(await readStandard()).toBe(standard);
  });

  it('leaves items whose dish is gone as they are, with its name, and takes no change of them', async () => {
    const [gone, other] = [await setup.createDish({ name: '停供的菜' }), await setup.createDish({ name: '别的菜' })];
    const id = await createMenu(setup, { items: menuItems([1, 'lunch', gone]) });
    await setup.succeed('DELETE /api/dish', { ids: gone }, token);
    const items = menuItems([1, 'lunch', gone], [2, 'lunch', other]);
    expect(await edit(id, { name: '还在', items })).toEqual(SUCCESS);
    expect((await show(id)).items).toEqual([
      { day: 1, meal: 'lunch', dish: gone, name: '停供的菜', portion: 1 },
      { day: 2, meal: 'lunch', dish: other, name: '别的菜', portion: 1 },
    ]);
    const unknown = (index: number) => badInput([`items.${index}.dish`, { code: 'unknown', names: String(gone) }]);
    expect(await edit(id, { items: menuItems([1, 'lunch', gone, 2]) })).toEqual(unknown(0));
    expect(await edit(id, { items: menuItems([1, 'lunch', gone], [3, 'lunch', gone]) })).toEqual(unknown(1));
    expect(await edit(id, { items: menuItems([2, 'lunch', other]) })).toEqual(SUCCESS);
    expect(await edit(id, { items })).toEqual(unknown(0));
  });

  it('of two editors with one ETag the first succeeds, and the second is told', async () => {
    const id = await createMenu(setup);
    const etag = await readETag(id);
    const answers = await Promise.all(['甲', '乙', '丙'].map((name) => edit(id, { name }, { 'if-match': etag })));
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409, 409]);
    expect(answers.find(({ code }) => code === 409)).toEqual(failure(409, 'changed_meanwhile'));
    expect(await edit(id, { name: '丁' }, { 'if-match': await readETag(id) })).toEqual(SUCCESS);
  });

  it('who has the menu as it is learns that without reading it again', async () => {
    const id = await createMenu(setup);
    const etag = await readETag(id);
    const ask = async (parameters: Facts, ifNoneMatch = etag) => {
      const { status, headers, text } = await call('GET /api/menu', parameters, { 'if-none-match': ifNoneMatch });
      return [status, headers['etag'], text === ''];
    };
    expect(await ask({ id })).toEqual([304, etag, true]);
    expect(await ask({ id }, `"0", W/${etag}`)).toEqual([304, etag, true]);
    expect(await ask({ id }, '"W/1"')).toEqual([200, etag, false]);
    expect(await ask({})).toEqual([200, undefined, false]);
    await edit(id, { name: '新名' });
    expect(await ask({ id })).toEqual([200, '"2"', false]);
  });
});

describe('PUT /api/menu/dish', () => {
  it('adds a dish at the end, changes its portion, and says nothing new twice', async () => {
    const [first, second] = [await setup.createDish({ name: '先' }), await setup.createDish({ name: '后' })];
    const id = await createMenu(setup, { items: menuItems([1, 'lunch', first]) });
    const set = async (facts: Facts) =>
      (await call('PUT /api/menu/dish', { id, day: 1, meal: 'lunch', ...facts })).json;
    expect(await set({ dish: second, portion: '0.50' })).toEqual(SUCCESS);
    expect(await set({ dish: first, portion: 2 })).toEqual(SUCCESS);
    const items = [
      { day: 1, meal: 'lunch', dish: first, name: '先', portion: 2 },
      { day: 1, meal: 'lunch', dish: second, name: '后', portion: 0.5 },
    ];
    expect((await show(id)).items).toEqual(items);
    const before = await dumpTable(service);
    expect(await set({ dish: second })).toEqual(SUCCESS);
    expect(await set({ dish: first, portion: ' 2.0 ' })).toEqual(SUCCESS);
    expect(await dumpTable(service)).toEqual(before);
  });

  it('serves a dish before another one of the meal, a new one and one that stands there', async () => {
    const [a = 0, b = 0, c = 0, gone = 0] = await createDishes(4);
    const items = menuItems([1, 'lunch', a], [1, 'dinner', a], [1, 'lunch', b, 2], [1, 'lunch', gone]);
    const id = await createMenu(setup, { items });
    await setup.succeed('DELETE /api/dish', { ids: gone }, token);
    const set = async (facts: Facts) =>
      (await call('PUT /api/menu/dish', { id, day: 1, meal: 'lunch', ...facts })).json;
    const lunch = async () => {
      const { items: served } = await show(id);
      return served.flatMap((one: Facts) => (one['meal'] === 'lunch' ? [[one['dish'], one['portion']]] : []));
    };
    expect(await set({ dish: c, before: b, portion: 0.5 })).toEqual(SUCCESS);
    expect(await lunch()).toEqual([
      [a, 1],
      [c, 0.5],
      [b, 2],
      [gone, 1],
    ]);
    expect(await set({ dish: b, before: a })).toEqual(SUCCESS);
    expect(await set({ dish: gone, before: c })).toEqual(SUCCESS);
    const moved = [
      [b, 2],
      [a, 1],
      [gone, 1],
      [c, 0.5],
    ];
    expect(await lunch()).toEqual(moved);
    const before = await dumpTable(service);
    expect(await set({ dish: b, before: a })).toEqual(SUCCESS);
    for (const one of [b, 987_654_001]) {
      expect(await set({ dish: b, before: one })).toEqual(
        badInput(['before', { code: 'unknown', names: String(one) }]),
      );
    }
    expect(await set({ dish: b, day: 2, before: a })).toEqual(
      badInput(['before', { code: 'unknown', names: String(a) }]),
    );
    expect(await set({ dish: b, before: 'x' })).toEqual(
      badInput(['before', { code: 'integer', min: 1, max: Number.MAX_SAFE_INTEGER }]),
    );
    expect(await dumpTable(service)).toEqual(before);
  });

  it.each(['PUT', 'DELETE'])('%s is done to the version that is meant, and to no other', async (method) => {
    const [dish = 0, other = 0] = await createDishes(2);
    const id = await createMenu(setup, { items: menuItems([1, 'lunch', dish]) });
    const change = (etag: string) =>
      service.call(
        `${method} /api/menu/dish`,
        { id, day: 1, meal: 'lunch', dish: method === 'PUT' ? other : dish },
        { token, headers: { 'if-match': etag } },
      );
    const etag = await readETag(id);
    await edit(id, { name: '改过' });
    const before = await dumpTable(service);
    expect((await change(etag)).json).toEqual(failure(409, 'changed_meanwhile'));
    expect(await dumpTable(service)).toEqual(before);
    const { json, headers } = await change(await readETag(id));
    expect([json, headers['etag']]).toEqual([SUCCESS, await readETag(id)]);
  });

  it('refuses what a menu cannot have', async () => {
    const [dish, gone] = [await setup.createDish(), await setup.createDish()];
    const foreign = await setup.createDish({}, await setup.createSchool());
    const id = await createMenu(setup, { days: 3, meals: 'lunch', items: menuItems([1, 'lunch', gone]) });
    await setup.succeed('DELETE /api/dish', { ids: gone }, token);
    const before = await dumpTable(service);
    const set = async (facts: Facts) =>
      (await call('PUT /api/menu/dish', { id, day: 1, meal: 'lunch', dish, ...facts })).json;
    const days = { code: 'integer', min: 1, max: 3 } as const;
    const portions = { code: 'between', min: 0.1, max: 10 } as const;
    expect(await set({ day: 4, meal: 'dinner' })).toEqual(
      badInput(['day', days], ['meal', { code: 'choice', names: 'lunch' }]),
    );
    for (const portion of ['0', '10.1', 'x', '1e0', '']) {
      expect(await set({ portion })).toEqual(badInput(['portion', portions]));
    }
    for (const one of [foreign, 987_654_001]) {
      expect(await set({ dish: one })).toEqual(badInput(['dish', { code: 'unknown', names: String(one) }]));
    }
    expect(await set({ dish: gone, portion: 2 })).toEqual(badInput(['dish', { code: 'unknown', names: String(gone) }]));
    expect(await set({ dish: gone })).toEqual(SUCCESS);
    expect(await set({ id: 99 })).toEqual(failure(404, 'menu_not_found'));
    expect(await dumpTable(service)).toEqual(before);
  });

  it('keeps all of many at once, and none undoes another', async () => {
    const [removed = 0, ...added] = await createDishes(6);
    const id = await createMenu(setup, { items: menuItems([1, 'dinner', removed]) });
    const answers = await Promise.all([
      ...added.map((dish, index) => call('PUT /api/menu/dish', { id, day: index + 1, meal: 'lunch', dish })),
      call('DELETE /api/menu/dish', { id, day: 1, meal: 'dinner', dish: removed }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const expected = added.map((dish, index) => describeItem({ day: index + 1, meal: 'lunch', dish }));
    expect((await show(id)).items.map(describeItem).toSorted()).toEqual(expected.toSorted());
  });

  it('takes as many as there may be', async () => {
    const dishes = await createDishes(16);
    const meals = ['breakfast', 'lunch', 'dinner'];
    const items = [1, 2, 3, 4, 5, 6, 7].flatMap((day) =>
      meals.flatMap((meal) => dishes.slice(0, 15).map((dish) => [day, meal, dish] as const)),
    );
    const id = await createMenu(setup, { days: 7, items: menuItems(...items) });
    expect((await show(id)).items).toHaveLength(15 * 21);
    const one = { id, day: 1, meal: 'lunch', dish: dishes[15] ?? 0 };
    const full = badInput(['dish', { code: 'too_many', max: 315 }]);
    expect((await call('PUT /api/menu/dish', one)).json).toEqual(full);
  });
});

it('DELETE /api/menu/dish removes a dish from one place, and what is not there does not matter', async () => {
  const dish = await setup.createDish();
  const id = await createMenu(setup, { items: menuItems([1, 'lunch', dish], [2, 'lunch', dish]) });
  const remove = async (day: number) => (await call('DELETE /api/menu/dish', { id, day, meal: 'lunch', dish })).json;
  expect(await remove(1)).toEqual(SUCCESS);
  expect((await show(id)).items).toEqual([{ day: 2, meal: 'lunch', dish, name: expect.any(String), portion: 1 }]);
  const before = await dumpTable(service);
  expect(await remove(1)).toEqual(SUCCESS);
  expect(await dumpTable(service)).toEqual(before);
});

describe('PUT /api/menu/copy', () => {
  it('makes a draft with the same content, changed by the given parameters', async () => {
    const dish = await setup.createDish({ name: '甲菜' });
    const id = await createMenu(setup, { name: '本周', items: menuItems([1, 'lunch', dish, 2]), groups: GROUPS });
    const answer = await call('PUT /api/menu/copy', { id, start: '2026-09-14', name: '下周' });
    expect(answer.json).toEqual(SUCCESS);
    const copied = Number(answer.headers['catering-ids']);
    const [before, after] = [await show(id), await show(copied)];
    expect(after).toEqual({ ...before, id: copied, name: '下周', start: '2026-09-14', modify: after.modify });
    const same = await show(await setup.create('PUT /api/menu/copy', { id }, token));
    expect(same).toEqual({ ...before, id: same.id, modify: same.modify });
    expect(same.start).toBe(MONDAY);
  });

  it('is refused where there is no such menu, or a field is bad', async () => {
    expect((await call('PUT /api/menu/copy', { id: 99 })).json).toEqual(failure(404, 'menu_not_found'));
    const id = await createMenu(setup);
    expect((await call('PUT /api/menu/copy', { id, start: 'x', name: '' })).json).toEqual(
      badInput(['start', { code: 'date' }], ['name', { code: 'empty' }]),
    );
  });
});
