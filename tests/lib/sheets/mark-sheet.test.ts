import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCodeSheet } from '../../../lib/sheets/code-sheet.ts';
import { markSheetForm } from '../../../lib/sheets/mark-sheet.ts';
import { priceSheetForm } from '../../../lib/sheets/price-sheet.ts';
import { describeFileProblem } from '../../../lib/spreadsheet/problem.ts';
import { catchProblem, makeBook, writeBook } from '../../support/files/sheets.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures');

const readMarkSheet = (name: string, bytes: Uint8Array) => readCodeSheet(markSheetForm, name, bytes);
const read = (text: string) => readMarkSheet('m.csv', Buffer.from(text));
const problemsOf = (bytes: Uint8Array) =>
  readMarkSheet('m.xlsx', bytes).problems.map(({ code, row, column }) => [code, row, column]);

describe('a mark sheet', () => {
  it('of LibreOffice Calc is read, as workbook and as CSV with semicolons', async () => {
    for (const name of ['marks-libreoffice.xlsx', 'marks-libreoffice.csv']) {
      expect(readMarkSheet(name, await readFile(join(FIXTURES, name)))).toMatchObject({
        rows: [
          { row: 2, code: '012001x', value: '常用' },
          { row: 3, code: '045301', value: '忌用' },
          { row: 4, code: '111101x', value: '常用' },
          { row: 5, code: '083101', value: undefined },
        ],
        valueHeader: '标记',
        problems: [],
      });
    }
  });

  it('has its columns in any order, under either name, further ones named', () => {
    const expected = { rows: [{ row: 2, code: '1', value: '忌用' }], unreadColumns: [], problems: [] };
    const unreadColumns = ['备注'];
    expect(read('\uFEFF 标 记 ,备注,Code\n忌用,x,1\n')).toEqual({ ...expected, valueHeader: '标 记', unreadColumns });
    expect(read('CODE,MARK\n1,忌用\n')).toEqual({ ...expected, valueHeader: 'MARK' });
    expect(read('编码;标记;\n１; 忌用 ;\n')).toEqual({ ...expected, valueHeader: '标记' });
  });

  it('may have empty rows and repeat a row', () => {
    expect(read('编码,标记\n\n1,常用\n,\n1,常用\n2,\n')).toEqual({
      rows: [
        { row: 3, code: '1', value: '常用' },
        { row: 5, code: '1', value: '常用' },
        { row: 6, code: '2', value: undefined },
      ],
      valueHeader: '标记',
      unreadColumns: [],
      problems: [],
    });
    expect(read('编码,标记\n')).toEqual({ rows: [], valueHeader: '标记', unreadColumns: [], problems: [] });
  });

  it('must have a header row with both columns, each once', () => {
    expect(catchProblem(() => read(''))).toMatchObject({ code: 'no_header' });
    expect(read('编码,x\n1,常用\n').problems).toMatchObject([{ code: 'missing_column', column: '标记' }]);
    expect(read('1,常用\n').problems).toMatchObject([
      { code: 'missing_column', column: '编码', row: 1 },
      { code: 'missing_column', column: '标记', row: 1 },
    ]);
    expect(read('编码,code,标记\n').problems).toMatchObject([{ code: 'repeated_column', column: '编码' }]);
  });

  it('names every bad row with its column', () => {
    const long = 'x'.repeat(65);
    const { rows: marks, problems } = read(
      `编码,标记\n,常用\n${long},常用\na\tb,常用\n1,喜欢\n2,常用\n2,忌用\n2,\n3,忌用\n`,
    );
    expect(problems.map(({ file, code, row, column }) => [file, code, row, column])).toEqual([
      ['m.csv', 'empty_code', 2, '编码'],
      ['m.csv', 'bad_code', 3, '编码'],
      ['m.csv', 'bad_code', 4, '编码'],
      ['m.csv', 'unknown_mark', 5, '标记'],
    ]);
    expect(marks).toContainEqual({ row: 9, code: '3', value: '忌用' });
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
    expect(problemsOf(writeBook(rows, cells))).toEqual([
      ['wrong_type', 3, '编码'],
      ['wrong_type', 4, '标记'],
      ['formula', 5, '备注'],
    ]);
  });

  it('reports all mistakes of a row, each once', () => {
    const rows = [
      ['编码', '备注', '标记'],
      [true, '', '喜欢'],
      [null, null, null],
      ['1', null, '喜欢'],
      ['x'.repeat(65), null, '喜欢'],
    ];
    const cells = { B3: { t: 'n', f: 'SUM(A1)', v: 1 } } as const;
    expect(problemsOf(writeBook(rows, cells))).toEqual([
      ['wrong_type', 2, '编码'],
      ['formula', 3, '备注'],
      ['unknown_mark', 2, '标记'],
      ['unknown_mark', 4, '标记'],
      ['bad_code', 5, '编码'],
      ['unknown_mark', 5, '标记'],
    ]);
  });

  it('accepts a code that is a number', () => {
    expect(
      readMarkSheet(
        'm.xlsx',
        writeBook([
          ['code', 'mark'],
          [45301, '常用'],
        ]),
      ).rows,
    ).toEqual([{ row: 2, code: '45301', value: '常用' }]);
  });

  it('is the first visible worksheet with the header, which stands in the first ten rows; sums are left out', () => {
    const sheet = (...rows: (readonly (string | number)[])[]) => rows;
    const marks = sheet(['食材标记表'], [], ['食材编码', '标记'], ['1', '常用'], ['合计：', 1], ['2', '喜欢']);
    const { name, rows, problems } = readMarkSheet(
      'm.xlsx',
      makeBook([
        ['说明', [['随便']]],
        ['标记表', marks],
      ]),
    );
    expect([name, rows]).toEqual(['标记表', [{ row: 4, code: '1', value: '常用' }]]);
    expect(problems).toMatchObject([{ code: 'unknown_mark', sheet: '标记表', row: 6, column: '标记' }]);
    const deep = readMarkSheet('m.xlsx', writeBook([...Array(10).fill(['标题']), ['编码', '标记'], ['1', '常用']]));
    expect(deep.problems).toMatchObject([{ code: 'missing_column' }, { code: 'missing_column' }]);
  });

  it('of 20,000 rows is read', () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => [`c${index}`, index % 2 ? '常用' : '忌用']);
    const { rows: marks, problems } = readMarkSheet('m.xlsx', writeBook([['编码', '标记'], ...rows]));
    expect(marks).toHaveLength(20_000);
    expect(marks.at(-1)).toEqual({ row: 20_001, code: 'c19999', value: '常用' });
    expect(problems).toEqual([]);
  });
});

