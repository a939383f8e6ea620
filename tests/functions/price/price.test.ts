import { read, utils, write } from '@e965/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '../../../lib/errors.ts';
import { readSheet } from '../../../lib/spreadsheet/rows.ts';
import { Attachment } from '../../support/files/attachment.ts';
import { food, stock } from '../../support/nouns/foods.ts';
import { addSchool, badInput, failure, outcomes, SUCCESS, success } from '../../support/nouns/units.ts';
import { openPlatform } from '../../support/service/open.ts';
import { dumpTable } from '../../support/service/table-dump.ts';

const ROUTE = 'PUT /api/ingredient/price';
const TEMPLATE = 'GET /api/ingredient/price/template';
const HEADER = ['编码', '名称', '类别', '价格（元/kg）'];
const BOUNDARY = 'x-boundary-x';

const { service, admin } = await openPlatform();
let serial = 0;

beforeAll(() =>
  stock(service, [
    food('043119', '番茄', {}, { category: '蔬菜' }),
    food('012001x', '=1+1 & <稻米>', {}, { category: '谷类' }),
  ]),
);

interface Somebody {
  readonly id: number;
  readonly token: string;
}

const openSchool = () => addSchool(service, `school${++serial}`);
const put = async ({ token }: Somebody, parameters: Record<string, string>) =>
  (await service.call(ROUTE, parameters, { token })).json;
const remove = async ({ token }: Somebody, parameters: Record<string, string>) =>
  (await service.call('DELETE /api/ingredient/price', parameters, { token })).json;
const list = async ({ token }: Somebody) => (await service.call('GET /api/ingredient/price', {}, { token })).json;
const prices = (...pairs: [nutrient: string, price: number][]) =>
  success(pairs.map(([nutrient, price]) => ({ nutrient, price })));
const unknown = (code: string) => ({ ...SUCCESS, desc: `成功；食材目录和自有食材中都没有的编码：${code}` });

