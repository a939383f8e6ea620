import { read, utils } from '@e965/xlsx';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it, vi } from 'vitest';
import { writeListSheets } from '../../../lib/spreadsheet/list-sheet.ts';
import { readSheet } from '../../../lib/spreadsheet/rows.ts';
import { XmlReader } from '../../../lib/spreadsheet/xml.ts';

const SHEET = 'xl/worksheets/sheet1.xml';
const columns = [
  { header: '编码', width: 14 },
  { header: '标记', width: 10, choices: { values: ['常用', '忌用'], errorMessage: '请选择' } },
];
const write = (...rows: string[][]) => writeListSheets({ name: '食材标记', columns, rows });
const texts = (file: Buffer) => readSheet('a.xlsx', file).rows.map(({ cells }) => cells);
const partsOf = (file: Buffer) =>
  new Map(Object.entries(unzipSync(file)).map(([path, bytes]) => [path, strFromU8(bytes)]));

/** Texts that must stay texts: they must not become a formula, a number, a date, mark-up or another text. */
const odd = [
  ['=1+1', '@SUM(A1)'],
  ['+86', '-1'],
  ['012001', '1e5'],
  ['2024-01-01', 'TRUE'],
  ['<b>&amp;"x"\'</b>', ']]>'],
  ['_x0041_', '__x005F_x'],
  ['a\u0007b\u0085c', '\uFFFE\uFFFF'],
  ['𠮷😀', 'a  b\nc'],
];

