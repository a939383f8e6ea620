import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { food, stock } from '../../support/nouns/foods.ts';
import { SUCCESS, successWithUnknown } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';
import type { School } from '../../support/service/setup.ts';

const ROUTE = 'PUT /api/ingredient/mark';
const BOUNDARY = 'x-boundary-x';

const { service, setup } = await openSetup();
let school: School;

beforeAll(() => stock(service, [food('043119', '番茄', {}), food('012001x', '米', {}), food('000007', '盐', {})]));
beforeEach(async () => {
  school = await setup.createSchool();
});

const put = async (nutrient: string, mark = '常用') =>
  (await service.call(ROUTE, { nutrient, mark }, { token: school.token })).json;
const remove = async (nutrient: string) =>
  (await service.call('DELETE /api/ingredient/mark', { nutrient }, { token: school.token })).json;
const marks = async () => {
  const { json } = await service.call('GET /api/ingredient/mark', {}, { token: school.token });
  return json.body.map(({ nutrient, mark }: { nutrient: string; mark: string }) => [nutrient, mark]);
};
const addFood = (code: string, owner = school) =>
  setup.succeed('PUT /api/ingredient', { code, name: code, category: '其他' }, owner.token);

/** Uploads each text as a file, `a.csv`, `b.csv` and so on. */
async function upload(texts: readonly string[], language = 'zh') {
  const parts = texts.map((text, index) => {
    const name = `${'abc'[index]}.csv`;
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n\r\n${text}\r\n`;
  });
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, 'accept-language': language };
  const rawBody = Buffer.from(`${parts.join('')}--${BOUNDARY}--\r\n`);
  return (await service.call(ROUTE, {}, { token: school.token, headers, rawBody })).json;
}

const outcome = (set: number, removed: number, rest = '') => ({
  ...SUCCESS,
  desc: `成功：标记 ${set} 个，取消标记 ${removed} 个${rest}`,
});
const refused = (message: string, position: object) => ({
  code: 400,
  desc: '请求参数有误',
  success: false,
  reason: 'invalid_input',
  errors: [{ field: 'files', message, ...position }],
});

describe('a code without the zeros of the catalogue', () => {
  it.each([
    ['43119', '043119'],
    ['12001x', '012001x'],
    ['7', '000007'],
  ])('%s means %s, set and removed by form', async (sent, meant) => {
    expect(await put(sent)).toEqual(SUCCESS);
    expect(await marks()).toEqual([[meant, '常用']]);
    expect(await put(meant, '忌用')).toEqual(SUCCESS);
    expect(await remove(sent)).toEqual(SUCCESS);
    expect(await marks()).toEqual([]);
  });

  it('means it in an upload too, and nothing is named', async () => {
    expect(await upload(['code,mark\n43119,常用\n12001x,忌用\n'])).toEqual(outcome(2, 0));
    expect(await marks()).toEqual([
      ['012001x', '忌用'],
      ['043119', '常用'],
    ]);
    expect(await upload(['code,mark\n43119,\n12001x,忌用\n'])).toEqual(outcome(0, 1));
  });

  it.each(['12001', '43119x', '0043119', '43119X', '８'])(
    'is not %s: that is set as it is, and named',
    async (code) => {
      const meant = code.normalize('NFKC');
      expect(await put(code)).toEqual(successWithUnknown(meant));
      expect(await marks()).toEqual([[meant, '常用']]);
      expect(await put(code, '忌用')).toEqual(SUCCESS);
      expect(await remove(code)).toEqual(SUCCESS);
      expect(await marks()).toEqual([]);
    },
  );

  it('means itself where a food of the unit has it or it has a mark, not where one of another unit does', async () => {
    await addFood('43119', await setup.createSchool());
    await put('43119');
    expect(await marks()).toEqual([['043119', '常用']]);
    await addFood('43119');
    expect(await put('43119')).toEqual(SUCCESS);
    await setup.succeed('DELETE /api/ingredient', { code: '43119' }, school.token);
    expect(await put('43119', '忌用')).toEqual(SUCCESS);
    expect(await marks()).toEqual([
      ['043119', '常用'],
      ['43119', '忌用'],
    ]);
    expect(await remove('43119')).toEqual(SUCCESS);
    expect(await marks()).toEqual([['043119', '常用']]);
  });
});

describe('codes that no list of foods has', () => {
  it('are named where they are set, not where a food of the unit has them, they are marked or their mark goes', async () => {
    await addFood('自购');
    await put('marked');
    const text = 'code,mark\n043119,常用\n自购,常用\nmarked,忌用\ngone,\n某某,常用\n';
    expect(await upload([text])).toEqual(outcome(4, 0, '；食材目录和自有食材中都没有的编码：某某'));
    expect(await upload([text])).toEqual(outcome(0, 0));
  });

  it('are named up to five, then counted, in both languages', async () => {
    const text = `code,mark\n${['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((code) => `${code},常用\n`).join('')}`;
    const named = '；食材目录和自有食材中都没有的编码：a、b、c、d、e 等，另有 2 个';
    expect(await upload([text])).toEqual(outcome(7, 0, named));
    for (const code of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) await remove(code);
    const desc =
      'OK: 7 marked, 0 unmarked; codes that neither the catalogue nor a food of the unit has: a, b, c, d, e and 2 more';
    expect(await upload([text], 'en')).toEqual({ ...SUCCESS, desc });
  });
});

describe('two rows of one upload that mean one code', () => {
  it('are one where they say the same', async () => {
    expect(await upload(['code,mark\n43119,常用\n043119,常用\n'])).toEqual(outcome(1, 0));
    expect(await marks()).toEqual([['043119', '常用']]);
  });

  it('are a conflict where they do not, and nothing is applied', async () => {
    const message = 'a.csv 第 4 行「mark」：同一编码的标记不一致（见第 2 行）';
    expect(await upload(['code,mark\n043119,常用\nx,常用\n43119,\n'])).toEqual(
      refused(message, { file: 'a.csv', row: 4, column: 'mark' }),
    );
    expect(await upload(['code,mark\n043119,常用\n', 'code,mark\n43119,忌用\n'])).toEqual(
      refused('b.csv 第 2 行「mark」：同一编码的标记不一致（见 a.csv 第 2 行）', {
        file: 'b.csv',
        row: 2,
        column: 'mark',
      }),
    );
    expect(await marks()).toEqual([]);
  });
});

it('an unseen character inside a code of a file is 400 with file, row and column', async () => {
  expect(await upload(['编码,标记\n043119,常用\n0431\u200b19,常用\n'])).toEqual(
    refused('a.csv 第 3 行「编码」：应为 1 至 64 个字符的食材编码', { file: 'a.csv', row: 3, column: '编码' }),
  );
  expect(await marks()).toEqual([]);
});
