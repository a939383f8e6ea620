import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Problem } from '../../../lib/errors.ts';
import {
  addSchool,
  addSignedIn,
  addUnit,
  badInput,
  failure,
  itemsWithout,
  page,
  SUCCESS,
  success,
  withTitles,
} from '../../support/nouns/units.ts';
import { expectNoWrites } from '../../support/service/expect-no-writes.ts';
import { openPlatform } from '../../support/service/open.ts';
import { dumpTable } from '../../support/service/table-dump.ts';

const UNKNOWN_ID = 987_654;
const NOT_FOUND = failure(404, 'standard_not_found');

const { service, admin } = await openPlatform();
/** A school with two standards, one of them shared with the other school. */
let made = 0;

type Parameters = Readonly<Record<string, string | number>>;
const call = (route: string, parameters: Parameters = {}, token = admin) => service.call(route, parameters, { token });
const create = (parameters: Parameters) => call('PUT /api/nutrition', parameters);
const change = (parameters: Parameters) => call('POST /api/nutrition', parameters);
const select = (parameters: Parameters, token = admin) => call('GET /api/nutrition/select', parameters, token);
const list = (parameters: Parameters, token = admin) => call('GET /api/nutrition', parameters, token);

/** Creates a standard and returns its id. Without named units, its required unit is taken away again. */
async function add(name: string, vendors: readonly number[] = [], overflow: string | number = 0.5): Promise<number> {
  const wanted = vendors.join(',');
  expect((await create({ name, vendors: wanted || third, overflow })).json).toEqual(SUCCESS);
  made += 1;
  if (wanted === '') expect((await change({ id: made, vendors: '' })).json).toEqual(SUCCESS);
  return made;
}

/** The answer about a standard that was created and not changed. */
const record = (id: number, name: string, vendors: readonly number[] = [], rest: object = {}) => ({
  id,
  name,
  vendors,
  overflow: 0.5,
  foodCategoryDay: {},
  foodCategoryWeek: {},
  ingredient: {},
  ...rest,
});

const school = await addSchool(service, 'hongqi');
const other = await addSchool(service, 'dongfeng');
const third = await addUnit(service, 'third');

describe('PUT /api/nutrition: form `name` (required), `vendors` (required), `overflow` (required, decimal)', () => {
  it('creates a standard and answers the envelope only; ids count from 1', async () => {
    const id = await add(' 小学 Ａ标准 ', [other.id, school.id, other.id]);
    expect(id).toBe(1);
    expect((await select({ id })).json).toEqual(success(record(1, '小学 A标准', [school.id, other.id])));
  });

  it('for no unit at all is 400: what is required must not be empty', async () => {
    const before = await dumpTable(service);
    for (const vendors of ['', ' ']) {
      const answer = await create({ name: '无单位', vendors, overflow: 0 });
      expect(answer.json).toEqual(badInput(['vendors', { code: 'empty' }]));
    }
    expect(await dumpTable(service)).toEqual(before);
  });

  it('takes two standards of the same name', async () => {
    const ids = [await add('同名'), await add('同名')];
    expect((await select({ keyword: '同名' })).json.body).toEqual(ids.toReversed().map((id) => record(id, '同名')));
  });

  it.each(['name', 'vendors', 'overflow'])('without `%s` is 400 naming it', async (field) => {
    const { [field]: _, ...rest }: Record<string, string> = { name: '标准', vendors: `${third}`, overflow: '0.5' };
    const before = await dumpTable(service);
    expect((await create(rest)).json).toEqual(badInput([field, { code: 'required' }]));
    expect(await dumpTable(service)).toEqual(before);
  });

  it('without anything is 400 naming all three at once', async () => {
    const fields = ['name', 'vendors', 'overflow'].map((field): [string, Problem] => [field, { code: 'required' }]);
    expect((await create({})).json).toEqual(badInput(...fields));
  });

  it('does not set figures: they are for POST', async () => {
    await create({ name: '带数据', vendors: third, overflow: 0, foodCategoryDay: '{"a":1}', ingredient: 'x' });
    made += 1;
    expect((await select({ id: made })).json).toEqual(success(record(made, '带数据', [third], { overflow: 0 })));
  });
});

