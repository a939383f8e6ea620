import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { describeFileProblem, FileProblem } from '../../../lib/spreadsheet/problem.ts';
import { readSheet, readSheets } from '../../../lib/spreadsheet/rows.ts';
import {
  bookParts,
  catchProblem,
  makeBomb,
  makeMinimalBook,
  makeUnderstatedBomb,
  writeBook,
} from '../../support/files/sheets.ts';

/** 编码,标记 and 稻米,常用 in GB18030, without a byte order mark. */
const GB18030 = Buffer.from('b1e0c2eb2cb1eabcc70ab5beC3d72cb3a3d3c30a', 'hex');

const csv = (text: string) => readSheet('a.csv', Buffer.from(text)).rows;
const table = (bytes: Uint8Array) => readSheet('a.xlsx', bytes).rows.map(({ number, cells }) => [number, ...cells]);
const inline = (address: string, text: string) => `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`;

describe('CSV', () => {
  it('is read with commas, semicolons and tabs', () => {
    for (const delimiter of [',', ';', '\t']) {
      expect(csv(['编码', '标记\n1', '常用\n'].join(delimiter))).toEqual([
        { number: 1, cells: ['编码', '标记'] },
        { number: 2, cells: ['1', '常用'] },
      ]);
    }
    expect(csv('"a,b,c,d";e\n1;2')).toEqual([
      { number: 1, cells: ['a,b,c,d', 'e'] },
      { number: 2, cells: ['1', '2'] },
    ]);
  });

  it('is UTF-8 with or without byte order mark, else GB18030, else nothing', () => {
    expect(csv('\uFEFF编码,标记')[0]?.cells).toEqual(['编码', '标记']);
    expect(readSheet('a.csv', GB18030).rows).toEqual([
      { number: 1, cells: ['编码', '标记'] },
      { number: 2, cells: ['稻米', '常用'] },
    ]);
    const marked = Buffer.concat([Buffer.from('84319533', 'hex'), GB18030]);
    expect(readSheet('a.csv', marked).rows[0]?.cells).toEqual(['编码', '标记']);
    const utf16 = Buffer.from('\uFEFF编码,标记', 'utf16le');
    expect(catchProblem(() => readSheet('a.csv', utf16)).code).toBe('encoding');
  });

  it('numbers rows as a spreadsheet does: empty lines count, line breaks in quotation marks do not', () => {
    expect(csv('a,b\r\n\r\n"x\r\ny","say ""so"""\r\n,\r\n1,2\r\n')).toEqual([
      { number: 1, cells: ['a', 'b'] },
      { number: 3, cells: ['x\r\ny', 'say "so"'] },
      { number: 5, cells: ['1', '2'] },
    ]);
  });

  it('names the row whose quotation marks are wrong', () => {
    expect(catchProblem(() => csv('a,b\n1,"2" 3\n'))).toMatchObject({ code: 'malformed', row: 2 });
    expect(catchProblem(() => csv('a,b\n1,2\n3,"4\n'))).toMatchObject({ code: 'malformed', row: 3 });
  });

  it('has at most 20,000 rows below the header, 200 columns and 1,000 characters in a cell', () => {
    expect(csv(`a\n${'1\n'.repeat(20_000)}`)).toHaveLength(20_001);
    expect(catchProblem(() => csv(`a\n${'1\n'.repeat(20_001)}`))).toMatchObject({ code: 'too_many_rows', row: 20_002 });
    expect(csv(`a\n1${',2'.repeat(199)}\n`)[1]?.cells).toHaveLength(200);
    expect(catchProblem(() => csv(`a\n1${',2'.repeat(200)}\n`))).toMatchObject({ code: 'too_many_columns', row: 2 });
    const wide = { code: 'too_many_columns', row: 2 };
    expect(catchProblem(() => csv(`a\n${','.repeat(16_384)}`))).toMatchObject(wide);
    expect(csv(`a\n${','.repeat(16_383)}`)).toHaveLength(1);
    expect(csv(`a\n${'米'.repeat(1000)}`)[1]?.cells[0]).toHaveLength(1000);
    const { problems } = readSheet('a.csv', Buffer.from(`a,b\n1,${'米'.repeat(1001)}`));
    expect(problems).toMatchObject([{ code: 'too_long', row: 2, column: 'B', max: 1000 }]);
    expect(catchProblem(() => readSheet('a.csv', new Uint8Array(4 * 1024 * 1024 + 1))).code).toBe('too_large');
    const budget = { bytes: 9, cells: 1, rows: 9, unreadableCells: 0 };
    const tooMany = { code: 'too_many_cells', row: 1, max: 600_000 };
    expect(() => readSheet('a.csv', GB18030, budget)).toThrow(expect.objectContaining(tooMany));
  });

  it('may be empty', () => {
    expect(csv('')).toEqual([]);
    expect(csv('\n\n')).toEqual([]);
  });
});

