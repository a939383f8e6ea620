import { beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '../../../lib/errors.ts';
import {
  addUnit,
  badInput,
  DIGEST,
  ICON,
  PASSWORD,
  page,
  pictureVersion,
  SUCCESS,
  success,
  unitRecord,
} from '../../support/nouns/units.ts';
import { openPlatform } from '../../support/service/open.ts';

const { service, admin } = await openPlatform();

/** The records of the list. Index 0 is the newest. */
let records: ReturnType<typeof unitRecord>[] = [];

const special: Record<number, { name: string; icon?: string; expire?: string }> = {
  3: { name: 'Red Flag 小学', icon: ICON },
  7: { name: 'RED 中学' },
  11: { name: '100% 好 (分校)' },
  12: { name: '红旗.小学', expire: '2027-02-28' },
  19: { name: 'red小学', icon: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' },
};

const list = (parameters: Record<string, string | number> = {}) =>
  service.call('GET /api/vender', parameters, { token: admin });
const select = async (parameters: Record<string, string | number> = {}) =>
  (await service.call('GET /api/vender/select', parameters, { token: admin })).json;
const choice = ({ account, category, id, name }: ReturnType<typeof unitRecord>) => ({ account, category, id, name });
const named = (word: string) => records.filter(({ name }) => name.toLowerCase().includes(word));

for (let id = 1; id <= 25; id++) {
  const { expire = '2099-12-31', ...rest } = special[id] ?? { name: `第${id}小学` };
  await addUnit(service, `unit${id}`, { ...rest, expire });
  records.unshift(unitRecord(id, `unit${id}`, { ...rest, expire: Date.parse(`${expire}T00:00:00Z`) }));
}

describe('GET /api/vender', () => {
  it('answers 20 units newest first where nothing is asked for, with exact totals', async () => {
    const answer = await list();
    expect([answer.status, answer.json]).toEqual([
      200,
      page(records.slice(0, 20), { totalElements: 25, totalPages: 2 }),
    ]);
  });

  it('answers the second page with the rest', async () => {
    const rest = { number: 1, totalElements: 25, totalPages: 2 };
    expect((await list({ pageNo: 1 })).json).toEqual(page(records.slice(20), rest));
  });

  it.each([1, 2, 3, 4, 5, 7, 12, 24, 25, 26, 200])(
    'pages by %i without losing or repeating a unit',
    async (pageSize) => {
      const totals = { size: pageSize, totalElements: 25, totalPages: Math.ceil(25 / pageSize) };
      for (let pageNo = 0; pageNo <= totals.totalPages; pageNo++) {
        const content = records.slice(pageNo * pageSize, (pageNo + 1) * pageSize);
        expect((await list({ pageSize, pageNo })).json).toEqual(page(content, { ...totals, number: pageNo }));
      }
    },
  );

  it.each([2, 1000, Number.MAX_SAFE_INTEGER])('page %i is past the end: empty content, true totals', async (pageNo) => {
    expect((await list({ pageNo })).json).toEqual(page([], { number: pageNo, totalElements: 25, totalPages: 2 }));
  });

  it('a record has exactly the designed fields, and never a password or the configuration', async () => {
    const { text, json } = await list({ keyword: 'Red Flag' });
    const fields = [
      'account',
      'address',
      'area',
      'category',
      'city',
      'contacts',
      'email',
      'expire',
      'icon',
      'iconVersion',
      'id',
      'menuReview',
      'name',
    ];
    expect(Object.keys(json.body.content[0]).sort()).toEqual([...fields, 'phone', 'province', 'status']);
    expect(text).not.toMatch(/password|hash|argon2|config|breakfast|"version|deleting/i);
  });

  it.each<{ parameters: Record<string, string>; field: string; min: number; max: number }>([
    { parameters: { pageSize: '0' }, field: 'pageSize', min: 1, max: 200 },
    { parameters: { pageSize: '201' }, field: 'pageSize', min: 1, max: 200 },
    { parameters: { pageSize: '-5' }, field: 'pageSize', min: 1, max: 200 },
    { parameters: { pageSize: '2.5' }, field: 'pageSize', min: 1, max: 200 },
    { parameters: { pageSize: 'all' }, field: 'pageSize', min: 1, max: 200 },
    { parameters: { pageNo: '-1' }, field: 'pageNo', min: 0, max: Number.MAX_SAFE_INTEGER },
    { parameters: { pageNo: 'last' }, field: 'pageNo', min: 0, max: Number.MAX_SAFE_INTEGER },
  ])('$parameters is 400: pageSize is 1–200, pageNo ≥ 0', async ({ parameters, field, min, max }) => {
    const answer = await list(parameters);
    expect([answer.status, answer.json]).toEqual([400, badInput([field, { code: 'integer', min, max }])]);
  });

  it('names every bad parameter at once', async () => {
    const tooLong: Problem = { code: 'too_long', max: 100 };
    const answer = await list({ keyword: '字'.repeat(101), pageSize: 0, pageNo: -1 });
    const size: Problem = { code: 'integer', min: 1, max: 200 };
    const number: Problem = { code: 'integer', min: 0, max: Number.MAX_SAFE_INTEGER };
    expect(answer.json).toEqual(badInput(['keyword', tooLong], ['pageSize', size], ['pageNo', number]));
  });
});

describe('keyword', () => {
  it.each(['red', 'RED', 'Red', 'ｒｅｄ', ' red '])(
    '%j finds the names that contain it, ignoring case',
    async (keyword) => {
      expect((await list({ keyword })).json).toEqual(page(named('red')));
      expect(named('red').map(({ id }) => id)).toEqual([19, 7, 3]);
      expect(await select({ keyword })).toEqual(success(named('red').map(choice)));
    },
  );

  it.each(['', '  ', '\u3000'])('%j counts as absent', async (keyword) => {
    expect((await list({ keyword })).json).toEqual((await list()).json);
    expect(await select({ keyword })).toEqual(success(records.map(choice)));
  });

  it('matches a name in full and across a space', async () => {
    expect((await list({ keyword: 'ed flag 小' })).json).toEqual(page(named('red flag 小学')));
    expect((await list({ keyword: '第1小学' })).json).toEqual(page(records.filter(({ id }) => id === 1)));
  });

  it.each(['%', '.*', '_', '旗.小', '(分校)', '\\'])('%j stands for itself: it is no pattern', async (keyword) => {
    expect((await list({ keyword })).json).toEqual(page(named(keyword), { totalPages: named(keyword).length ? 1 : 0 }));
  });

  it.each(['unit3', '小学生', '人民'])(
    '%j, which no name contains, finds nothing: accounts do not count',
    async (keyword) => {
      expect((await list({ keyword })).json).toEqual(page([], { totalPages: 0 }));
      expect(await select({ keyword })).toEqual(success([]));
    },
  );

  it.each([1, 3, 10, 200])('pages what it finds by %i, with the totals of what it finds', async (pageSize) => {
    const found = named('第');
    const totals = { size: pageSize, totalElements: 20, totalPages: Math.ceil(20 / pageSize) };
    for (let pageNo = 0; pageNo <= totals.totalPages; pageNo++) {
      const content = found.slice(pageNo * pageSize, (pageNo + 1) * pageSize);
      expect((await list({ keyword: '第', pageSize, pageNo })).json).toEqual(
        page(content, { ...totals, number: pageNo }),
      );
    }
  });
});

describe('category, status and expireBefore', () => {
  const filtered = (parameters: Record<string, string>) =>
    records.filter(
      ({ name, category, status, expire }) =>
        (!parameters['keyword'] || name.includes(parameters['keyword'])) &&
        (!parameters['category'] || category === parameters['category']) &&
        (!parameters['status'] || String(status) === parameters['status']) &&
        (!parameters['expireBefore'] || expire < Date.parse(`${parameters['expireBefore']}T00:00:00Z`)),
    );
  const change = (id: number, parameters: Record<string, string | number>) =>
    service.call('POST /api/vender', { venderId: id, ...parameters }, { token: admin });

  beforeAll(async () => {
    for (const id of [2, 4, 6, 8, 12, 14]) await change(id, { category: '幼儿园' });
    for (const id of [4, 5, 12]) await change(id, { status: 'false' });
    for (const id of [4, 5, 6]) await change(id, { expire: `2030-06-0${id}` });
    records = records.map((record) => ({
      ...record,
      ...([2, 4, 6, 8, 12, 14].includes(record.id) ? { category: '幼儿园' } : {}),
      ...([4, 5, 12].includes(record.id) ? { status: false } : {}),
      ...([4, 5, 6].includes(record.id) ? { expire: Date.parse(`2030-06-0${record.id}T00:00:00Z`) } : {}),
    }));
  });

  it.each<[Record<string, string>, number[]]>([
    [{ category: '幼儿园' }, [14, 12, 8, 6, 4, 2]],
    [{ category: ' 幼儿园 ' }, [14, 12, 8, 6, 4, 2]],
    [{ category: '幼儿' }, []],
    [{ status: 'false' }, [12, 5, 4]],
    [{ expireBefore: '2030-06-05' }, [12, 4]],
    [{ expireBefore: '2030-06-06' }, [12, 5, 4]],
    [{ expireBefore: '2027-02-28' }, []],
    [{ category: '幼儿园', status: 'false' }, [12, 4]],
    [{ category: '幼儿园', status: 'true', expireBefore: '2031-01-01' }, [6]],
    [{ category: '幼儿园', status: 'false', expireBefore: '2030-01-01', keyword: '红旗' }, [12]],
    [{ status: 'false', keyword: '第' }, [5, 4]],
  ])('%j finds the units %j', async (parameters, ids) => {
    const expected = ids.flatMap((id) => records.filter((record) => record.id === id));
    expect((await list(parameters)).json).toEqual(page(expected, { totalPages: ids.length > 0 ? 1 : 0 }));
  });

  it.each([{ status: 'true' }, { category: '小学' }, { status: 'true', keyword: '第' }])(
    'pages what %j finds, with its totals',
    async (parameters) => {
      const found = filtered(parameters);
      const totals = { size: 4, totalElements: found.length, totalPages: Math.ceil(found.length / 4) };
      for (let pageNo = 0; pageNo <= totals.totalPages; pageNo++) {
        const content = found.slice(pageNo * 4, (pageNo + 1) * 4);
        const answer = await list({ ...parameters, pageSize: 4, pageNo });
        expect(answer.json).toEqual(page(content, { ...totals, number: pageNo }));
      }
    },
  );

  it('are absent where they are empty', async () => {
    expect((await list({ category: '', status: '', expireBefore: '', keyword: '' })).json).toEqual((await list()).json);
  });

  it('are 400 for what is no boolean, no day, or too long, naming all of them', async () => {
    const bad = { category: '字'.repeat(501), status: 'open', expireBefore: '2027-02-30' };
    const answer = await list(bad);
    const wanted = badInput(
      ['category', { code: 'too_long', max: 500 }],
      ['status', { code: 'boolean' }],
      ['expireBefore', { code: 'date' }],
    );
    expect([answer.status, answer.json]).toEqual([400, wanted]);
  });

  it('are as the unit is once it has been changed', async () => {
    await change(12, { status: 'true' });
    expect((await list({ status: 'false' })).json).toEqual(
      page(filtered({ status: 'false' }).filter(({ id }) => id !== 12)),
    );
    await change(12, { status: 'false' });
    expect((await list({ status: 'false' })).json).toEqual(page(filtered({ status: 'false' })));
  });
});

describe.each(['GET /api/vender/select', 'POST /api/vender/select'])('%s', (route) => {
  const choose = async (parameters: Record<string, string | number> = {}) =>
    (await service.call(route, parameters, { token: admin })).json;

  it('answers every unit as {account, category, id, name} where nothing is asked for', async () => {
    expect(await choose()).toEqual(success(records.map(choice)));
  });

  it('fetches in batch by ids, whatever their order; repeated ones count once', async () => {
    const expected = records.filter(({ id }) => [3, 12, 25].includes(id)).map(choice);
    expect(await choose({ vendors: '12,3,25,3' })).toEqual(success(expected));
  });

  it('ignores ids of units that do not exist, the platform’s too', async () => {
    expect(await choose({ vendors: '0,12,26,99999' })).toEqual(
      success(records.filter(({ id }) => id === 12).map(choice)),
    );
    expect(await choose({ vendors: '99999' })).toEqual(success([]));
    for (const none of ['', ' ']) expect(await choose({ vendors: none })).toEqual(success([]));
  });

  it('takes keyword and vendors together: both must hold', async () => {
    expect(await choose({ keyword: 'red', vendors: '3,12,19' })).toEqual(
      success(records.filter(({ id }) => id === 3 || id === 19).map(choice)),
    );
  });

  it.each(['a', '1,', ',1', '1,,2', '1.5', '-1', '1;2', '99999999999999999'])('vendors %j is 400', async (vendors) => {
    const answer = await service.call(route, { vendors }, { token: admin });
    expect([answer.status, answer.json]).toEqual([400, badInput(['vendors', { code: 'ids' }])]);
  });
});

describe('what has just been written', () => {
  const change = (id: number, parameters: Record<string, string>) =>
    service.call('POST /api/vender', { venderId: id, ...parameters }, { token: admin });

  it('is in list and selection at once, with and without keyword', async () => {
    expect((await change(12, { name: '改名红旗', category: '幼儿园', account: 'renamed12' })).json).toEqual(SUCCESS);
    const changed = { name: '改名红旗', category: '幼儿园', account: 'renamed12' };
    records = records.map((record) => (record.id === 12 ? { ...record, ...changed } : record));
    expect((await list({ pageSize: 200 })).json).toEqual(page(records, { size: 200 }));
    expect((await list({ keyword: '改名' })).json).toEqual(page(named('改名')));
    expect((await list({ keyword: '红旗.小学' })).json).toEqual(page([], { totalPages: 0 }));
    expect(await select({ vendors: '12' })).toEqual(success(named('改名').map(choice)));
  });

  it('an icon appears in the list for the unit that got one, and goes when it is cleared', async () => {
    await change(13, { icon: ICON });
    await change(3, { icon: '' });
    records = records.map((record) => ({
      ...record,
      ...(record.id === 13 ? { icon: ICON, iconVersion: pictureVersion(ICON) } : {}),
      ...(record.id === 3 ? { icon: '', iconVersion: '' } : {}),
    }));
    expect((await list({ pageSize: 200 })).json).toEqual(page(records, { size: 200 }));
  });

  it('a deleted unit leaves list, selection and totals; the ids of the others stay', async () => {
    expect((await service.call('DELETE /api/vender', { vender: 7 }, { token: admin })).json).toEqual(SUCCESS);
    records = records.filter(({ id }) => id !== 7);
    expect((await list({ pageSize: 10, pageNo: 1 })).json).toEqual(
      page(records.slice(10, 20), { number: 1, size: 10, totalElements: 24, totalPages: 3 }),
    );
    expect((await list({ keyword: 'red' })).json).toEqual(page(named('red')));
    expect(await select({ vendors: '6,7,8' })).toEqual(
      success(records.filter(({ id }) => id === 6 || id === 8).map(choice)),
    );
  });
});

describe('units that something is to be done about', () => {
  it('finds units without a standard, and those whose main account has never signed in', async () => {
    const token = admin;
    const standard = Number(
      (await service.call('PUT /api/nutrition', { name: '标准', vendors: 1, overflow: '0.1' }, { token })).headers[
        'catering-ids'
      ],
    );
    const create = async (account: string, facts: Record<string, string | number>) => {
      const unit = { name: account, category: '园', expire: '2099-12-31', account, password: DIGEST, ...facts };
      return Number((await service.call('PUT /api/vender', unit, { token })).headers['catering-ids']);
    };
    const [one, other] = [await create('judged', { standard }), await create('unjudged', { standard: '' })];
    expect((await create('nobody', { standard: 999 })) > 0).toBe(false);
    const find = async (facts: Record<string, string>) =>
      (await list({ category: '园', ...facts })).json.body.content.map(({ id }: { id: number }) => id);
    expect([await find({ standard: 'true' }), await find({ standard: 'false' })]).toEqual([[one], [other]]);
    expect([await find({ signedIn: 'true' }), await find({ signedIn: 'false' })]).toEqual([[], [other, one]]);
    await service.signIn('judged', PASSWORD);
    expect([await find({ signedIn: 'true' }), await find({ signedIn: 'false' })]).toEqual([[one], [other]]);
    // Nobody knows of a unit that an earlier release has created.
    expect((await list({ signedIn: 'false' })).json.body.totalElements).toBe(1);
  });
});
