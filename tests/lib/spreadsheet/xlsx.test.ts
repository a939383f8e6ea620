import { strToU8, type Zippable, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { makeUploadBudget } from '../../../lib/spreadsheet/cell.ts';
import { readSheet, readSheets } from '../../../lib/spreadsheet/rows.ts';
import { bookParts, catchProblem, makeBomb, makeMinimalBook, writeBook } from '../../support/files/sheets.ts';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const texts = (bytes: Uint8Array) => readSheet('a.xlsx', bytes).rows.map(({ cells }) => cells);
const row = (...cells: string[]) => `<row>${cells.join('')}</row>`;
const relation = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`;

/** A workbook with other parts than its rows. */
function book(rows: string, parts: Readonly<Record<string, string>>, relations: readonly string[]): Uint8Array {
  const all: Zippable = bookParts(`<sheetData>${rows}</sheetData>`);
  const known = [relation('rId1', 'worksheet', '/xl/worksheets/sheet1.xml'), ...relations].join('');
  all['xl/_rels/workbook.xml.rels'] = strToU8(`<Relationships>${known}</Relationships>`);
  for (const [name, xml] of Object.entries(parts)) all[name] = strToU8(xml);
  return zipSync(all);
}

describe('shared texts', () => {
  it('are told by their index, with runs, escapes and entities, without their phonetic guide', () => {
    const shared = [
      '<si><t>稻</t></si>',
      '<si><r><rPr><b/></rPr><t/></r><r><t xml:space="preserve">a </t></r><r><t>b</t></r></si>',
      '<si><t>東</t><rPh sb="0" eb="1"><t>ひがし</t></rPh></si>',
      '<si><t>x_x0041__x005F_x0042_&lt;&#x4e2d;&#25991;&amp;amp;</t></si>',
      '<si/>',
      '<si><t><!-- no --><![CDATA[a<b&amp;]]>c</t></si>',
    ];
    const cells = shared.map((_, index) => `<c t="s"><v>${index}</v></c>`);
    const parts = { 'xl/strings.xml': `<sst>${shared.join('')}</sst>` };
    const bytes = book(row(...cells), parts, [relation('rId2', 'sharedStrings', 'strings.xml')]);
    expect(texts(bytes)).toEqual([['稻', 'a b', '東', 'xA_x0042_<中文&amp;', '', 'a<b&amp;c']]);
    const missing = book(row('<c t="s"><v>9</v></c>'), parts, [relation('rId2', 'sharedStrings', 'strings.xml')]);
    expect(catchProblem(() => texts(missing)).code).toBe('unreadable');
  });
});

describe('the format of a cell', () => {
  it.each([
    ['yyyy-mm-dd', true],
    ['yyyy&quot;年&quot;m&quot;月&quot;', true],
    ['[h]:mm', true],
    ['[$-804]d', true],
    ['General', false],
    ['G/通用格式', false],
    ['G/通用格式&quot;元&quot;', false],
    ['0.00E+00', false],
    ['[Red]0.0', false],
    ['[>9]0', false],
    ['&quot;day&quot;0', false],
    ['0\\d', false],
    ['_d0', false],
    ['#,##0.00', false],
  ])('%s shows a date: %s', (code, isDate) => {
    const styles =
      `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${code}"/></numFmts>` +
      '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="200"/></cellXfs></styleSheet>';
    const relations = [relation('rId2', 'styles', 'styles.xml')];
    const bytes = book(row('<c s="1"><v>45000</v></c>'), { 'xl/styles.xml': styles }, relations);
    const { rows, problems } = readSheet('a.xlsx', bytes);
    expect([rows[0]?.cells[0], problems[0]?.code]).toEqual(isDate ? ['', 'wrong_type'] : ['45000', undefined]);
  });

  it.each([14, 22, 27, 36, 45, 47, 50, 58])('built-in number %i shows a date', (id) => {
    const styles = `<styleSheet><cellXfs><xf numFmtId="${id}"/></cellXfs></styleSheet>`;
    const relations = [relation('rId2', 'styles', 'styles.xml')];
    const bytes = book(row('<c><v>45000</v></c>'), { 'xl/styles.xml': styles }, relations);
    expect(readSheet('a.xlsx', bytes).problems).toMatchObject([{ code: 'wrong_type' }]);
  });
});

describe('a number', () => {
  it.each([
    ['1.5E-7', '0.00000015'],
    ['-2e-7', '-0.0000002'],
    ['-999999999999999', '-999999999999999'],
    ['007', '7'],
  ])('%s comes as %s', (value, text) => {
    expect(texts(makeMinimalBook(row(`<c><v>${value}</v></c>`)))).toEqual([[text]]);
  });

  it.each([
    ['abc', 'wrong_type'],
    ['1e-300', 'wrong_type'],
    ['NaN', 'wrong_type'],
    ['1e300', 'lost_digits'],
    ['-1e15', 'lost_digits'],
    ['Infinity', 'lost_digits'],
  ])('%s is none: %s', (value, code) => {
    const { problems } = readSheet('a.xlsx', makeMinimalBook(row(`<c><v>${value}</v></c>`)));
    expect(problems).toMatchObject([{ code, row: 1, column: 'A' }]);
  });
});

it('what is written by SheetJS is read as it was entered', () => {
  const rows = [
    ['编码', '<标记> & "x"', "it's"],
    ['a\nb', 'c', '_x41_'],
    ['😀', '012', 'İ'],
  ];
  expect(texts(writeBook(rows))).toEqual(rows);
});

