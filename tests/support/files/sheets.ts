import { read, utils, type WorkSheet, write } from '@e965/xlsx';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { FileProblem } from '../../../lib/spreadsheet/problem.ts';

export type Value = string | number | boolean | Date | null;

/** A workbook written by SheetJS, with some cells replaced, by address. */
export function writeBook(rows: readonly (readonly Value[])[], cells: WorkSheet = {}): Uint8Array {
  const sheet = Object.assign(utils.aoa_to_sheet(rows.map((row) => [...row])), cells);
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'marks');
  return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx', compression: true }));
}

/** A workbook with these worksheets, written by another program. */
export function makeBook(
  sheets: readonly (readonly [name: string, rows: readonly (readonly Value[])[]])[],
  options: { readonly bookSST?: boolean } = {},
): Uint8Array {
  const book = utils.book_new();
  for (const [name, rows] of sheets) {
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), name);
  }
  return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx', compression: true, ...options }));
}

/** The rows of each worksheet by its name, read by another program. */
export function readSheetRows(bytes: Uint8Array): Record<string, string[][]> {
  const book = read(bytes);
  const rows = (name: string) => utils.sheet_to_json<string[]>(book.Sheets[name] ?? {}, { header: 1, defval: '' });
  return Object.fromEntries(book.SheetNames.map((name) => [name, rows(name)]));
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The parts of a minimal workbook around the XML of its `<worksheet>`; other writers put no more into it. */
export function bookParts(worksheet: string): Zippable {
  const parts = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
      `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>` +
      `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
    'xl/workbook.xml':
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">` +
      '<sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
      `<Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}">${worksheet}</worksheet>`,
  };
  return Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(XML + text)]));
}

/** A minimal handwritten workbook around the XML of its rows. */
export function makeMinimalBook(rows: string, after = ''): Uint8Array {
  return zipSync(bookParts(`<sheetData>${rows}</sheetData>${after}`));
}

/** A zip of these parts and of a part that consists of zeros. */
export function makeBomb(path: string, zeros: number, parts: Zippable = {}): Buffer {
  return Buffer.from(zipSync({ ...parts, [path]: new Uint8Array(zeros) }));
}

/** The same zip, but its directory states 10 bytes. */
export function makeUnderstatedBomb(zeros: number): Buffer {
  const bomb = makeBomb('a.xml', zeros, bookParts(''));
  bomb.writeUInt32LE(10, bomb.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24);
  return bomb;
}

/** The code and the position of the problem that reading throws. */
export function catchProblem(read: () => unknown): Pick<FileProblem, 'code' | 'row' | 'column'> {
  try {
    read();
  } catch (error) {
    if (error instanceof FileProblem) return { code: error.code, row: error.row, column: error.column };
    throw error;
  }
  throw new Error('nothing was thrown');
}
