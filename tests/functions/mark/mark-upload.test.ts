import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeBomb } from '../../support/files/sheets.ts';
import { openSetup } from '../../support/service/open.ts';

const BOUNDARY = 'x-boundary-x';
const ROUTE = 'PUT /api/ingredient/mark';

const { service, setup } = await openSetup();

interface Part {
  readonly field?: string;
  readonly name?: string;
  readonly content: string | Uint8Array;
}

/** A multipart body as browsers send it. */
function multipart(parts: readonly Part[]): Buffer {
  const chunks = parts.flatMap(({ field = 'files', name = 'marks.csv', content }) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n`,
    'Content-Type: application/octet-stream\r\n\r\n',
    content,
    '\r\n',
  ]);
  return Buffer.concat([...chunks, `--${BOUNDARY}--\r\n`].map((chunk) => Buffer.from(chunk)));
}

async function upload(parts: readonly Part[], options: { language?: string; body?: Buffer } = {}) {
  const headers = {
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    ...(options.language === undefined ? {} : { 'accept-language': options.language }),
  };
  const rawBody = options.body ?? multipart(parts);
  return (await service.call(ROUTE, {}, { token, headers, rawBody })).json;
}

const marks = async () => (await service.call('GET /api/ingredient/mark', {}, { token })).json.body;
/** The success of an upload. `unknown` are the named codes: this file's platform has no catalogue. */
const done = (set: number, removed: number, unknown = '') => ({
  code: 200,
  desc: `成功：标记 ${set} 个，取消标记 ${removed} 个${unknown && `；食材目录和自有食材中都没有的编码：${unknown}`}`,
  success: true,
});
const refused = (...messages: string[]) => ({
  code: 400,
  desc: '请求参数有误',
  success: false,
  reason: 'invalid_input',
  errors: messages.map((message) => ({ field: 'files', message, ...placeIn(message) })),
});

/** The place in a message, as fields beside it. */
function placeIn(message: string) {
  const [, file, row, column] = /^(.+?\.(?:csv|xlsx|pdf))(?: 第 (\d+) 行)?(?:「(.+?)」)?：/.exec(message) ?? [];
  return { ...(file && { file }), ...(row && { row: Number(row) }), ...(column && { column }) };
}

beforeEach(async () => {
  for (const { nutrient } of await marks()) {
    await service.call('DELETE /api/ingredient/mark', { nutrient }, { token });
  }
});

const token = setup.school.token;

describe('an upload', () => {
  it('sets and removes marks by code, overwrites, and says how many', async () => {
    expect(await upload([{ content: '编码,标记\n012001x,常用\n045301,忌用\n' }])).toEqual(
      done(2, 0, '012001x、045301'),
    );
    expect(await upload([{ content: '标记,名称,code\n忌用,米,012001x\n,菜,045301\n常用,蛋,111101x\n' }])).toEqual(
      done(2, 1, '111101x'),
    );
    expect(await marks()).toEqual([
      { nutrient: '012001x', mark: '忌用' },
      { nutrient: '111101x', mark: '常用' },
    ]);
  });

  it('names the columns that it does not read, but for those of the template', async () => {
    const { desc } = await upload([{ content: '编码,名称,类别,标记,备注,产地\n012001x,大米,谷类,常用,,\n' }]);
    expect(desc).toMatch(/012001x；没有读取的列：备注、产地$/);
  });

  it('counts what it changes, not what was so before', async () => {
    await upload([{ content: 'code,mark\na,常用\nb,忌用\n' }]);
    const content = 'code,mark\na,常用\nb,常用\nc,\n';
    expect(await upload([{ content }])).toEqual(done(1, 0));
    expect(await upload([{ content }])).toEqual(done(0, 0));
  });

  it('takes several parts named files', async () => {
    const parts = [
      { name: 'a.csv', content: 'code,mark\na,常用\n' },
      { name: 'b.csv', content: 'code,mark\nb,忌用\na,常用\n' },
    ];
    expect(await upload(parts)).toEqual(done(2, 0, 'a、b'));
    expect(await marks()).toEqual([
      { nutrient: 'a', mark: '常用' },
      { nutrient: 'b', mark: '忌用' },
    ]);
  });

  it.each(['marks-libreoffice.xlsx', 'marks-libreoffice.csv'])(
    'takes %s as LibreOffice Calc writes it',
    async (name) => {
      const content = await readFile(join(import.meta.dirname, '../../fixtures', name));
      await service.call(ROUTE, { nutrient: '083101', mark: '忌用' }, { token });
      expect(await upload([{ name, content }])).toEqual(done(3, 1, '012001x、045301、111101x'));
      expect(await marks()).toEqual([
        { nutrient: '012001x', mark: '常用' },
        { nutrient: '045301', mark: '忌用' },
        { nutrient: '111101x', mark: '常用' },
      ]);
    },
  );

  it('takes GB18030 and UTF-8 with a byte order mark', async () => {
    // 编码,标记 / 012001x,常用 in GB18030.
    const gb18030 = Buffer.from('b1e0c2eb2cb1eabcc70a303132303031782cb3a3d3c30a', 'hex');
    expect(await upload([{ content: gb18030 }])).toEqual(done(1, 0, '012001x'));
    expect(await upload([{ content: '\uFEFF编码,标记\n045301,忌用\n' }])).toEqual(done(1, 0, '045301'));
    expect(await marks()).toEqual([
      { nutrient: '012001x', mark: '常用' },
      { nutrient: '045301', mark: '忌用' },
    ]);
  });

  it('takes 20,000 rows, and no more', async () => {
    const rows = (count: number) => Array.from({ length: count }, (_, index) => `n${index % 10_000},常用`).join('\n');
    expect(await upload([{ content: `code,mark\n${rows(20_000)}\n` }])).toEqual(
      done(10_000, 0, 'n0、n1、n2、n3、n4 等，另有 9995 个'),
    );
    const removal = Array.from({ length: 20_000 }, (_, index) => `n${index % 10_000},`).join('\n');
    expect(await upload([{ content: `code,mark\n${removal}\n` }])).toEqual(done(0, 10_000));
    expect(await upload([{ content: `code,mark\n${rows(20_001)}\n` }])).toEqual(
      refused('marks.csv 第 20002 行：不能超过 20000 行数据'),
    );
    expect(await marks()).toEqual([]);
  });

  it('is reported in English if the caller prefers that', async () => {
    const unknown = 'codes that neither the catalogue nor a food of the unit has: a';
    const answer = await upload([{ content: 'code,mark\na,常用\n' }], { language: 'en' });
    expect(answer).toEqual({ code: 200, desc: `OK: 1 marked, 0 unmarked; ${unknown}`, success: true });
  });

  it('is all or nothing: any bad row is named with file and row, and nothing is applied', async () => {
    await upload([{ content: 'code,mark\nkept,常用\n' }]);
    const parts = [
      { name: '好.csv', content: '编码,标记\na,常用\n' },
      { name: '坏.csv', content: '编码,标记\nb,也许\n,常用\nc,忌用\n' },
    ];
    expect(await upload(parts)).toEqual(
      refused('坏.csv 第 2 行「标记」：应为常用、忌用或空', '坏.csv 第 3 行「编码」：食材编码不能为空'),
    );
    expect(await upload(parts, { language: 'en' })).toMatchObject({
      errors: [
        {
          field: 'files',
          message: '坏.csv row 2 "标记": must be 常用, 忌用 or empty',
          file: '坏.csv',
          row: 2,
          column: '标记',
        },
        { field: 'files', message: '坏.csv row 3 "编码": must not be empty', file: '坏.csv', row: 3, column: '编码' },
      ],
    });
    expect(await marks()).toEqual([{ nutrient: 'kept', mark: '常用' }]);
  });

  it('lists the first 100 problems, and says how many more there are', async () => {
    const rows = Array.from({ length: 150 }, (_, index) => `c${index},?`).join('\n');
    const answer = await upload([{ content: `code,mark\n${rows}\n` }]);
    expect(answer.errors.slice(100)).toEqual([{ field: 'files', message: '另有 50 处错误未列出' }]);
    const message = 'marks.csv 第 101 行「mark」：应为常用、忌用或空';
    expect(answer.errors[99]).toEqual({ field: 'files', message, file: 'marks.csv', row: 101, column: 'mark' });
  });

  it('refuses a code that two files mark differently', async () => {
    const parts = [
      { name: 'a.csv', content: 'code,mark\nx,常用\n' },
      { name: 'b.csv', content: 'code,mark\nx,忌用\n' },
    ];
    expect(await upload(parts)).toEqual(refused('b.csv 第 2 行「mark」：同一编码的标记不一致（见 a.csv 第 2 行）'));
    expect(await marks()).toEqual([]);
  });

  it.each([
    ['no part named files', [{ field: 'other', content: 'code,mark\n' }], '必填'],
    ['no table', [{ name: 'a.pdf', content: '%PDF' }], 'a.pdf：仅支持 .xlsx 和 .csv 文件'],
    ['no header of ours', [{ content: '甲,标记\n1,常用\n' }], 'marks.csv 第 1 行「编码」：缺少该列'],
    ['eleven files', Array.from({ length: 11 }, () => ({ content: 'code,mark\n' })), '不能超过 10 个'],
  ])('with %s is a clear 400', async (_, parts, message) => {
    expect(await upload(parts)).toEqual(refused(message));
  });

  it('refuses a zip bomb without unpacking it', async () => {
    const sheet = makeBomb('xl/worksheets/sheet1.xml', 17 * 1024 * 1024);
    expect(sheet.length).toBeLessThan(1024 * 1024);
    expect(await upload([{ name: 'b.xlsx', content: sheet }])).toEqual(refused('b.xlsx：解压后的内容过大'));
  });

  it('with a password, which no upload takes, is 400 naming it', async () => {
    const parts = [{ content: 'code,mark\na,常用\n' }, { field: 'password', content: 'x' }];
    const errors = [{ field: 'password', message: '此接口不接受该参数' }];
    expect(await upload(parts)).toEqual({ ...refused(), errors });
    expect(await marks()).toEqual([]);
  });

  it('whose body has no end is a clear 400', async () => {
    const body = multipart([{ content: 'code,mark\na,常用\n' }]).subarray(0, -20);
    const answer = await upload([], { body });
    expect(answer).toEqual(refused('格式有误'));
    expect(await marks()).toEqual([]);
  });

  it('of more than 4 MB is 413', async () => {
    const answer = await upload([{ content: `code,mark\n${'x'.repeat(4 * 1024 * 1024)}` }]);
    expect(answer).toEqual({ code: 413, desc: '提交的内容过大', success: false, reason: 'payload_too_large' });
  });

  it('of 4 MiB is read, and its base64 form fits into the 6 MB of a function', async () => {
    const plain = multipart([{ content: 'code,mark\na,常用\n' }]);
    // A field of an upload may take a megabyte.
    const share = Math.floor((4 * 1024 * 1024 - plain.length - 1000) / 5);
    const padding = multipart(['a', 'b', 'c', 'd', 'e'].map((field) => ({ field, content: 'x'.repeat(share) })));
    const body = Buffer.concat([padding.subarray(0, -(BOUNDARY.length + 6)), plain]);
    expect(body.toString('base64').length).toBeLessThan(6_000_000);
    expect(await upload([], { body })).toEqual(done(1, 0, 'a'));
  });

  it('is taken by this endpoint only: elsewhere multipart is 415', async () => {
    const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
    const options = { token, headers, rawBody: multipart([{ content: 'x' }]) };
    expect((await service.call('PUT /api/role', {}, options)).json).toMatchObject({ code: 415 });
    expect((await service.call('DELETE /api/ingredient/mark', {}, options)).json).toMatchObject({ code: 415 });
  });
});
