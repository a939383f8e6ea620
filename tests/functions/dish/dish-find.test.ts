import { beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '../../../lib/errors.ts';
import { createDishes } from '../../../lib/store/dish/dish-placement.ts';
import { seedDishes } from '../../../scripts/seed/seed.ts';
import { dishContent } from '../../support/nouns/dish-content.ts';
import {
  DishBench,
  dishPage,
  dishRecord,
  FACTOR,
  fullDish,
  fullDishRecord,
  makeIcon,
} from '../../support/nouns/dishes.ts';
import { addSchool, addSignedIn, badInput, failure, ICON, itemsWithout, success } from '../../support/nouns/units.ts';
import { openPlatform } from '../../support/service/open.ts';

type Facts = Readonly<Record<string, string | number>>;

const { service, admin } = await openPlatform();
const bench = new DishBench(service, admin);

const nouns = ['番茄', '豆腐', 'Beef', '排骨', '青菜'];
const verbs = ['炒蛋', '汤', 'soup', '土豆'];
const marks = ['荤菜', '素菜', '汤羹'];
const polys = ['炒', '煮', ''];

/** The dishes of the school as a plain array, oldest first. */
const model = Array.from({ length: 60 }, (_, index) => ({
  name: `${nouns[index % 5]}${verbs[(index * 7) % 4]} ${index}`,
  mark: marks[(index * 5) % 3] ?? '',
  poly: polys[(index * index) % 3] ?? '',
  icon: ['', ICON, 'a.png', '', ''][index % 5] ?? '',
}));

const find = async (query: Facts, token = school.token) => (await bench.call('GET /api/dish', query, token)).json;

/** The answer by the plain array. */
function expected({ keyword = '', mark = '', poly = '', pageNo = 0, pageSize = 20 }: Facts) {
  const word = String(keyword).toLowerCase();
  const all = model
    .map(({ mark: marks, ...dish }, index) => dishRecord(school.id, index + 1, { ...dish, marks }))
    .filter((dish) => dish.name.toLowerCase().includes(word))
    .filter((dish) => (mark === '' || dish.marks === mark) && (poly === '' || dish.poly === poly))
    .reverse();
  const [number, size] = [Number(pageNo), Number(pageSize)];
  return dishPage(all.slice(number * size, (number + 1) * size), all.length, { pageNo: number, pageSize: size });
}

const school = await addSchool(service, 'school');
const other = await addSchool(service, 'other');
for (const dish of model) await bench.succeed('PUT /api/dish', dish, school.token);
await bench.succeed('PUT /api/dish', { ...fullDish, name: '番茄炒蛋 other' }, other.token);
await bench.succeed('PUT /api/dish', { ...fullDish, name: '番茄炒蛋 library' });

describe('GET /api/dish, newest first, with exact totals and icons', () => {
  const keywords = ['', '番茄', 'BEEF', 'soup 5', '1', '没有'];
  const pagings = [{}, { pageSize: 7, pageNo: 0 }, { pageSize: 7, pageNo: 1 }, { pageSize: 200 }];
  const filters = keywords.flatMap((keyword) => ['', ...marks].map((mark) => ({ keyword, mark })));
  it.each(filters.map((filter, turn) => ({ filter, turn })))(
    'keyword "$filter.keyword" and mark "$filter.mark", with each poly, by turns on each page, are what a plain array gives',
    async ({ filter, turn }) => {
      for (const [index, poly] of ['', '炒', '煮', '爆'].entries()) {
        const query = { ...filter, poly, ...pagings[(index + turn) % pagings.length] };
        expect(await find(query)).toEqual(expected(query));
      }
    },
  );

  it('absent parameters filter nothing; 20 to a page, the first page first', async () => {
    expect(await find({})).toEqual(expected({}));
  });

  it.each([1, 2, 3, 40])(
    'page %i is the next part of the same order, past the end empty with true totals',
    async (n) => {
      expect(await find({ pageNo: n })).toEqual(expected({ pageNo: n }));
    },
  );

  it('the keyword matches after normalisation, ignoring case', async () => {
    expect(await find({ keyword: ' ｂＥｅＦ ' })).toEqual(expected({ keyword: 'beef' }));
    expect((await find({ keyword: 'beef' })).body.totalElements).toBe(12);
  });

  it('the keyword is no pattern', async () => {
    for (const keyword of ['%', '.*', '番_', '[']) expect(await find({ keyword })).toEqual(expected({ keyword }));
  });

  it.each<[string, string, Problem['code']]>([
    ['pageSize', '0', 'integer'],
    ['pageSize', '201', 'integer'],
    ['pageNo', '-1', 'integer'],
    ['mark', '硬菜', 'choice'],
    ['poly', '炒炒', 'choice'],
    ['vender', '-1', 'integer'],
    ['keyword', '菜'.repeat(101), 'too_long'],
  ])('%s=%s is 400 naming it', async (field, value, code) => {
    const answer = await find({ [field]: value });
    const message = expect.any(String);
    expect(answer).toEqual({ ...failure(400, 'invalid_input', [field, { code }]), errors: [{ field, message }] });
  });

  it('a changed dish is found by what it is now', async () => {
    const id = await bench.add(other.id, { name: 'before' });
    expect((await find({ keyword: 'before' }, other.token)).body.totalElements).toBe(1);
    await bench.succeed('POST /api/dish', { id, name: 'after', mark: '点心', poly: '蒸' });
    expect((await find({ keyword: 'before' }, other.token)).body.totalElements).toBe(0);
    const changed = dishRecord(other.id, id % FACTOR, { name: 'after', marks: '点心', poly: '蒸' });
    const filter = { keyword: 'after', mark: '点心', poly: '蒸' };
    expect(await find(filter, other.token)).toEqual(dishPage([changed], 1));
    await bench.succeed('DELETE /api/dish', { ids: id });
    expect(await find(filter, other.token)).toEqual(dishPage([], 0));
  });
});

describe('whose dishes GET /api/dish searches', () => {
  const library = () => dishRecord(0, 1, { ...fullDishRecord, name: '番茄炒蛋 library' });
  const others = () => dishRecord(other.id, 1, { ...fullDishRecord, name: '番茄炒蛋 other' });

  it.each<Facts>([{}, { vender: 0 }])("the platform's library for the admin side, with %j", async (query) => {
    expect(await find(query, bench.admin)).toEqual(dishPage([library()], 1));
  });

  it("a unit's for the admin side that names it", async () => {
    expect(await find({ vender: other.id }, bench.admin)).toEqual(dishPage([others()], 1));
    expect(await find({ vender: school.id, mark: '荤菜' }, bench.admin)).toEqual(expected({ mark: '荤菜' }));
  });

  it('a unit that does not exist is 404', async () => {
    expect(await find({ vender: 99 }, bench.admin)).toEqual(failure(404, 'unit_not_found'));
    const answer = await bench.call('GET /api/dish/select', { vender: 99 }, bench.admin);
    expect(answer.json).toEqual(failure(404, 'unit_not_found'));
  });

  it("the library's for a business caller who names it, to search as to select", async () => {
    expect(await find({ vender: 0 }, other.token)).toEqual(dishPage([library()], 1));
    expect(await find({ vender: 0, keyword: 'library', mark: fullDishRecord.marks }, other.token)).toEqual(
      dishPage([library()], 1),
    );
    expect(await find({ vender: 0, keyword: 'other' }, other.token)).toEqual(dishPage([], 0));
    const select = async (vender: number, token: string) =>
      (await bench.call('GET /api/dish/select', { vender }, token)).json.body.map(({ id }: { id: number }) => id);
    expect(await select(0, other.token)).toEqual([library().id]);
    expect(await select(other.id, other.token)).toEqual([others().id]);
    expect(await select(other.id, bench.admin)).toEqual([others().id]);
    expect((await bench.call('GET /api/dish/select', { vender: school.id }, other.token)).json).toEqual(
      failure(403, 'foreign_unit'),
    );
  });

  it('its own for a business caller, naming itself or not', async () => {
    expect(await find({}, other.token)).toEqual(dishPage([others()], 1));
    expect(await find({ vender: other.id }, other.token)).toEqual(dishPage([others()], 1));
  });

  it.each([() => school.id, () => 99])('another unit named by a business caller is 403', async (vender) => {
    expect(await find({ vender: vender() }, other.token)).toEqual(failure(403, 'foreign_unit'));
  });
});

describe('GET /api/dish by id', () => {
  it('answers the dish alone, without an envelope, with the fields of the contract', async () => {
    const { status, json } = await bench.call('GET /api/dish', { id: other.id * FACTOR + 1 }, other.token);
    expect([status, json]).toEqual([200, dishRecord(other.id, 1, { ...fullDishRecord, name: '番茄炒蛋 other' })]);
    expect(Object.keys(json).sort()).toEqual(
      ['id', 'name', 'vender', 'icon', 'iconVersion', 'ingredient', 'marks', 'meals', 'poly', 'month', 'modify'].sort(),
    );
  });

  it('has the icon as data string', async () => {
    expect(await bench.getById(school.id * FACTOR + 2)).toMatchObject({ icon: ICON });
  });

  it("a business caller sees its own and the library's, the admin side any", async () => {
    expect(await bench.getById(1, school.token)).toEqual(
      dishRecord(0, 1, { ...fullDishRecord, name: '番茄炒蛋 library' }),
    );
    expect((await bench.getById(school.id * FACTOR + 1, school.token)).name).toBe(model[0]?.name);
    expect((await bench.getById(school.id * FACTOR + 1)).name).toBe(model[0]?.name);
  });

  it("another unit's is the same 404 as one that nobody has, in the envelope", async () => {
    const foreign = await bench.call('GET /api/dish', { id: school.id * FACTOR + 1 }, other.token);
    const unknown = await bench.call('GET /api/dish', { id: other.id * FACTOR + 99 }, other.token);
    expect([foreign.status, foreign.json]).toEqual([404, failure(404, 'dish_not_found')]);
    expect(foreign.text).toBe(unknown.text);
  });

  it.each(['0', '-1', 'x', '1.5', '9007199254740993'])('id %j is 400 in the envelope', async (id) => {
    const problem: Problem = { code: 'integer', min: 1, max: Number.MAX_SAFE_INTEGER };
    expect(await find({ id })).toEqual(badInput(['id', problem]));
  });

  it.each([999_999, FACTOR, Number.MAX_SAFE_INTEGER])('id %i is 404', async (id) => {
    expect(await bench.getById(id)).toEqual(failure(404, 'dish_not_found'));
  });

  it('errors of the caller are in the envelope too', async () => {
    expect(await find({ id: 1 }, 'nonsense')).toEqual(failure(401, 'not_signed_in'));
    const blind = await addSignedIn(service, school.id, 'blind', itemsWithout(school.id, 25, 26, 27, 28));
    expect(await find({ id: school.id * FACTOR + 1 }, blind)).toEqual(failure(403, 'missing_permission'));
  });
});

describe('GET /api/dish/select', () => {
  const select = async (query: Facts, token: string) => (await bench.call('GET /api/dish/select', query, token)).json;
  const { name: _name, month: _month, icon: _icon, ...choice } = fullDishRecord;

  it('answers id, ingredient, marks, poly and name of the own dishes, newest first', async () => {
    const name = '番茄炒蛋 other';
    expect(await select({}, other.token)).toEqual(success([{ id: other.id * FACTOR + 1, ...choice, name }]));
    const ids = (await select({}, school.token)).body.map(({ id }: { id: number }) => id - school.id * FACTOR);
    expect(ids).toEqual(model.map((_, index) => model.length - index));
  });

  it("answers the library's to the admin side", async () => {
    expect(await select({}, bench.admin)).toEqual(success([{ id: 1, ...choice, name: '番茄炒蛋 library' }]));
  });

  it.each(['番茄', 'SOUP', '没有'])('keyword %s lets through what contains it', async (keyword) => {
    const names = (await select({ keyword }, school.token)).body.map(({ name }: { name: string }) => name);
    const word = keyword.toLowerCase();
    const all = model.map(({ name }) => name).filter((name) => name.toLowerCase().includes(word));
    expect(names).toEqual(all.reverse());
  });
});

it('a page too large to answer is 400 saying so; a smaller page works', async () => {
  const heavy = await addSchool(service, 'heavy');
  const facts = { name: '"'.repeat(100), mark: '点心', icon: makeIcon(51_198) };
  for (let made = 0; made < 110; made++) await bench.succeed('PUT /api/dish', facts, heavy.token);
  expect(await find({ pageSize: 110 }, heavy.token)).toEqual(
    failure(400, 'page_too_large', ['icons', { code: 'without_pictures' }], ['pageSize', { code: 'fits', max: 105 }]),
  );
  // JSON doubles the quotes of a name, so only the printed text shows that 107 dishes are too many.
  expect((await find({ pageSize: 106 }, heavy.token)).body.content.length).toBe(106);
  expect(await find({ pageSize: 107 }, heavy.token)).toEqual(
    failure(400, 'page_too_large', ['icons', { code: 'without_pictures' }], ['pageSize', { code: 'fits', max: 106 }]),
  );
  expect((await find({ pageSize: 105 }, heavy.token)).body.content.length).toBe(105);
  const { content, totalElements } = (await find({ pageSize: 100 }, heavy.token)).body;
  expect([content.length, totalElements]).toEqual([100, 110]);
  // The rows tell it before a dish is read: only the caller's check, the head and some rows are read.
  const { bill } = await service.storeCalls.record(() => find({ pageSize: 110 }, heavy.token));
  expect(bill.readUnits).toBeLessThanOrEqual(4 + 1 + 8);
  const plain = await service.storeCalls.record(() => find({ pageSize: 110, icons: 'false' }, heavy.token));
  expect(plain.result.body.content.map(({ icon }: { icon: string }) => icon)).toEqual(Array(110).fill(''));
  expect(plain.bill.readUnits).toBeLessThanOrEqual(4 + 2 + 8 + 110);
});

describe('dishes by month and ingredient', () => {
  const entry = (key: string) => ({ key, value: 10 });
  const dishes = [
    { name: '甲', month: '5,6', ingredient: [entry('012001x'), entry('own')] },
    { name: '乙', month: '6,7', ingredient: [entry('own')] },
    { name: '丙', ingredient: [entry('OWN'), entry('菜'.repeat(64))] },
    { name: '丁', month: '12' },
  ];
  let token: string;
  beforeAll(async () => {
    ({ token } = await addSchool(service, 'seasons'));
    for (const { ingredient = [], ...dish } of dishes) {
      const facts = { ...dish, mark: '素菜', icon: 'a.png', ingredient: JSON.stringify(ingredient) };
      await bench.succeed('PUT /api/dish', facts, token);
    }
  });

  it.each<[Facts, string[]]>([
    [{ month: 6 }, ['乙', '甲']],
    [{ month: 12 }, ['丁']],
    [{ month: 1 }, []],
    [{ ingredient: 'own' }, ['乙', '甲']],
    [{ ingredient: 'OWN' }, ['丙']],
    [{ ingredient: ` ${'菜'.repeat(64)} ` }, ['丙']],
    [{ ingredient: 'nowhere' }, []],
    [{ ingredient: 'own', month: 5 }, ['甲']],
    [{ ingredient: 'own', keyword: '乙' }, ['乙']],
    [{ month: 6, mark: '荤菜' }, []],
  ])('%o are %o', async (query, names) => {
    const { content, totalElements } = (await find(query, token)).body;
    expect(content.map(({ name }: { name: string }) => name)).toEqual(names);
    expect(totalElements).toBe(names.length);
  });

  it('are found as they are by now', async () => {
    const [one] = (await find({ keyword: '丁' }, token)).body.content;
    await bench.succeed('POST /api/dish', { id: one.id, month: '1', ingredient: '[{"key":"new","value":1}]' }, token);
    expect((await find({ ingredient: 'new', month: 1 }, token)).body.content).toMatchObject([{ name: '丁' }]);
    expect((await find({ month: 12 }, token)).body.totalElements).toBe(0);
    await bench.succeed('POST /api/dish', { id: one.id, month: '12', ingredient: '' }, token);
    expect((await find({ ingredient: 'new' }, token)).body.totalElements).toBe(0);
  });

  it('come without icons where that is asked for, of a file too, one by its id as well', async () => {
    const all = (await find({}, token)).body.content;
    const bare = (await find({ icons: 'false' }, token)).body.content;
    expect(bare).toEqual(all.map((dish: object) => ({ ...dish, icon: '' })));
    expect(await find({ icons: 'true' }, token)).toEqual(await find({}, token));
    expect(await find({ id: all[0].id, icons: 'false' }, token)).toEqual(bare[0]);
  });

  it('are 400 for what is no month, no code or no boolean', async () => {
    const bad = { month: '13', ingredient: 'x'.repeat(65), icons: 'no' };
    const answer = await find(bad, token);
    expect([answer.reason, answer.errors.map(({ field }: { field: string }) => field)]).toEqual([
      'invalid_input',
      ['month', 'ingredient', 'icons'],
    ]);
  });
});

describe('dishes to choose from', () => {
  it('are read together where they lie together: 300 small ones take a tenth of a unit each', async () => {
    const { id, token } = await addSchool(service, 'many');
    await seedDishes(service.deps.db, id, 300, 1);
    const select = (query: Facts) => bench.call('GET /api/dish/select', query, token);
    expect((await select({})).json.body).toHaveLength(300);
    const { result, bill } = await service.storeCalls.record(() => select({}));
    expect(result.json.body).toHaveLength(300);
    expect(bill.readUnits).toBeLessThanOrEqual(4 + 2 + 50);
  });

  it('are too_many_matches where they are larger than an answer may be, told before one is read', async () => {
    const { id, token } = await addSchool(service, 'large');
    const ingredient = Array.from({ length: 100 }, (_, index) => ({
      key: String(index).padStart(64, '菜'),
      value: '1',
    }));
    await createDishes(service.deps.db, id, 320, (number) => dishContent(`大${number}`, { ingredient }));
    const select = (query: Facts) => bench.call('GET /api/dish/select', query, token);
    const { result, calls } = await service.storeCalls.record(() => select({}));
    expect(result.json).toEqual(failure(400, 'too_many_matches'));
    expect(calls.map(({ command }) => command)).toEqual(['BatchGetItem', 'BatchGetItem', 'Query']);
    expect((await select({ keyword: '大7' })).json.body).toHaveLength(11);
  });
});