describe('the kind of a file', () => {
  it('is recognised by its content and its name', () => {
    expect(table(makeMinimalBook(`<row r="1">${inline('A1', '编码')}</row>`))).toEqual([[1, '编码']]);
    expect(readSheet('A.CSV', makeMinimalBook(`<row>${inline('A1', 'x')}</row>`)).rows[0]?.cells).toEqual(['x']);
    for (const nameless of ['', 'blob'])
      expect(readSheet(nameless, Buffer.from('编码')).rows[0]?.cells).toEqual(['编码']);
    expect(catchProblem(() => readSheet('a.xls', GB18030)).code).toBe('unsupported_type');
    expect(catchProblem(() => readSheet('a.xlsx', GB18030)).code).toBe('not_a_workbook');
    const old = Buffer.from('d0cf11e0a1b11ae1', 'hex');
    expect(catchProblem(() => readSheet('a.xlsx', old)).code).toBe('encrypted');
  });
});

describe('XLSX', () => {
  it('gives the text of cells as entered, numbers to fifteen digits as a spreadsheet shows them', () => {
    const rows = [
      ['编码', '值'],
      ['007', 0.1 + 0.2],
      ['a', 1e-7],
      ['b', 19.990000000000002],
      ['d', 2.675],
      [12001, null],
      ['c', -0.5],
    ];
    expect(table(writeBook(rows))).toEqual([
      [1, '编码', '值'],
      [2, '007', '0.3'],
      [3, 'a', '0.0000001'],
      [4, 'b', '19.99'],
      [5, 'd', '2.675'],
      [6, '12001'],
      [7, 'c', '-0.5'],
    ]);
  });

  it('keeps the leading zeros that the format of a number shows', () => {
    expect(table(writeBook([['编码']], { A2: { t: 'n', v: 12001, z: '000000' }, '!ref': 'A1:A2' }))).toEqual([
      [1, '编码'],
      [2, '012001'],
    ]);
  });

  it('reads what other writers put down: inline strings, no addresses, namespaces, far rows, entities', () => {
    const rows =
      `<row r="1">${inline('A1', '编码')}${inline('B1', '标记')}</row><row r="3">` +
      '<c t="inlineStr"><is><r><t>稻</t></r><r><t>米</t></r></is></c><c><v>0.28999999999999998</v></c></row>' +
      `<row r="1048576">${inline('C1048576', 'a &amp; b')}</row>`;
    const expected = [
      [1, '编码', '标记'],
      [3, '稻米', '0.29'],
      [1_048_576, '', '', 'a & b'],
    ];
    expect(table(makeMinimalBook(rows))).toEqual(expected);
    const spaced = `<x:sheetData>${rows.replace(/<(\/?)(?=[a-z])/g, '<$1x:')}</x:sheetData>`;
    expect(table(zipSync(bookParts(spaced)))).toEqual(expected);
  });

  it('is its first visible worksheet', () => {
    const parts = bookParts(`<sheetData><row r="1">${inline('A1', 'visible')}</row></sheetData>`);
    const worksheet = (text: string) =>
      strToU8(`<worksheet><sheetData><row>${inline('A1', text)}</row></sheetData></worksheet>`);
    const book = (...states: string[]) => {
      const sheets = states.map((state, index) => `<sheet name="S${index}" ${state} r:id="rId${index}"/>`);
      const relations = states.map(
        (_, index) => `<Relationship Id="rId${index}" Type="x/worksheet" Target="worksheets/sheet${index}.xml"/>`,
      );
      return zipSync({
        ...parts,
        'xl/workbook.xml': strToU8(`<workbook><sheets>${sheets.join('')}</sheets></workbook>`),
        'xl/_rels/workbook.xml.rels': strToU8(`<Relationships>${relations.join('')}</Relationships>`),
        ...Object.fromEntries(states.map((_, index) => [`xl/worksheets/sheet${index}.xml`, worksheet(`S${index}`)])),
      });
    };
    const hidden = book('state="hidden"', 'state="veryHidden"', 'state="visible"', '');
    expect(table(hidden)).toEqual([[1, 'S2']]);
    expect([...readSheets('a.xlsx', hidden)].map(({ name }) => name)).toEqual(['S2', 'S3']);
    expect(catchProblem(() => readSheet('a.xlsx', book('state="hidden"'))).code).toBe('not_a_workbook');
  });

  it('repeats merged cells downwards in the rows that have something, and trims what is blank at the ends', () => {
    const rows =
      `<row r="1">${inline('A1', '标题')}</row><row r="2">${inline('A2', ' \u200e菜\n\t\u202c')}${inline('B2', '1')}</row>` +
      `<row r="3">${inline('B3', '2')}</row><row r="5">${inline('B5', '3')}${inline('C5', '\u2069 ')}</row>` +
      `<row r="6">${inline('B6', '4')}</row>`;
    const merged =
      '<mergeCells><mergeCell ref="A1:C1"/><mergeCell ref="A2:A5"/><mergeCell ref="B2"/><mergeCell ref="C2:C4"/></mergeCells>';
    expect(table(makeMinimalBook(rows, merged))).toEqual([
      [1, '标题'],
      [2, '菜', '1'],
      [3, '菜', '2'],
      [5, '菜', '3'],
      [6, '', '4'],
    ]);
    const many = Array.from(
      { length: 1000 },
      (_, index) => `<row r="${index + 1}"><c r="A${index + 1}"><v>1</v></c></row>`,
    );
    const ranges = '<mergeCell ref="A1:A1000"/>'.repeat(700);
    expect(catchProblem(() => table(makeMinimalBook(many.join(''), ranges))).code).toBe('too_many_cells');
  });

  it('has no integer of sixteen digits: a spreadsheet has changed its last ones', () => {
    const { rows, problems } = readSheet('a.xlsx', writeBook([['编码'], [123_456_789_012_345], [1234567890123456]]));
    expect(rows.map(({ cells }) => cells)).toEqual([['编码'], ['123456789012345'], ['']]);
    expect(problems).toMatchObject([{ code: 'lost_digits', row: 3, column: 'A' }]);
  });

  it('reports formulas, dates, yes/no and errors with row and column', () => {
    const { rows, problems } = readSheet(
      'a.xlsx',
      writeBook([['a', 'b'], ['x', new Date(Date.UTC(2026, 1, 3))], [true, 'y'], ['z']], {
        B4: { t: 'n', f: 'SUM(1,2)', v: 3 },
        A5: { t: 'e', v: 0x2a },
        '!ref': 'A1:B5',
      }),
    );
    expect(problems.map(({ code, row, column }) => [code, row, column])).toEqual([
      ['wrong_type', 2, 'B'],
      ['wrong_type', 3, 'A'],
      ['formula', 4, 'B'],
      ['wrong_type', 5, 'A'],
    ]);
    expect(rows.map(({ cells }) => cells)).toEqual([['a', 'b'], ['x', ''], ['', 'y'], ['z', ''], ['']]);
  });

  it('sees a formula that nobody has calculated yet', () => {
    const rows =
      '<row r="1"><c r="A1"><f>1+1</f></c><c r="B1"><f t="shared" ref="B1:B2" si="0">A1</f></c></row>' +
      '<row r="2"><c r="B2"><f t="shared" si="0"/></c></row><row r="3"><c r="A3"><f t="array" ref="A3:B3">1</f></c></row>';
    const { problems } = readSheet('a.xlsx', makeMinimalBook(rows));
    expect(problems.map(({ code, row, column }) => [code, row, column])).toEqual([
      ['formula', 1, 'A'],
      ['formula', 1, 'B'],
      ['formula', 2, 'B'],
      ['formula', 3, 'A'],
    ]);
    const masses = '<row><c><f t="array" ref="A1">1</f></c></row>'.repeat(20_000);
    expect(readSheet('a.xlsx', makeMinimalBook(masses)).problems).toHaveLength(20_000);
  });

  it('has at most 20,000 rows below the header, whatever the sheet states', () => {
    const rows = Array.from({ length: 20_001 }, (_, index) => [`c${index}`, '常用']);
    expect(readSheet('a.xlsx', writeBook(rows)).rows).toHaveLength(20_001);
    const more = writeBook([...rows, ['last', '']]);
    expect(catchProblem(() => readSheet('a.xlsx', more))).toMatchObject({ code: 'too_many_rows', row: 20_002 });
    const wide = makeMinimalBook(`<row r="1">${inline('XFD1', 'far')}</row>`);
    expect(catchProblem(() => readSheet('a.xlsx', wide)).code).toBe('too_many_columns');
  });

  it('is broken where an element is not closed, and where a row cannot be', () => {
    const one = '<c><v>1</v></c>';
    const broken = [
      `<row>${one}<row>${one}</row>`,
      `<row><c><v>1</v></row>`,
      `<row>${one}`,
      ...['0', '-1', '1.5', 'x', '1048577', '4000000000'].map((number) => `<row r="${number}">${one}</row>`),
      `<row r="2">${one}</row><row r="2">${one}</row>`,
      `<row r="2">${one}</row><row r="1">${one}</row>`,
    ];
    for (const rows of broken)
      expect([rows, catchProblem(() => table(makeMinimalBook(rows))).code]).toEqual([rows, 'unreadable']);
    const unclosed = zipSync({ ...bookParts(''), 'xl/worksheets/sheet1.xml': strToU8('<worksheet><sheetData/>') });
    expect(catchProblem(() => table(unclosed)).code).toBe('unreadable');
  });

  it('has at most 600,000 cells, be they empty', () => {
    const cells = makeMinimalBook(`<row r="1">${'<c/>'.repeat(600_001)}</row>`);
    expect(catchProblem(() => readSheet('a.xlsx', cells)).code).toBe('too_many_cells');
  });

  it('takes no account of ranges that its parts name', () => {
    const after =
      '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>' +
      '<hyperlinks><hyperlink ref="A1:XFD1048576" location="x"/></hyperlinks>';
    expect(table(makeMinimalBook(`<row r="1">${inline('A1', 'x')}</row>`, after))).toEqual([[1, 'x']]);
  });
});

