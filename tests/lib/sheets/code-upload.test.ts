import { describe, expect, it } from 'vitest';
import { AppError, describeProblem } from '../../../lib/errors.ts';
import { type CodeSheetForm, readCodeUpload } from '../../../lib/sheets/code-upload.ts';
import { markSheetForm, priceSheetForm } from '../../../lib/sheets/value-sheets.ts';
import { makeBook, writeBook } from '../../support/files/sheets.ts';

/** What a file sets, or else its problems: row, column, text. */
function readFile<Value extends string>(form: CodeSheetForm<Value>, name: string, bytes: Uint8Array) {
  try {
    const { valueByCode, unread } = readCodeUpload(form, [{ name, bytes }]);
    return { values: [...valueByCode], unread };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const problems = error.fields.map(({ position, problem }) => {
      const text = describeProblem(problem, 'zh').replace(/^[^：]*：/, '');
      return [position?.row, position?.column, text];
    });
    return { problems, sheet: error.fields[0]?.position?.sheet };
  }
}

const read = (text: string) => readFile(markSheetForm, 'm.csv', Buffer.from(text));
const readBook = (bytes: Uint8Array) => readFile(markSheetForm, 'm.xlsx', bytes);

const MISSING = '缺少该列';
const BAD_CODE = '应为 1 至 64 个字符的食材编码';
const BAD_MARK = '应为常用、忌用或空';
const BAD_TYPE = '应为文本或数字，不能是日期、逻辑值或错误值';
const FORMULA = '不能含有公式，请粘贴为数值';

