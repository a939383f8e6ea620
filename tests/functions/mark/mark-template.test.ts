import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { read, utils, write } from '@e965/xlsx';
import { strFromU8, unzipSync } from 'fflate';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Mark } from '../../../lib/domain/ingredient/mark.ts';
import { readSheet } from '../../../lib/spreadsheet/rows.ts';
import { changeValues, markKind } from '../../../lib/store/ingredient/code-values.ts';
import { Attachment } from '../../support/files/attachment.ts';
import { food, stock } from '../../support/nouns/foods.ts';
import { addSchool, badInput } from '../../support/nouns/units.ts';
import { openService } from '../../support/service/open.ts';
import { type Answer, startService } from '../../support/service/service.ts';
import { dumpTable } from '../../support/service/table-dump.ts';

const ROUTE = 'GET /api/ingredient/mark/template';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const HEADER = ['编码', '名称', '类别', '标记'];
const foods = [
  food('043119', '番茄', {}, { category: '蔬菜' }),
  food('012001x', '=1+1 & <稻米>', {}, { category: '谷类' }),
  food('_x0041_', '花生仁（生）', {}, { category: '坚果' }),
];

const service = await openService();
let school: { id: number; token: string };

/** Each test has a school of its own. */
let serial = 0;
beforeEach(async () => {
  school = await addSchool(service, `school${++serial}`);
  await mark(['012001x', '常用'], ['OWN-1', '忌用'], ['自编码', '常用']);
});

async function mark(...marks: [code: string, mark: Mark | undefined][]): Promise<void> {
  await changeValues(service.deps.db, school.id, markKind, new Map(marks));
}

const download = (parameters: Record<string, string> = {}, token = school.token) =>
  service.call(ROUTE, parameters, { token });
const readCells = ({ bytes }: Pick<Answer, 'bytes'>) => readSheet('a.xlsx', bytes).rows.map(({ cells }) => cells);
const readMarks = async () =>
  (await service.call('GET /api/ingredient/mark', {}, { token: school.token })).json.body.map(
    (one: { nutrient: string; mark: string }) => [one.nutrient, one.mark],
  );

async function upload(file: Uint8Array, name = '食材标记.xlsx'): Promise<string> {
  const files = new Attachment(name, file);
  return (await service.call('PUT /api/ingredient/mark', { files }, { token: school.token })).json.desc;
}

/** The template with some cells replaced, by address, as a spreadsheet saves it. */
function edit(file: Buffer, cells: Readonly<Record<string, string>>): Buffer {
  const book = read(file);
  const sheet = book.Sheets['食材标记'] ?? {};
  for (const [address, text] of Object.entries(cells)) utils.sheet_add_aoa(sheet, [[text]], { origin: address });
  return write(book, { type: 'buffer', bookType: 'xlsx' });
}

await stock(service, foods);