describe('a zip that is no workbook to be trusted', () => {
  const read = (bytes: Uint8Array) => catchProblem(() => readSheet('a.xlsx', bytes)).code;

  it('is refused where it inflates to more than 16 MB, wherever that is', () => {
    const bomb = makeBomb('xl/media/image1.png', 17 * 1024 * 1024, bookParts(''));
    expect(bomb.length).toBeLessThan(1024 * 1024);
    expect(read(bomb)).toBe('zip_bomb');
  });

  it('is refused where it understates its sizes', () => {
    expect(read(makeUnderstatedBomb(17 * 1024 * 1024))).toBe('zip_bomb');
  });

  it('is refused with more than 1,000 entries', () => {
    const entries = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`${index}.xml`, new Uint8Array()]));
    expect(read(zipSync(entries))).toBe('zip_bomb');
  });

  it('is refused where it is damaged, encrypted or something else', () => {
    const good = Buffer.from(makeMinimalBook(`<row r="1">${inline('A1', 'x'.repeat(500))}</row>`));
    expect(read(good.subarray(0, good.length - 30))).toBe('unreadable');
    const flipped = Buffer.from(good);
    flipped[60] = (flipped[60] ?? 0) ^ 0xff;
    expect(read(flipped)).toBe('unreadable');
    const locked = Buffer.from(good);
    const directory = locked.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    locked.writeUInt16LE(1, directory + 8);
    expect(read(locked)).toBe('encrypted');
    expect(read(zipSync({ 'a.xlsx': good }))).toBe('not_a_workbook');
    expect(read(zipSync({ 'content.xml': strToU8('<x/>'), mimetype: strToU8('ods') }))).toBe('not_a_workbook');
    expect(read(zipSync({ '[Content_Types].xml': strToU8('<Types/>') }))).toBe('unreadable');
    expect(read(Buffer.from('PK'))).toBe('unreadable');
  });
});

it('a problem has a text in both languages, its figures filled in', () => {
  const problem = new FileProblem('too_many_rows', { max: 20_000 });
  expect(describeFileProblem(problem, 'zh')).toBe('不能超过 20000 行数据');
  expect(describeFileProblem(problem, 'en')).toBe('must have at most 20000 rows of data');
});