describe('a price sheet', () => {
  const readPrices = (header: string, price = '3.50') => {
    const { rows, problems } = readCodeSheet(
      priceSheetForm,
      'p.csv',
      Buffer.from(`编码,名称,${header}\n1,x,${price}\n`),
    );
    return problems[0]?.code ?? rows[0]?.value;
  };

  it('has prices of a kilogram under the headings that the house prints, with or without 元', () => {
    const headers = ['价格（元/kg）', '单价（元/kg）', '单价（元/千克）', '价格 元/kg', '单价 元/kg', '单价', 'price'];
    expect(headers.map((header) => readPrices(header))).toEqual(headers.map(() => '3.50'));
    const prices = ['3.5元', '¥3.5', '3.5 元/kg', '3.5元/千克', '3.5元/公斤'];
    expect(prices.map((price) => readPrices('价格', price))).toEqual(prices.map(() => '3.50'));
  });

  it('has none of half a kilogram, and says why', () => {
    expect(['单价（元/斤）', '价格 元/市斤', '元/500g'].map((header) => readPrices(header))).toEqual(
      Array(3).fill('price_per_jin'),
    );
    expect(readPrices('单价', '3.5元/斤')).toBe('price_per_jin');
    const { problems } = readCodeSheet(priceSheetForm, 'p.csv', Buffer.from('编码,单价（元/斤）\n1,3\n'));
    expect(problems).toMatchObject([{ row: 1, column: '单价（元/斤）' }]);
    const [problem] = problems;
    expect(problem && describeFileProblem(problem, 'zh')).toBe('应为每千克的价格（元/kg）；每斤的价格请乘以 2');
  });
});