describe('a mark sheet', () => {
  it('has its columns in any order, under either name, further ones named', () => {
    const values = [['1', '忌用']];
    const unread = (...columns: string[]) => [{ sheet: undefined, columns }];
    expect(read('\uFEFF 标 记 ,备注,Code\n忌用,x,1\n')).toEqual({ values, unread: unread('备注') });
    expect(read('CODE,MARK\n1,忌用\n')).toEqual({ values, unread: unread() });
    expect(read('编码;标记;\n１; 忌用 ;\n')).toEqual({ values, unread: unread() });
  });

  it('may have empty rows and repeat a row', () => {
    const values = [
      ['1', '常用'],
      ['2', undefined],
    ];
    expect(read('编码,标记\n\n1,常用\n,\n1,常用\n2,\n')).toMatchObject({ values });
    expect(read('编码,标记\n')).toMatchObject({ values: [] });
  });

  it('must have a header row with both columns, each once', () => {
    const problemsOf = (text: string) => read(text).problems;
    expect(problemsOf('')).toEqual([[undefined, undefined, '缺少表头行']]);
    expect(problemsOf('编码,x\n,常用\n')).toEqual([[1, '标记', MISSING]]);
    const bothMissing = ['编码', '标记'].map((column) => [1, column, MISSING]);
    expect(problemsOf('1,常用\n')).toEqual(bothMissing);
    expect(problemsOf('编码,code,标记\n,\n,常用\n')).toEqual([[1, '编码', '该列重复出现']]);
    const readBelow = (titles: number) =>
      readBook(writeBook([...Array(titles).fill(['标题']), ['编码', '标记'], ['1', '常用']]));
    expect(readBelow(9)).toMatchObject({ values: [['1', '常用']] });
    expect(readBelow(10).problems).toEqual(bothMissing);
  });

  it('names every bad row with its column', () => {
    const rows = `,常用\n${'x'.repeat(65)},常用\na\tb,常用\n1,喜欢\n2,常用\n2,忌用\n2,\n3,忌用\n`;
    expect(read(`编码,备注,标记\n${rows.replaceAll(',', ',x,')}4,only a note,\n,only a note,\n`).problems).toEqual([
      [2, '编码', '食材编码不能为空'],
      [3, '编码', BAD_CODE],
      [4, '编码', BAD_CODE],
      [5, '标记', BAD_MARK],
      [7, '标记', '同一编码的标记不一致（见第 6 行）'],
      [8, '标记', '同一编码的标记不一致（见第 6 行）'],
      [11, '编码', '食材编码不能为空'],
    ]);
  });

  it('has no formulas, and dates, booleans and errors only in ignored columns', () => {
    const rows = [
      ['编码', '备注', '标记'],
      ['1', new Date(Date.UTC(2026, 0, 2)), '常用'],
      [true, true, '常用'],
      ['3', 'x', new Date(Date.UTC(2026, 0, 2))],
      ['4', null, '常用'],
    ];
    const cells = { B5: { t: 'n', f: 'A1', v: 1 } } as const;
    expect(readBook(writeBook(rows, cells)).problems).toEqual([
      [3, '编码', BAD_TYPE],
      [4, '标记', BAD_TYPE],
      [5, '备注', FORMULA],
    ]);
  });

  it('reports all mistakes of a row, each once', () => {
    const rows = [
      ['编码', '备注', '标记'],
      [true, '', '喜欢'],
      [null, null, null],
      ['1', null, '喜欢'],
      ['x'.repeat(65), null, '喜欢'],
      [null, null, true],
    ];
    const cells = { B3: { t: 'n', f: 'SUM(A1)', v: 1 } } as const;
    expect(readBook(writeBook(rows, cells)).problems).toEqual([
      [2, '编码', BAD_TYPE],
      [2, '标记', BAD_MARK],
      [3, '备注', FORMULA],
      [4, '标记', BAD_MARK],
      [5, '编码', BAD_CODE],
      [5, '标记', BAD_MARK],
      [6, '标记', BAD_TYPE],
    ]);
  });

  it('is the first visible worksheet with the header, which may follow titles; sums are left out', () => {
    const sheet = (...rows: (readonly (string | number)[])[]) => rows;
    const readSecond = (mark: string) => {
      const rows = sheet(['食材标记表'], [], ['食材编码', '标记'], [45301, '常用'], ['合计：', 1], ['2', mark]);
      return readBook(
        makeBook([
          ['说明', [['随便']]],
          ['标记表', rows],
        ]),
      );
    };
    const values = [
      ['45301', '常用'],
      ['2', '忌用'],
    ];
    expect(readSecond('忌用')).toEqual({ values, unread: [{ sheet: '标记表', columns: [] }] });
    expect(readSecond('喜欢')).toEqual({ sheet: '标记表', problems: [[6, '标记', BAD_MARK]] });
  });
});

describe('a price sheet', () => {
  const readPrice = (header: string, price = '3.50') => {
    const bytes = Buffer.from(`编码,名称,${header}\n1,x,${price}\n`);
    const { values, problems } = readFile(priceSheetForm, 'p.csv', bytes);
    return problems?.[0] ?? values?.[0]?.[1];
  };
  const PER_JIN = '应为每千克的价格（元/kg）；每斤的价格请乘以 2';

  it('has prices of a kilogram under the headings that the house prints, with or without 元', () => {
    const headers = ['价格（元/kg）', '单价（元/kg）', '单价（元/千克）', '价格 元/kg', '单价 元/kg', '单价', 'price'];
    expect(headers.map((header) => readPrice(header))).toEqual(headers.map(() => '3.50'));
    const prices = ['3.5元', '¥3.5', '3.5 元/kg', '3.5元/千克', '3.5元/公斤'];
    expect(prices.map((price) => readPrice('价格', price))).toEqual(prices.map(() => '3.50'));
  });

  it('has none of half a kilogram, and says why', () => {
    for (const header of ['单价（元/斤）', '价格 元/市斤', '元/500g'])
      expect(readPrice(header)).toEqual([1, header, PER_JIN]);
    expect(readPrice('单价', '3.5元/斤')).toEqual([2, '单价', PER_JIN]);
    expect(readPrice('单价', '3.5元/箱')).toEqual([2, '单价', '应为 0 至 9999.99 的数，最多两位小数，或空']);
  });
});