async function upload({ token }: Somebody, ...texts: string[]) {
  const parts = texts.map((text, index) => {
    const name = `${'abc'[index]}.csv`;
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n\r\n${text}\r\n`;
  });
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  const rawBody = Buffer.from(`${parts.join('')}--${BOUNDARY}--\r\n`);
  return (await service.call(ROUTE, {}, { token, headers, rawBody })).json;
}

const outcome = (set: number, removed: number, rest = '') => ({
  ...SUCCESS,
  desc: `成功：设置价格 ${set} 个，删除价格 ${removed} 个${rest}`,
});

describe('PUT /api/ingredient/price by form', () => {
  it('sets and overwrites what a kilogram costs, and answers the envelope only', async () => {
    const school = await openSchool();
    const sent = { 5.6: 5.6, 0: 0, '012.50': 12.5, '9999.99': 9999.99, ' 3 ': 3, '3.00': 3 };
    for (const [price, kept] of Object.entries(sent)) {
      expect(await put(school, { nutrient: '43119', price })).toEqual(SUCCESS);
      expect(await list(school)).toEqual(prices(['043119', kept]));
    }
    const { text } = await service.call('GET /api/ingredient/price', {}, { token: school.token });
    expect(text).toContain('[{"nutrient":"043119","price":3.00}]');
    expect(await put(school, { ingredient: '自编码', price: '1.1' })).toEqual(unknown('自编码'));
    expect(await list(school)).toEqual(prices(['043119', 3], ['自编码', 1.1]));
  });

  it('takes no other price, names all that is missing, and sets nothing then', async () => {
    const school = await openSchool();
    const decimal: Problem = { code: 'decimal', min: 0, max: 9999.99, digits: 2 };
    for (const price of ['', '-1', '1.005', '10000', '1e3', '5元', '1,5', 'NaN', '__proto__']) {
      expect([price, await put(school, { nutrient: 'a', price })]).toEqual([price, badInput(['price', decimal])]);
    }
    const required: Problem = { code: 'required' };
    expect(await put(school, {})).toEqual(badInput(['nutrient', required], ['price', required]));
    expect(await put(school, { nutrient: 'a' })).toEqual(badInput(['price', required]));
    expect(await put(school, { price: '1' })).toEqual(badInput(['nutrient', required]));
    expect(await put(school, { nutrient: 'a', ingredient: 'b', price: '1' })).toEqual(
      badInput(['ingredient', { code: 'repeated' }]),
    );
    expect(await list(school)).toEqual(prices());
  });

  it('keeps all that are set at the same moment, and codes that are names of properties', async () => {
    const school = await openSchool();
    const codes = ['__proto__', ...Array.from({ length: 10 }, (_, index) => `c${index}`), 'constructor'];
    const answers = await Promise.all(
      codes.map((nutrient) => service.call(ROUTE, { nutrient, price: '2' }, { token: school.token })),
    );
    expect(outcomes(answers)).toEqual(codes.map(() => '200 success'));
    expect(await list(school)).toEqual(prices(...codes.map((code): [string, number] => [code, 2])));
  });
});

it('DELETE /api/ingredient/price removes the price alone; where there is none it writes nothing', async () => {
  const school = await openSchool();
  await put(school, { nutrient: 'a', price: '1' });
  await put(school, { nutrient: '043119', price: '2' });
  expect(await remove(school, { nutrient: '43119' })).toEqual(SUCCESS);
  expect(await list(school)).toEqual(prices(['a', 1]));
  const { result, calls } = await service.storeCalls.record(() => remove(school, { ingredient: '043119' }));
  expect(result).toEqual(SUCCESS);
  expect(calls.filter(({ command }) => command.startsWith('Transact'))).toEqual([]);
  expect(await remove(school, {})).toEqual(badInput(['nutrient', { code: 'required' }]));
});

describe('prices', () => {
  it("are the unit's own, and gone with it", async () => {
    const [school, other] = [await openSchool(), await openSchool()];
    await put(school, { nutrient: 'a', price: '1', vender: String(other.id) });
    await put(other, { nutrient: 'a', price: '2' });
    await remove(other, { nutrient: 'b', vender: String(school.id) });
    expect([await list(school), await list(other)]).toEqual([prices(['a', 1]), prices(['a', 2])]);
    const ofUnit = async () => (await dumpTable(service)).filter(({ pk }) => pk === `V#${school.id}`);
    expect((await ofUnit()).filter(({ sk }) => String(sk).startsWith('PRICES')).length).toBe(2);
    expect((await service.call('DELETE /api/vender', { vender: school.id }, { token: admin })).json).toEqual(SUCCESS);
    expect(await ofUnit()).toEqual([]);
    expect(await list(other)).toEqual(prices(['a', 2]));
  });

  it('are 10,000 at most: an upload of more is quota_reached and sets none', async () => {
    const school = await openSchool();
    const makeSheet = (count: number) =>
      `code,price\n${Array.from({ length: count }, (_, index) => `n${index},${index / 100}`).join('\n')}\n`;
    expect(await upload(school, makeSheet(10_001))).toEqual(failure(409, 'quota_reached'));
    expect(await list(school)).toEqual(prices());
    expect(await upload(school, makeSheet(10_000))).toMatchObject({ code: 200 });
    expect((await list(school)).body).toHaveLength(10_000);
    expect(await put(school, { nutrient: 'one more', price: '1' })).toEqual(failure(409, 'quota_reached'));
  });
});