const decimal: Problem = { code: 'decimal', min: 0, max: 9999.99, digits: 4 };
const badFacts: readonly (readonly [string, string, Problem])[] = [
  ['name', '', { code: 'empty' }],
  ['name', ' 　 ', { code: 'empty' }],
  ['name', '名'.repeat(101), { code: 'too_long', max: 100 }],
  ['name', '标\u0000准', { code: 'text' }],
  ['name', '标\n准', { code: 'text' }],
  ['name', '标\ufffd', { code: 'text' }],
  ...[
    '',
    ' ',
    '-1',
    '-0',
    '+1',
    'abc',
    '0.12345',
    '1e2',
    '10000',
    '9999.9901',
    '0x1',
    '1,5',
    '.5',
    '5.',
    'NaN',
    '٣',
  ].map((value) => ['overflow', value, decimal] as const),
  ['overflow', 'Infinity', decimal],
  ...['a', '1,', ',1', '1,,2', '-1', '1.5', '1;2', '9007199254740993', '99999999999999999', '1 2', '0x1', '١'].map(
    (value) => ['vendors', value, { code: 'ids' }] as const,
  ),
];

describe('bad input is 400 naming the field, and nothing is written', () => {
  let id: number;
  beforeAll(async () => {
    id = await add('不变', [school.id]);
  });

  it.each(withTitles(badFacts))('$title', async ({ field, value, problem }) => {
    const facts = { name: '标准', vendors: third, overflow: '0.5', [field]: value };
    const created = await expectNoWrites(service, () => create(facts));
    expect([created.status, created.json]).toEqual([400, badInput([field, problem])]);
    const changed = await expectNoWrites(service, () => change({ id, name: '改', [field]: value }));
    expect([changed.status, changed.json]).toEqual([400, badInput([field, problem])]);
  });

  it.each(['', '0', '-1', 'a', '1.5', '1,2', '9007199254740992'])('`id` %j', async (value) => {
    const problem: Problem = { code: 'integer', min: 1, max: Number.MAX_SAFE_INTEGER };
    const before = await dumpTable(service);
    const reads = value === '' ? [] : ['GET /api/nutrition/select'];
    for (const route of ['POST /api/nutrition', 'DELETE /api/nutrition', ...reads]) {
      expect((await call(route, { id: value })).json).toEqual(badInput(['id', problem]));
    }
    expect(await dumpTable(service)).toEqual(before);
  });

  it('`id` missing', async () => {
    for (const route of ['POST /api/nutrition', 'DELETE /api/nutrition']) {
      expect((await call(route, { name: '改' })).json).toEqual(badInput(['id', { code: 'required' }]));
    }
  });
});

describe('`overflow` comes back as the number it is', () => {
  it.each([
    ['0', '0'],
    ['0.5', '0.5'],
    ['0.50', '0.5'],
    ['0.5000', '0.5'],
    ['007', '7'],
    ['10', '10'],
    ['100.0', '100'],
    ['0.0001', '0.0001'],
    ['1.0203', '1.0203'],
    ['9999.99', '9999.99'],
  ])('%s as %s', async (sent, answered) => {
    const id = await add('溢出', [], sent);
    expect((await select({ id })).text).toContain(`"overflow":${answered},`);
    expect((await change({ id, overflow: sent })).json).toEqual(SUCCESS);
    expect((await list({ keyword: '溢出', pageSize: 1 })).text).toContain(`"overflow":${answered},`);
  });
});

