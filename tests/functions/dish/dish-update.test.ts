import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { dishMarks, dishPolys } from '../../../lib/domain/dish.ts';
import { DishBench, dishRecord, FACTOR, fullDish, fullDishRecord, makeIcon } from '../../support/nouns/dishes.ts';
import {
  addSchool,
  addSignedIn,
  badInput,
  failure,
  ICON,
  itemsWithout,
  outcomes,
  SUCCESS,
  withTitles,
} from '../../support/nouns/units.ts';
import { expectNoWrites } from '../../support/service/expect-no-writes.ts';
import { openPlatform } from '../../support/service/open.ts';
import { dumpTable } from '../../support/service/table-dump.ts';

type Facts = Readonly<Record<string, string | number>>;

const { service, admin } = await openPlatform();
const bench = new DishBench(service, admin);
let id: number;
beforeEach(async () => {
  id = await bench.add(school.id, fullDish);
});
afterAll(() => bench.expectSound());

const change = async (facts: Facts, token = school.token) =>
  (await bench.call('POST /api/dish', { id, ...facts }, token)).json;
const is = (rest: Readonly<Record<string, unknown>> = {}) =>
  dishRecord(school.id, id % FACTOR, { ...fullDishRecord, ...rest });

async function expectRefused(facts: Facts, body: unknown, token = school.token) {
  expect(await expectNoWrites(service, () => change(facts, token))).toEqual(body);
}

const changes: [string, string, Record<string, unknown>][] = [
  ['name', '新名', { name: '新名' }],
  ['mark', '点心', { marks: '点心' }],
  ['poly', '蒸', { poly: '蒸' }],
  ['poly', '', { poly: '' }],
  ['month', '12,7,7', { month: [7, 12] }],
  ['month', '', { month: [] }],
  ['meals', 'breakfast,morningSnack', { meals: ['breakfast', 'morningSnack'] }],
  ['meals', '', { meals: undefined }],
  ['ingredient', '[{"key":"x","value":0.5}]', { ingredient: [{ key: 'x', value: 0.5 }] }],
  ['ingredient', '[]', { ingredient: [] }],
  ['ingredient', '', { ingredient: [] }],
  ['icon', 'new.png', { icon: 'new.png' }],
  ['icon', ICON, { icon: ICON }],
  ['icon', '', { icon: '' }],
];

const school = await addSchool(service, 'school');
const other = await addSchool(service, 'other');

describe('POST /api/dish', () => {
  it.each(changes)('changes %s to "%s" and nothing else; modify grows', async (field, value, expected) => {
    const { modify } = await bench.getById(id);
    expect(await change({ [field]: value })).toEqual(SUCCESS);
    const dish = await bench.getById(id);
    expect(dish).toEqual(is(expected));
    expect(dish.modify).toBeGreaterThan(modify);
    expect((await bench.list(school.id))[0]).toEqual(dish);
  });

  it('that changes nothing is 200 and leaves the dish untouched, modify too', async () => {
    const before = await dumpTable(service);
    expect(await change({})).toEqual(SUCCESS);
    expect(await change({ name: fullDishRecord.name, vendors: String(school.id) })).toEqual(SUCCESS);
    expect(await dumpTable(service)).toEqual(before);
  });

  it('changes all of them at once, by the admin side too', async () => {
    const all = { name: '全改', mark: '汤羹', poly: '煲', month: '5', icon: ICON, ingredient: '[]' };
    expect(await change(all, bench.admin)).toEqual(SUCCESS);
    const { mark: marks, ...rest } = all;
    expect(await bench.getById(id)).toEqual(is({ ...rest, marks, month: [5], ingredient: [] }));
  });

  it('that changes nothing is 200 and leaves the dish', async () => {
    for (const nothing of [
      {},
      { vendors: '' },
      { vendors: school.id },
      { name: fullDish.name, month: fullDish.month },
    ]) {
      expect(await change(nothing)).toEqual(SUCCESS);
      expect(await bench.getById(id)).toEqual(is());
    }
  });

  it('modify grows with every change, even where the clock stands or goes back', async () => {
    const seen = [(await bench.getById(id)).modify];
    for (const shift of [0, 0, -60_000, -60_000]) {
      service.clockShiftMs = shift;
      await change({ name: `第${seen.length}次` });
      service.clockShiftMs = 0;
      seen.push((await bench.getById(id)).modify);
    }
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
  });

  it('sets, replaces and removes an icon, data string or file name, in any order', async () => {
    for (const icon of [ICON, makeIcon(42), 'b.png', ICON, '', 'c.png', '', ICON, ICON]) {
      expect(await change({ icon })).toEqual(SUCCESS);
      expect(await bench.getById(id)).toEqual(is({ icon }));
      expect((await bench.list(school.id))[0]).toEqual(is({ icon }));
      await bench.expectSound();
    }
  });

  it('leaves other dishes of the unit as they are', async () => {
    const next = await bench.add(school.id, fullDish);
    const before = await bench.getById(next);
    await change({ name: '只改一个', icon: ICON });
    expect(await bench.getById(next)).toEqual(before);
  });
});