describe('the template', () => {
  it("has the whole catalogue and the unit's own codes, in the order of the codes, with the unit's marks", async () => {
    const answer = await download();
    expect([answer.status, answer.json]).toEqual([200, undefined]);
    expect(answer.headers).toMatchObject({
      'content-type': XLSX,
      'content-disposition': `attachment; filename="file.xlsx"; filename*=UTF-8''${encodeURIComponent('食材标记')}.xlsx`,
      'cache-control': 'no-store',
    });
    expect(readCells(answer)).toEqual([
      HEADER,
      ['012001x', '=1+1 & <稻米>', '谷类', '常用'],
      ['043119', '番茄', '蔬菜'],
      ['OWN-1', '', '', '忌用'],
      ['_x0041_', '花生仁（生）', '坚果'],
      ['自编码', '', '', '常用'],
    ]);
  });

  it('lets choose between the two marks, or none, in every row, those to come included', async () => {
    const sheet = unzipSync((await download()).bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array();
    expect(strFromU8(sheet)).toContain(
      '<dataValidation type="list" allowBlank="1" showErrorMessage="1" errorTitle="标记" ' +
        'error="请选择常用或忌用；留空表示不标记" sqref="D2:D1048576"><formula1>&quot;常用,忌用&quot;</formula1>',
    );
  });

  it('shows nothing of the marks of another unit', async () => {
    const other = await addSchool(service, `other${serial}`);
    expect(readCells(await download({}, other.token))).toEqual([
      HEADER,
      ['012001x', '=1+1 & <稻米>', '谷类'],
      ['043119', '番茄', '蔬菜'],
      ['_x0041_', '花生仁（生）', '坚果'],
    ]);
  });

  it.each([
    [{ category: '谷类' }, ['012001x']],
    [{ keyword: '0' }, ['012001x', '043119', '_x0041_']],
    [{ keyword: 'own' }, ['OWN-1']],
    [{ mark: '常用' }, ['012001x', '自编码']],
    [{ mark: '常用', category: '谷类', keyword: '稻' }, ['012001x']],
    [{ category: '水果' }, []],
    [{ keyword: '', category: '', mark: '' }, ['012001x', '043119', 'OWN-1', '_x0041_', '自编码']],
  ])('is cut down to %j as the list of the catalogue is', async (filter, codes) => {
    const [header, ...rows] = readCells(await download(filter));
    expect(header).toEqual(HEADER);
    expect(rows.map(([code]) => code)).toEqual(codes);
  });

  it('is the same, byte by byte, as long as nothing changes', async () => {
    const { bytes } = await download();
    expect((await download()).bytes).toEqual(bytes);
    await mark(['043119', '忌用']);
    expect((await download()).bytes).not.toEqual(bytes);
  });

  it('of an empty catalogue is a header that can be uploaded', async () => {
    const empty = await startService();
    try {
      const { token } = await addSchool(empty, 'school');
      expect(readCells(await empty.call(ROUTE, {}, { token }))).toEqual([HEADER]);
    } finally {
      await empty.stop();
    }
  });

  it('is refused in the envelope', async () => {
    const bad = await download({ mark: '喜欢', keyword: 'x'.repeat(101), category: '\u0007' });
    expect(bad.json).toEqual(
      badInput(
        ['keyword', { code: 'too_long', max: 100 }],
        ['category', { code: 'text' }],
        ['mark', { code: 'choice', names: '常用 忌用 none' }],
      ),
    );
  });
});

describe('the template, uploaded,', () => {
  it.each([{}, { category: '谷类' }, { mark: '忌用' }, { keyword: 'nothing' }])(
    'unchanged changes nothing, cut down to %j, and is not even logged',
    async (filter) => {
      const { bytes } = await download(filter);
      const before = await dumpTable(service);
      expect(await upload(bytes)).toBe('成功：标记 0 个，取消标记 0 个');
      expect(await dumpTable(service)).toEqual(before);
    },
  );

  it('with single cells changed changes just these, as a spreadsheet saves it', async () => {
    const { bytes } = await download();
    expect(await upload(edit(bytes, { D2: '忌用', D3: '常用', D4: '', A7: '新编码', D7: '常用' }))).toBe(
      '成功：标记 3 个，取消标记 1 个；食材目录和自有食材中都没有的编码：新编码',
    );
    expect(await readMarks()).toEqual([
      ['012001x', '忌用'],
      ['043119', '常用'],
      ['新编码', '常用'],
      ['自编码', '常用'],
    ]);
  });

  it('unchanged, but saved by LibreOffice Calc, changes nothing', async () => {
    const content = await readFile(join(import.meta.dirname, '../../fixtures', 'mark-template-libreoffice.xlsx'));
    expect(readCells({ bytes: content })).toEqual(readCells(await download()));
    expect(await upload(content)).toBe('成功：标记 0 个，取消标记 0 个');
  });

  it('puts back what others have marked meanwhile: it says of every row what is to be', async () => {
    const { bytes } = await download();
    await mark(['043119', '常用'], ['OWN-1', undefined], ['later', '忌用']);
    expect(await upload(bytes)).toBe('成功：标记 1 个，取消标记 1 个；食材目录和自有食材中都没有的编码：OWN-1');
    expect(await readMarks()).toEqual([
      ['012001x', '常用'],
      ['OWN-1', '忌用'],
      ['later', '忌用'],
      ['自编码', '常用'],
    ]);
  });
});