describe('POST /api/nutrition: form `id` (required), all else optional; absent stays', () => {
  let id: number;
  const first = {
    overflow: 0.25,
    foodCategoryDay: { 谷类: 250 },
    foodCategoryWeek: { 鱼: 300 },
    ingredient: { 轻体力: { 蛋白质: { min: 1, max: 2, ul: 3 } } },
  };
  const texts = Object.fromEntries(
    Object.entries(first).map(([name, value]) => [name, typeof value === 'number' ? value : JSON.stringify(value)]),
  );
  let before: ReturnType<typeof record>;
  beforeEach(async () => {
    id = await add('原名', [school.id, other.id]);
    expect((await change({ id, ...texts })).json).toEqual(SUCCESS);
    before = record(id, '原名', [school.id, other.id], first);
    expect((await select({ id })).json).toEqual(success(before));
  });

  it.each<[string, (third: number) => string | number, (third: number) => unknown]>([
    ['name', () => '新名', () => '新名'],
    ['vendors', (unit) => unit, (unit) => [unit]],
    ['vendors', () => '', () => []],
    ['overflow', () => '1', () => 1],
    ['foodCategoryDay', () => '{"蛋":50}', () => ({ 蛋: 50 })],
    ['foodCategoryWeek', () => '{}', () => ({})],
    ['ingredient', () => '{"重体力":{}}', () => ({ 重体力: {} })],
  ])('`%s` alone changes it alone', async (field, send, expected) => {
    expect((await change({ id, [field]: send(third) })).json).toEqual(SUCCESS);
    expect((await select({ id })).json).toEqual(success({ ...before, [field]: expected(third) }));
    const found = (await list({ pageSize: 1 })).json.body.content;
    expect(found).toEqual([{ ...before, [field]: expected(third) }]);
  });

  it('`id` alone changes nothing and is 200', async () => {
    expect((await change({ id })).json).toEqual(SUCCESS);
    expect((await select({ id })).json).toEqual(success(before));
  });

  it('an unknown id is 404', async () => {
    const answer = await change({ id: UNKNOWN_ID, name: '改' });
    expect([answer.status, answer.json]).toEqual([404, NOT_FOUND]);
  });
});

it('DELETE /api/nutrition: form `id` (required) deletes the standard; every later call with its id is 404', async () => {
  const id = await add('将删除', [school.id]);
  const total = (await list({})).json.body.totalElements;
  expect((await call('DELETE /api/nutrition', { id })).json).toEqual(SUCCESS);
  expect((await list({})).json.body.totalElements).toBe(total - 1);
  expect((await select({ keyword: '将删除' })).json).toEqual(success([]));
  expect((await select({ vender: school.id, keyword: '将删除' })).json).toEqual(success([]));
  for (const route of ['DELETE /api/nutrition', 'POST /api/nutrition', 'GET /api/nutrition/select']) {
    const answer = await call(route, { id });
    expect([answer.status, answer.json]).toEqual([404, NOT_FOUND]);
  }
  const again = await add('再建');
  expect(again).toBe(id + 1);
  expect((await select({ id: again })).json.body).toMatchObject({ id: again, name: '再建' });
});