describe('POST /api/dish is refused and writes nothing:', () => {
  it.each(
    withTitles([
      ['name', '', { code: 'empty' }],
      ['name', '菜'.repeat(101), { code: 'too_long', max: 100 }],
      ['mark', '', { code: 'choice', names: dishMarks.join(' ') }],
      ['poly', '炒炒', { code: 'choice', names: dishPolys.join(' ') }],
      ['month', '13', { code: 'months' }],
      ['ingredient', '[1', { code: 'json' }],
      ['ingredient', '{}', { code: 'list' }],
      ['icon', 'a/b.png', { code: 'icon' }],
      ['vendors', 'x', { code: 'ids' }],
      ['id', '', { code: 'integer', min: 1, max: Number.MAX_SAFE_INTEGER }],
      ['id', '0', { code: 'integer', min: 1, max: Number.MAX_SAFE_INTEGER }],
    ]),
  )('$title', ({ field, value, problem }) =>
    expectRefused({ name: '不应写入', [field]: value }, badInput([field, problem])),
  );

  it('a 60 KB icon is 413', () =>
    expectRefused(
      { icon: makeIcon(61_442) },
      failure(413, 'payload_too_large', ['icon', { code: 'icon_too_large', max: 50 }]),
    ));

  it('no id', async () => {
    const answer = await bench.call('POST /api/dish', { name: '不应写入' });
    expect(answer.json).toEqual(badInput(['id', { code: 'required' }]));
  });

  it.each<[string, () => number, () => string]>([
    ["another unit's dish", () => id, () => other.token],
    ['a dish nobody has, to its unit', () => other.id * FACTOR + 999, () => other.token],
    ["the library's, to a business caller", () => 1, () => other.token],
    ['a dish nobody has, to the admin side', () => 99 * FACTOR + 1, () => bench.admin],
  ])('%s is 404', async (_, one, token) => {
    await bench.add(0);
    await expectRefused({ id: one(), name: '不应写入' }, failure(404, 'dish_not_found'), token());
  });

  it.each(['other', 'own and other', 'library', 'unknown'])('%s unit named by a business caller is 403', (which) => {
    const vendors = { other: `${other.id}`, 'own and other': `${school.id},${other.id}`, library: '0', unknown: '99' };
    const named = vendors[which as keyof typeof vendors];
    return expectRefused({ name: '不应写入', vendors: named }, failure(403, 'foreign_unit'));
  });

  it.each(['stays', 'moves'])('unknown units are 400 naming them where the dish %s', (how) => {
    const vendors = [...(how === 'stays' ? [school.id] : []), 98, other.id, 99].join();
    const unknown = failure(400, 'unknown_unit', ['vendors', { code: 'unknown', names: '98, 99' }]);
    return expectRefused({ name: '不应写入', vendors }, unknown, bench.admin);
  });

  it('a role without the item for changes is 403', async () => {
    const token = await addSignedIn(service, school.id, 'viewer', itemsWithout(school.id, 27));
    await expectRefused({ name: '不应写入' }, failure(403, 'missing_permission'), token);
  });
});