describe('a workbook', () => {
  it('holds every text as it was, for our own reader and for SheetJS', () => {
    const file = write(...odd);
    const all = [['编码', '标记'], ...odd];
    expect(readSheet('a.xlsx', file).problems).toEqual([]);
    expect(texts(file)).toEqual(all);
    const book = read(file);
    expect(book.SheetNames).toEqual(['食材标记']);
    const sheet = book.Sheets['食材标记'] ?? {};
    expect(utils.sheet_to_json(sheet, { header: 1 })).toEqual(all);
    const cells = Object.entries(sheet).filter(([address]) => !address.startsWith('!'));
    expect(cells.filter(([, cell]) => cell.t !== 's' || cell.f !== undefined)).toEqual([]);
    expect(sheet['!autofilter']).toEqual({ ref: `A1:B${odd.length + 1}` });
  });

  it('leaves the cell of an empty text empty', () => {
    expect(texts(write(['', 'a'], ['b', '']))).toEqual([['编码', '标记'], ['', 'a'], ['b']]);
  });

  it('has numbers as numbers in the format of their column, but for those that a spreadsheet would round', () => {
    const numbers = (['whole', 'twoDecimals', 'quantity'] as const).map((one) => ({
      header: one,
      width: 9,
      numberStyle: one,
    }));
    const row = ['9999000001', '7.50', '120.5'];
    const other = ['', 'x', '0.30000000000000004'];
    const file = writeListSheets({
      name: 'a',
      columns: [{ header: 'code', width: 9 }, ...numbers],
      rows: [
        ['012', ...row],
        ['', ...other],
      ],
    });
    const sheet = read(file, { cellNF: true }).Sheets['a'] ?? {};
    const cells = ['A2', 'B2', 'C2', 'D2', 'C3', 'D3'].map((address) => [
      sheet[address]?.t,
      sheet[address]?.v,
      sheet[address]?.z,
    ]);
    expect(cells).toEqual([
      ['s', '012', '@'],
      ['n', 9_999_000_001, '0'],
      ['n', 7.5, '0.00'],
      ['n', 120.5, 'General'],
      ['s', 'x', '@'],
      ['s', '0.30000000000000004', '@'],
    ]);
    expect(texts(file).slice(1)).toEqual([
      ['012', '9999000001', '7.5', '120.5'],
      ['', '', 'x', '0.30000000000000004'],
    ]);
  });

  it('without rows is its header', () => {
    expect(texts(write())).toEqual([['编码', '标记']]);
    expect(partsOf(write()).get(SHEET)).toContain('<autoFilter ref="A1:B1"/>');
  });

  it('is made of well-formed XML, whose parts are all named by the package', () => {
    const parts = partsOf(write(...odd));
    expect([...parts.keys()]).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/workbook.xml',
      'xl/_rels/workbook.xml.rels',
      SHEET,
      'xl/styles.xml',
    ]);
    for (const xml of parts.values()) expect(findOpen(xml)).toEqual([]);
    for (const path of ['xl/workbook.xml', SHEET, 'xl/styles.xml'])
      expect(parts.get('[Content_Types].xml')).toContain(`PartName="/${path}"`);
  });

  it('has the elements of its worksheet in the order that Excel demands', () => {
    const xml = partsOf(write(['a', ''])).get(SHEET) ?? '';
    expect(childrenOf(xml)).toEqual([
      'sheetPr',
      'sheetViews',
      'cols',
      'sheetData',
      'autoFilter',
      'dataValidations',
      'pageMargins',
      'pageSetup',
      'headerFooter',
      'ignoredErrors',
    ]);
  });

  it('is printed as wide as A4, in as many pages as it is long, with its header on each', () => {
    const parts = partsOf(write(['a', '']));
    const xml = parts.get(SHEET) ?? '';
    expect(xml).toContain('<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>');
    expect(xml).toContain('<pageSetup paperSize="9" orientation="portrait" fitToWidth="1" fitToHeight="0"/>');
    expect(parts.get('xl/workbook.xml')).toContain(
      `<definedName name="_xlnm.Print_Titles" localSheetId="0">'食材标记'!$1:$1</definedName>`,
    );
  });

  it('lets choose in a whole column, its header but, and keeps the header in view', () => {
    const xml = partsOf(write(['a', ''])).get(SHEET) ?? '';
    expect(xml).toContain(
      '<dataValidations count="1"><dataValidation type="list" allowBlank="1" showErrorMessage="1" errorTitle="标记" ' +
        'error="请选择" sqref="B2:B1048576"><formula1>&quot;常用,忌用&quot;</formula1></dataValidation></dataValidations>',
    );
    expect(xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    expect(xml).toContain('<col min="2" max="2" width="10" style="1" customWidth="1"/>');
    expect(xml).toMatch(/<row r="1"><c r="A1" s="2"/);
  });

  it('has no drop-down where there is nothing to choose', () => {
    const file = writeListSheets({ name: 'a', columns: [{ header: 'b', width: 1 }], rows: [] });
    expect(childrenOf(partsOf(file).get(SHEET) ?? '')).not.toContain('dataValidations');
  });

  it('is the same, byte by byte, whenever it is written', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const writeAt = (time: string) => {
      vi.setSystemTime(time);
      return write(['a', '']);
    };
    expect(writeAt('2026-01-01')).toEqual(writeAt('2030-12-31T12:00:00Z'));
    vi.useRealTimers();
  });
});

/** Names of the elements that are not closed, or closed where they were not opened. */
function findOpen(xml: string): string[] {
  const open: string[] = [];
  const reader = new XmlReader(Buffer.from(xml));
  while (reader.next()) {
    if (reader.isOpening && !reader.isClosing) open.push(reader.name);
    else if (!reader.isOpening && open.at(-1) === reader.name) open.pop();
    else if (!reader.isOpening) return [...open, `/${reader.name}`];
  }
  return open;
}

/** Names of the children of the outermost element. */
function childrenOf(xml: string): string[] {
  const names: string[] = [];
  const reader = new XmlReader(Buffer.from(xml));
  let depth = 0;
  while (reader.next()) {
    if (reader.isOpening && depth === 1) names.push(reader.name);
    depth += Number(reader.isOpening) - Number(reader.isClosing);
  }
  return names;
}