describe('XML', () => {
  it('with a document type, in UTF-16 or cut off is not read', () => {
    const parts = bookParts('<sheetData/>');
    const withSheet = (sheet: Uint8Array) => zipSync({ ...parts, 'xl/worksheets/sheet1.xml': sheet });
    const cell = row('<c><v>1</v></c>');
    const whole = `<worksheet><sheetData>${cell}</sheetData></worksheet>`;
    expect(texts(withSheet(strToU8(whole)))).toEqual([['1']]);
    const bad = [
      strToU8(`<!DOCTYPE x [<!ENTITY a "b">]>${whole}`),
      Buffer.from(`\ufeff${whole}`, 'utf16le'),
      ...[15, 30, 36, 40, 45].map((length) => strToU8(whole.slice(0, length))),
    ];
    for (const sheet of bad)
      expect(['unreadable', 'not_a_workbook']).toContain(catchProblem(() => texts(withSheet(sheet))).code);
    expect(catchProblem(() => texts(withSheet(strToU8('<worksheet/>')))).code).toBe('not_a_workbook');
  });
});

describe('an upload that is small but holds much', () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const code = (bytes: Uint8Array) => catchProblem(() => [...readSheets('a.xlsx', bytes)]).code;

  it('is refused where worksheets share a part: each part is read once', () => {
    const parts = bookParts(`<sheetData>${row(cell('菜名'))}</sheetData>`);
    const sheet = (id: number) => `<sheet name="S${id}" sheetId="${id}" r:id="rId1"/>`;
    const twice = `<workbook><sheets>${sheet(1)}${sheet(2)}</sheets></workbook>`;
    expect(code(zipSync({ ...parts, 'xl/workbook.xml': strToU8(twice) }))).toBe('unreadable');
  });

  it('may have 60,000 rows, empty ones included, in all its worksheets and files together', () => {
    const blank = (count: number) => makeMinimalBook(row(cell('编码')) + '<row/>'.repeat(count - 1));
    expect(readSheet('a.xlsx', blank(60_000)).rows).toHaveLength(1);
    expect(code(blank(60_001))).toBe('too_many_empty_rows');
    const budget = makeUploadBudget();
    readSheet('a.xlsx', blank(30_000), budget);
    readSheet('b.csv', Buffer.from(`编码\n${' \n'.repeat(29_999)}\n\n`), budget);
    expect(catchProblem(() => readSheet('c.csv', Buffer.from('编码\n'), budget))).toEqual({
      code: 'too_many_empty_rows',
      row: 1,
    });
    expect(catchProblem(() => readSheet('d.xlsx', blank(1), budget)).code).toBe('too_many_empty_rows');
  });

  it('is refused where masses of cells name a long text', () => {
    const named = (count: number) => {
      const parts = { 'xl/strings.xml': `<sst><si><t>${'米'.repeat(1000)}</t></si></sst>` };
      const rows = row('<c t="s"><v>0</v></c>'.repeat(10)).repeat(count);
      return book(rows, parts, [relation('rId2', 'sharedStrings', 'strings.xml')]);
    };
    expect(texts(named(1600))).toHaveLength(1600);
    expect(code(named(1700))).toBe('zip_bomb');
  });

  it('is refused where it refers to thousands of parts', () => {
    const relations = Array.from({ length: 1000 }, (_, index) => relation(`x${index}`, 'image', 'a.png'));
    expect(code(book(row(cell('菜名')), {}, relations))).toBe('unreadable');
  });

  it('is refused where a part is not what its checksum says', () => {
    const stored = Buffer.from(zipSync(bookParts(`<sheetData>${row(cell('012001x'))}</sheetData>`), { level: 0 }));
    expect(texts(stored)).toEqual([['012001x']]);
    stored.write('9', stored.indexOf('012001x'));
    expect(code(stored)).toBe('unreadable');
  });

  it('has nothing inflated any more where the files before it were bombs, damaged or not', () => {
    const budget = makeUploadBudget();
    const bomb = makeBomb('a.xml', 17 * 1024 * 1024, bookParts(''));
    expect(catchProblem(() => readSheet('a.xlsx', bomb, budget)).code).toBe('zip_bomb');
    expect(budget.bytes).toBe(0);
    expect(catchProblem(() => readSheet('b.xlsx', makeMinimalBook(row(cell('编码'))), budget)).code).toBe('zip_bomb');
  });

  it('has cells that cannot be read counted in all its files together', () => {
    const budget = { ...makeUploadBudget(), unreadableCells: 3 };
    const bad = makeMinimalBook(row('<c><f/></c>', '<c t="b"><v>1</v></c>'));
    expect(readSheet('a.xlsx', bad, budget).problems).toHaveLength(2);
    expect(catchProblem(() => readSheet('b.xlsx', bad, budget))).toEqual({ code: 'wrong_type', row: 1, column: 'B' });
  });
});

describe('a CSV file', () => {
  it('may have millions of empty lines', () => {
    const { rows } = readSheet('a.csv', Buffer.from(`code,mark\n${'\n'.repeat(2_000_000)}a,b`));
    expect(rows.map(({ number }) => number)).toEqual([1, 2_000_002]);
  });

  it('has quotation marks around whole fields only', () => {
    const cells = (text: string) => readSheet('a.csv', Buffer.from(text)).rows.map((one) => one.cells);
    expect(cells('"a","","b""c"\r"d\r\ne",f')).toEqual([
      ['a', '', 'b"c'],
      ['d\r\ne', 'f'],
    ]);
    for (const text of ['a"b', ' "a"', '"a"b', '"a', 'x\n"a""']) {
      expect(catchProblem(() => cells(text)).code).toBe('malformed');
    }
  });
});