describe('an upload of prices', () => {
  it('sets and removes by code, in all files or none, and says how many', async () => {
    const school = await openSchool();
    expect(await upload(school, '编码,价格\n012001x,5.6\n43119,8\nown,0\n', '单价,名称,code\n3.5,油,oil\n')).toEqual(
      outcome(4, 0, '；食材目录和自有食材中都没有的编码：own、oil'),
    );
    expect(await upload(school, '价格（元/kg）;编码\n5.60;012001x\n9;043119\n;own\n')).toEqual(outcome(1, 1));
    expect(await list(school)).toEqual(prices(['012001x', 5.6], ['043119', 9], ['oil', 3.5]));
  });

  it('names each bad row, conflicts in a file and between files', async () => {
    const school = await openSchool();
    const answer = await upload(
      school,
      'code,price\n,1\na,1.005\nb,1\nb,2\nc,-1\n',
      '编码,价格（元/千克）\nb,1.00\nd,1\n',
    );
    expect(answer.errors.map(({ message }: { message: string }) => message)).toEqual([
      'a.csv 第 2 行「code」：食材编码不能为空',
      'a.csv 第 3 行「price」：应为 0 至 9999.99 的数，最多两位小数，或空',
      'a.csv 第 5 行「price」：同一编码的价格不一致（见第 4 行）',
      'a.csv 第 6 行「price」：应为 0 至 9999.99 的数，最多两位小数，或空',
    ]);
    const second = await upload(school, 'code,price\n43119,1\n', 'code,price\n043119,2\n');
    expect(second.errors).toEqual([
      {
        field: 'files',
        message: 'b.csv 第 2 行「price」：同一编码的价格不一致（见 a.csv 第 2 行）',
        ...{ file: 'b.csv', row: 2, column: 'price' },
      },
    ]);
    expect((await upload(school, 'code,mark\na,1\n')).errors[0].message).toContain('缺少该列');
    expect(await list(school)).toEqual(prices());
  });
});

describe('the template of prices', () => {
  const readCells = (bytes: Buffer) => readSheet('a.xlsx', bytes).rows.map(({ cells }) => cells);

  it("has the catalogue and the unit's own codes with its prices, and can be uploaded by the client", async () => {
    const [school, other] = [await openSchool(), await openSchool()];
    await put(other, { nutrient: 'others', price: '1' });
    await put(school, { nutrient: '012001x', price: '5.6' });
    await put(school, { nutrient: 'OWN-1', price: '3' });
    await service.call('PUT /api/ingredient/mark', { nutrient: '043119', mark: '常用' }, { token: school.token });
    const download = (parameters = {}) => service.call(TEMPLATE, parameters, { token: school.token });
    const { bytes, headers } = await download();
    expect(headers['content-disposition']).toContain(encodeURIComponent('食材价格'));
    expect(readCells(bytes)).toEqual([
      HEADER,
      ['012001x', '=1+1 & <稻米>', '谷类', '5.6'],
      ['043119', '番茄', '蔬菜'],
      ['OWN-1', '', '', '3'],
    ]);
    expect(readCells((await download({ mark: '常用' })).bytes)).toEqual([HEADER, ['043119', '番茄', '蔬菜']]);
    expect(readCells((await download({ keyword: 'own' })).bytes)).toEqual([HEADER, ['OWN-1', '', '', '3']]);
    const send = async (content: Buffer) => {
      const files = new Attachment('食材价格.xlsx', content);
      return (await service.call('PUT /api/ingredient/price', { files }, { token: school.token })).json.desc;
    };
    expect(await send((await download()).bytes)).toBe(outcome(0, 0).desc);
    const book = read(bytes);
    const sheet = book.Sheets['食材价格'] ?? {};
    // A spreadsheet stores a typed-over price as a number.
    utils.sheet_add_aoa(sheet, [[12.1]], { origin: 'D3' });
    utils.sheet_add_aoa(sheet, [['']], { origin: 'D4' });
    expect(await send(write(book, { type: 'buffer', bookType: 'xlsx' }))).toBe(outcome(1, 1).desc);
    const { json } = await service.call('GET /api/ingredient/price', {}, { token: school.token });
    expect(json.body).toEqual([
      { nutrient: '012001x', price: 5.6 },
      { nutrient: '043119', price: 12.1 },
    ]);
  });
});