describe('with standards of several units', () => {
  let own: number;
  let shared: number;
  let foreign: number;
  let nobodys: number;
  beforeAll(async () => {
    own = await add('读取 Own', [school.id]);
    shared = await add('读取 Shared', [third, school.id, other.id]);
    foreign = await add('读取 Foreign', [other.id, third]);
    nobodys = await add('读取 Nobody');
  });
  const ids = (records: { id: number }[]) => records.map(({ id }) => id);

  describe('GET /api/nutrition/select: told apart by the presence of `id`', () => {
    it('with `id`: one standard, whatever else is given', async () => {
      const expected = success(record(shared, '读取 Shared', [school.id, other.id, third]));
      expect((await select({ id: shared })).json).toEqual(expected);
      expect((await select({ id: shared, keyword: 'x', vender: 1 })).json).toEqual(expected);
      const unknown = await select({ id: UNKNOWN_ID });
      expect([unknown.status, unknown.json]).toEqual([404, NOT_FOUND]);
    });

    it('without: an array, newest first, by `vender`, by `keyword`, by both', async () => {
      const found = async (parameters: Parameters) => ids((await select(parameters)).json.body);
      expect(await found({ keyword: '读取' })).toEqual([nobodys, foreign, shared, own]);
      expect(await found({ keyword: ' ＳＨＡＲＥＤ ' })).toEqual([shared]);
      expect((await found({ vender: other.id, keyword: '' })).slice(0, 2)).toEqual([foreign, shared]);
      expect(await found({ vender: third })).toContain(foreign);
      expect(await found({ vender: third, keyword: 'share' })).toEqual([shared]);
      expect((await select({ vender: UNKNOWN_ID })).json).toEqual(failure(404, 'unit_not_found'));
      expect(await found({ vender: third, keyword: 'own' })).toEqual([]);
      expect(await found({})).toEqual(await found({ keyword: '' }));
      expect((await select({ vender: third, keyword: 'share' })).json).toEqual(
        success([record(shared, '读取 Shared', [school.id, other.id, third])]),
      );
    });

    it('a keyword over 100 characters, and an impossible vender, are 400', async () => {
      const long = badInput(['keyword', { code: 'too_long', max: 100 }]);
      expect((await select({ keyword: '长'.repeat(101) })).json).toEqual(long);
      expect((await list({ keyword: '长'.repeat(101) })).json).toEqual(long);
      const integer: Problem = { code: 'integer', min: 1, max: Number.MAX_SAFE_INTEGER };
      for (const vender of ['a', '0', '1,2']) {
        expect((await select({ vender })).json).toEqual(badInput(['vender', integer]));
      }
    });
  });

  describe('GET /api/nutrition: query `pageSize`, `pageNo`, `keyword` (all optional)', () => {
    it('pages newest first with true totals, also past the end', async () => {
      const totals = { size: 3, totalElements: 4, totalPages: 2 };
      const records = [record(nobodys, '读取 Nobody'), record(foreign, '读取 Foreign', [other.id, third])];
      const pages = [
        [...records, record(shared, '读取 Shared', [school.id, other.id, third])],
        [record(own, '读取 Own', [school.id])],
        [],
      ];
      for (const [number, content] of pages.entries()) {
        const answer = await list({ keyword: '读取', pageSize: 3, pageNo: number });
        expect(answer.json).toEqual(page(content, { ...totals, number }));
      }
    });

    it('is 20 to the page by default, and by 1 to 200 otherwise', async () => {
      const total = (await list({})).json.body.totalElements;
      expect(total).toBeGreaterThan(20);
      const body = (await list({})).json.body;
      expect([body.number, body.size, body.content.length, body.totalPages]).toEqual([
        0,
        20,
        20,
        Math.ceil(total / 20),
      ]);
      const all = (await list({ pageSize: 200 })).json.body;
      expect(all.content).toHaveLength(total);
      expect(ids(all.content)).toEqual(ids(all.content).toSorted((a, b) => b - a));
      const second = (await list({ pageSize: 7, pageNo: 1 })).json.body;
      expect(second.content).toEqual(all.content.slice(7, 14));
      for (const [field, value, min, max] of [
        ['pageSize', 0, 1, 200],
        ['pageSize', 201, 1, 200],
        ['pageNo', -1, 0, Number.MAX_SAFE_INTEGER],
      ] as const) {
        expect((await list({ [field]: value })).json).toEqual(badInput([field, { code: 'integer', min, max }]));
      }
    });
  });

  describe('the business side', () => {
    it('sees those assigned to its own unit in every read form, and in `vendors` only itself', async () => {
      const found = [record(shared, '读取 Shared', [school.id]), record(own, '读取 Own', [school.id])];
      const keyword = '读取';
      expect((await list({ keyword }, school.token)).json).toEqual(page(found));
      expect((await select({ keyword }, school.token)).json).toEqual(success(found));
      expect((await select({ keyword, vender: school.id }, school.token)).json).toEqual(success(found));
      expect((await select({ id: shared }, school.token)).json).toEqual(success(found[0]));
      const all = (await list({ pageSize: 200 }, school.token)).json.body;
      expect(all.content.every(({ vendors }: { vendors: number[] }) => String(vendors) === String(school.id))).toBe(
        true,
      );
      expect(all.totalElements).toBe(all.content.length);
      expect((await select({}, school.token)).json.body).toEqual(all.content);
    });

    it('gets the same 404 for one that is not assigned to it as for one that does not exist', async () => {
      for (const id of [foreign, nobodys, UNKNOWN_ID]) {
        const answer = await select({ id }, school.token);
        expect([answer.status, answer.json]).toEqual([404, NOT_FOUND]);
      }
    });

    it.each([{}, { keyword: '读取' }, { id: 'own' }])(
      'gets 403 foreign_unit for another unit’s `vender`, there or not, with %j',
      async (rest) => {
        const parameters = 'id' in rest ? { id: own } : rest;
        for (const vender of [other.id, third, UNKNOWN_ID]) {
          const answer = await select({ ...parameters, vender }, school.token);
          expect([answer.status, answer.json]).toEqual([403, failure(403, 'foreign_unit')]);
        }
      },
    );

    it('sees an assignment, and its end, on the next call', async () => {
      const id = await add('交替', [other.id]);
      for (const [vendors, status] of [
        [`${school.id},${other.id}`, 200],
        [`${other.id}`, 404],
      ] as const) {
        await change({ id, vendors });
        expect((await select({ id }, school.token)).status).toBe(status);
        const found = (await select({ keyword: '交替' }, school.token)).json.body;
        expect(ids(found)).toEqual(status === 200 ? [id] : []);
      }
    });

    it('may not write: 403 wrong_side, and nothing is written', async () => {
      const before = await dumpTable(service);
      const valid = { id: own, name: '改', vendors: school.id, overflow: 1 };
      for (const route of ['PUT /api/nutrition', 'POST /api/nutrition', 'DELETE /api/nutrition']) {
        const answer = await call(route, valid, school.token);
        expect([answer.status, answer.json]).toEqual([403, failure(403, 'wrong_side')]);
      }
      expect(await dumpTable(service)).toEqual(before);
    });
  });

  it.each([
    ['GET /api/nutrition', 'admin', [5, 7, 8]],
    ['GET /api/nutrition/select', 'admin', [5, 7, 44]],
    ['PUT /api/nutrition', 'admin', [6]],
    ['POST /api/nutrition', 'admin', [7]],
    ['DELETE /api/nutrition', 'admin', [8]],
    ['GET /api/nutrition', 'business', [21]],
    ['GET /api/nutrition/select', 'business', [21, 29, 30, 31]],
  ] as const)('%s of the %s side takes any of the items %j', async (route, side, items) => {
    const unit = side === 'admin' ? 0 : school.id;
    const name = `${route} ${side}`;
    const id = await add('权限', [school.id]);
    const parameters = {
      ...(route.endsWith('/select') ? {} : { id }),
      name: '权限',
      vendors: school.id,
      overflow: 0.5,
    };
    const before = await dumpTable(service);
    const without = await addSignedIn(service, unit, `${name} without`, itemsWithout(unit, ...items));
    const refused = await call(route, parameters, without);
    expect([refused.status, refused.json]).toEqual([403, failure(403, 'missing_permission')]);
    const standards = (dump: typeof before) => dump.filter(({ pk }) => pk === 'STANDARD');
    expect(standards(await dumpTable(service))).toEqual(standards(before));
    for (const item of items) {
      const token = await addSignedIn(service, unit, `${name} ${item}`, [item]);
      expect((await call(route, parameters, token)).json).toMatchObject(SUCCESS);
    }
    if (route.startsWith('PUT')) made += 1;
  });
});

describe('an array of more than 200 standards', () => {
  it('is 400 too_many_matches asking for a narrower keyword; exactly 200 are answered', async () => {
    for (let count = 0; count < 200; count++) await add(`批量 ${count}`, [third]);
    expect((await select({ keyword: '批量' })).json.body).toHaveLength(200);
    await add('批量 200');
    const answer = await select({ keyword: '批量' });
    expect([answer.status, answer.json]).toEqual([400, failure(400, 'too_many_matches')]);
    expect((await select({ keyword: '批量', vender: third })).json.body).toHaveLength(200);
    expect((await select({})).status).toBe(400);
    expect((await select({ id: made })).status).toBe(200);
  });
});