describe('vendors of POST /api/dish are the units that are to hold the dish', () => {
  const newest = async (unit: number) => (await bench.list(unit))[0];
  const facts = { name: '结果', icon: ICON };

  it('with its own unit among them it is edited, and each other gets an independent copy of the result', async () => {
    expect(await change({ ...facts, vendors: `${other.id},${school.id},0` }, bench.admin)).toEqual(SUCCESS);
    expect(await bench.getById(id)).toEqual(is(facts));
    const copies = [await newest(other.id), await newest(0)];
    for (const [index, unit] of [other.id, 0].entries()) {
      expect(copies[index]).toEqual(dishRecord(unit, copies[index].id % FACTOR, { ...fullDishRecord, ...facts }));
    }
    await change({ name: '之后', icon: '', month: '' });
    await bench.succeed('DELETE /api/dish', { ids: copies[1].id });
    expect(await bench.getById(copies[0].id)).toEqual(copies[0]);
    await bench.succeed('POST /api/dish', { id: copies[0].id, poly: '蒸' }, other.token);
    expect(await bench.getById(id)).toEqual(is({ name: '之后', icon: '', month: [] }));
  });

  it('without its own unit it moves to the first named, the others get copies, the old id is 404', async () => {
    const before = await bench.ids();
    expect(await change({ ...facts, vendors: `0,${other.id}` }, bench.admin)).toEqual(SUCCESS);
    expect(await bench.getById(id)).toEqual(failure(404, 'dish_not_found'));
    const after = await bench.ids();
    expect(before.filter((one) => !after.includes(one))).toEqual([id]);
    const added = after.filter((one) => !before.includes(one));
    expect(added.map((one) => Math.floor(one / FACTOR))).toEqual([0, other.id]);
    for (const one of added) {
      const expected = dishRecord(Math.floor(one / FACTOR), one % FACTOR, { ...fullDishRecord, ...facts });
      expect(await bench.getById(one)).toEqual(expected);
    }
    await bench.expectSound();
  });

  it('moves the icon with it where nothing else changes', async () => {
    await change({ icon: ICON });
    expect(await change({ vendors: other.id }, bench.admin)).toEqual(SUCCESS);
    const moved = await newest(other.id);
    expect(moved).toEqual(dishRecord(other.id, moved.id % FACTOR, { ...fullDishRecord, icon: ICON }));
    await bench.expectSound();
  });

  it.each(['stays', 'moves'])('40 units get it once each where it %s, more than one transaction holds', async (how) => {
    const units = await bench.addUnits(40, how);
    const vendors = [...(how === 'stays' ? [school.id] : []), ...units].join();
    expect(await change({ name: `四十份${how}`, vendors }, bench.admin)).toEqual(SUCCESS);
    const holders = (await bench.ids(`四十份${how}`)).map((one) => Math.floor(one / FACTOR));
    expect(holders).toEqual([...(how === 'stays' ? [school.id] : []), ...units].sort((a, b) => a - b));
    expect((await bench.getById(id)).success).toBe(how === 'stays' ? undefined : false);
    await bench.expectSound();
  });
});

describe('at the same moment', () => {
  it('changes of different fields all succeed and none is lost', async () => {
    const all = { name: '同时', mark: '汤羹', poly: '煲', month: '5', icon: ICON, ingredient: '[]' };
    const answers = await Promise.all(Object.entries(all).map(([field, value]) => change({ [field]: value })));
    expect(answers).toEqual(answers.map(() => SUCCESS));
    const { mark: marks, ...rest } = all;
    expect(await bench.getById(id)).toEqual(is({ ...rest, marks, month: [5], ingredient: [] }));
  });

  it('two moves of one dish: it is in one place afterwards, and the second mover is told it is gone', async () => {
    await change({ name: '移走' });
    const move = (vendors: number) => bench.call('POST /api/dish', { id, vendors });
    expect(outcomes(await Promise.all([move(0), move(other.id)]))).toEqual(['200 success', '404 dish_not_found']);
    expect(await bench.ids('移走')).toHaveLength(1);
  });

  it('a change and a deletion: the dish is gone, the change told so or done before', async () => {
    const answers = await Promise.all([
      bench.call('POST /api/dish', { id, name: '将删' }),
      bench.call('DELETE /api/dish', { ids: id }),
    ]);
    expect([200, 404]).toContain(answers[0].status);
    expect(answers[1].json).toEqual(SUCCESS);
    expect(await bench.getById(id)).toEqual(failure(404, 'dish_not_found'));
    await bench.expectSound();
  });
});
