import { describe, expect, it } from 'vitest';
import { createUnits } from '../../../lib/store/unit/unit-change.ts';
import { openSetup } from '../../support/service/open.ts';

const INVALID = { code: 400, desc: '请求参数有误', success: false, reason: 'invalid_input' };
const PAGE_SIZE = { field: 'pageSize', message: '应为 1 至 200 的整数' };
const PAGE_NO = { field: 'pageNo', message: '应为 0 至 9007199254740991 的整数' };
/** The parameters that each list needs. */
const UNITS = 45;

const { service, setup } = await openSetup();

const list = async (rawQuery: string) =>
  (await service.call('GET /api/vender', {}, { token: setup.admin, rawQuery })).json;
/** The expected page of that list, with its records' ids. */
const page = async (rawQuery: string) => {
  const { content, ...rest } = (await list(rawQuery)).body;
  return { ids: content.map(({ id }: { id: number }) => id), ...rest };
};
/** Ids from one number down to another. */
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);

for (let id = 2; id <= UNITS; id++) {
  const name = id % 10 === 0 ? `Lan${id} 幼儿园` : `第${id}中学`;
  const unit = {
    account: `unit${id}`,
    passwordHash: 'none',
    name,
    category: '初中',
    expire: '2099-12-31',
    systemRoleItems: [],
  };
  await createUnits(service.deps.db, [unit], service.deps.now());
}

describe('pageSize and pageNo', () => {
  it.each(['0', '201', '-1', '1.5', 'abc', '1e2', '0x10', '２０', '+5', '99999999999999999999', 'NaN'])(
    'answer 400 for pageSize «%s»',
    async (value) => {
      expect(await list(`pageSize=${encodeURIComponent(value)}`)).toEqual({ ...INVALID, errors: [PAGE_SIZE] });
    },
  );

  it.each(['-1', '1.5', 'abc', '9007199254740992', '99999999999999999999', 'Infinity'])(
    'answer 400 for pageNo «%s»',
    async (value) => {
      expect(await list(`pageNo=${value}`)).toEqual({ ...INVALID, errors: [PAGE_NO] });
    },
  );

  it('are 20 and 0 where they are absent, or empty', async () => {
    const expected = { ids: down(45, 26), number: 0, size: 20, totalElements: 45, totalPages: 3 };
    expect(await page('')).toEqual(expected);
    expect(await page('pageSize=&pageNo=')).toEqual(expected);
    expect(await page('pageSize=%20&pageNo=%E3%80%80')).toEqual(expected);
  });

  it('take both ends of their range', async () => {
    expect(await page('pageSize=200')).toEqual({
      ids: down(45, 1),
      number: 0,
      size: 200,
      totalElements: 45,
      totalPages: 1,
    });
    expect(await page('pageSize=1&pageNo=44')).toEqual({
      ids: [1],
      number: 44,
      size: 1,
      totalElements: 45,
      totalPages: 45,
    });
  });

  it('name any page, newest first, each member on exactly one', async () => {
    const pages = [];
    for (let pageNo = 0; pageNo < 7; pageNo++) pages.push(await page(`pageSize=7&pageNo=${pageNo}`));
    expect(pages.flatMap(({ ids }) => ids)).toEqual(down(45, 1));
    expect(pages.at(-1)).toEqual({ ids: down(3, 1), number: 6, size: 7, totalElements: 45, totalPages: 7 });
  });
});

describe('past the end', () => {
  it.each(['3', '100', '9007199254740991'])('page %s has empty content and the true totals', async (pageNo) => {
    const rest = { number: Number(pageNo), size: 20, totalElements: 45, totalPages: 3 };
    expect((await list(`pageNo=${pageNo}`)).body).toEqual({ content: [], ...rest });
  });

  it('of a search: empty content and the true totals of the search', async () => {
    const rest = { number: 1, size: 20, totalElements: 4, totalPages: 1 };
    expect((await list('keyword=lan&pageNo=1')).body).toEqual({ content: [], ...rest });
    const none = { content: [], number: 0, size: 20, totalElements: 0, totalPages: 0 };
    expect((await list('keyword=nothing')).body).toEqual(none);
  });
});

describe('keyword', () => {
  it.each(['keyword=', 'keyword=%20', 'keyword=%E3%80%80'])('empty is absent: %s', async (query) => {
    expect(await list(query)).toEqual(await list(''));
    const options = { token: setup.admin, rawQuery: query };
    const selected = await service.call('GET /api/vender/select', {}, options);
    expect(selected.json).toEqual((await service.call('GET /api/vender/select', {}, { token: setup.admin })).json);
    expect(selected.json.body.map(({ id }: { id: number }) => id)).toEqual(down(45, 1));
  });

  it.each(['lan', 'LAN', 'ｌａｎ', '0 幼儿', '幼儿园', 'n'])(
    'matches a substring, ignoring case: «%s»',
    async (word) => {
      const expected = { ids: [40, 30, 20, 10], number: 0, size: 20, totalElements: 4, totalPages: 1 };
      expect(await page(`keyword=${encodeURIComponent(word)}`)).toEqual(expected);
    },
  );

  it.each(['%', '_', '.*', '[0-9]', 'L*n', '\\'])('has no wildcards: «%s» is itself', async (word) => {
    expect((await page(`keyword=${encodeURIComponent(word)}`)).totalElements).toBe(0);
  });

  it('pages what it finds', async () => {
    const expected = { ids: [20, 10], number: 1, size: 2, totalElements: 4, totalPages: 2 };
    expect(await page('keyword=lan&pageSize=2&pageNo=1')).toEqual(expected);
  });

  it('longer than 100 characters is 400', async () => {
    const errors = [{ field: 'keyword', message: '不能超过 100 个字符' }];
    expect(await list(`keyword=${'字'.repeat(101)}`)).toEqual({ ...INVALID, errors });
    expect((await list(`keyword=${'字'.repeat(100)}`)).body.totalElements).toBe(0);
  });
});
