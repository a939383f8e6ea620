import { beforeAll, describe, expect, it } from 'vitest';
import { Attachment } from '../../support/files/attachment.ts';
import { makeBook } from '../../support/files/sheets.ts';
import { food, stock } from '../../support/nouns/foods.ts';
import { addSchool, badInput, SUCCESS, success } from '../../support/nouns/units.ts';
import { openPlatform } from '../../support/service/open.ts';

const { service } = await openPlatform();
let serial = 0;

beforeAll(() => stock(service, [food('043119', '番茄', {}, { category: '蔬菜' })]));

const openSchool = () => addSchool(service, `school${++serial}`);
const kinds = [
  { noun: 'mark', column: '标记', sent: '常用', kept: '常用', done: '成功：标记 1 个，取消标记 0 个' },
  { noun: 'price', column: '价格', sent: '7.5', kept: 7.5, done: '成功：设置价格 1 个，删除价格 0 个' },
] as const;

describe.each(kinds)('PUT /api/ingredient/$noun/sheet.xlsx', ({ noun, column, sent, kept, done }) => {
  const route = `PUT /api/ingredient/${noun}/sheet.xlsx`;
  const csv = new Attachment('table.csv', `编码,${column}\n043119,${sent}\n`);
  const book = new Attachment(
    'table.xlsx',
    makeBook([
      [
        '表',
        [
          ['编码', column],
          ['043119', sent],
        ],
      ],
    ]),
  );
  const list = async (token: string) => (await service.call(`GET /api/ingredient/${noun}`, {}, { token })).json;
  const send = async (token: string, parameters: Parameters<typeof service.call>[1], to = route) =>
    (await service.call(to, parameters, { token })).json;

  it.each([csv, book])('takes $name as the address without it does, for the own unit alone', async (files) => {
    const [school, other] = [await openSchool(), await openSchool()];
    expect(await send(school.token, { files })).toEqual({ ...SUCCESS, desc: done });
    expect(await list(school.token)).toEqual(success([{ nutrient: '043119', [noun]: kept }]));
    expect(await list(other.token)).toEqual(success([]));
    const answer = await send(other.token, { files }, `PUT /api/ingredient/${noun}`);
    expect(answer).toEqual({ ...SUCCESS, desc: done });
    expect(await list(other.token)).toEqual(await list(school.token));
  });

  it('changes nothing when it is sent again', async () => {
    const { token } = await openSchool();
    await send(token, { files: csv });
    const before = await list(token);
    expect(await send(token, { files: csv })).toEqual({ ...SUCCESS, desc: done.replace('1', '0') });
    expect(await list(token)).toEqual(before);
  });

  it('refuses one wrong row with all others, and a form', async () => {
    const { token } = await openSchool();
    const files = new Attachment('table.csv', `编码,${column}\n043119,${sent}\n043119,?\n`);
    const refused = await send(token, { files });
    expect(refused).toMatchObject({ code: 400, reason: 'invalid_input', errors: [{ field: 'files', row: 3, column }] });
    expect(await send(token, { nutrient: '043119', [noun]: sent })).toEqual(badInput(['files', { code: 'required' }]));
    expect(await list(token)).toEqual(success([]));
  });
});
