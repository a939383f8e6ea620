import { type CellObject, read, utils, type WorkBook } from '@e965/xlsx';
import Big from 'big.js';
import { zipSync } from 'fflate';
import { FileProblem, type FileProblemCode } from './problem.ts';
import { readZip } from './zip.ts';

const LIMITS = { entries: 1000, bytes: 24 * 1024 * 1024 };
const CONTENT_TYPES = '[Content_Types].xml';
/** What a worksheet's text can depend on; pictures, comments, macros and properties cannot. */
const NEEDED = /^(?:\[Content_Types\]\.xml|(?!docProps\/|.*worksheets\/_rels\/).*\.(?:xml|rels))$/i;
/** An array formula is looked for at every cell of its sheet; nobody fills in a list with that many. */
const MOST_ARRAY_FORMULAS = 100;
/** Each takes about 0.7 KB of memory while it is read, be it empty. */
const MOST_CELLS = 1_000_000;

/** One cell: its text, or what keeps it from being taken. */
interface Cell {
  /** Index of the column, from 0. */
  readonly column: number;
  readonly text: string;
  readonly problem?: FileProblemCode;
}

/** The cells that hold something, by row as a spreadsheet numbers it. */
export type CellRow = readonly [row: number, cells: readonly Cell[]];

/**
 * The first worksheet of a workbook, row by row.
 * @throws FileProblem `zip_bomb`, `encrypted`, `unreadable`, `not_a_workbook`, `too_many_cells`, and `formula` where there are masses.
 */
export function readXlsx(file: string, bytes: Uint8Array): CellRow[] {
  const book = parseBook(file, rewrite(file, readZip(file, bytes, LIMITS)));
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  const data = sheet?.['!data'];
  if (data === undefined || (sheet?.['!type'] ?? 'sheet') !== 'sheet') throw new FileProblem(file, 'not_a_workbook');
  // By keys: a row or column far out must not make us walk all the way there.
  return Object.entries(data).map(([row, cells]) => [
    Number(row) + 1,
    Object.entries(cells ?? {}).flatMap(([column, cell]) => (cell ? toCell(Number(column), cell) : [])),
  ]);
}

/** A zip of just what the reader needs, so that it sees nothing that was not inflated and counted before. */
function rewrite(file: string, entries: ReadonlyMap<string, Buffer>): Uint8Array {
  if (!entries.has(CONTENT_TYPES)) throw new FileProblem(file, 'not_a_workbook');
  const needed = [...entries]
    .filter(([name]) => NEEDED.test(name))
    .map(([name, content]) => [name, trim(file, content)]);
  return zipSync(Object.fromEntries(needed), { level: 0 });
}

/**
 * Leaves nothing of a worksheet but its cells. What stands around them can name a range, a hyperlink for instance,
 * and the reader would walk it cell by cell: one over the whole sheet would keep it busy for hours.
 */
function trim(file: string, content: Buffer): Buffer {
  const xml = content.toString('latin1');
  const [tag, prefix = ''] = /<(\w+:)?sheetData[^<>]*>/.exec(xml) ?? [];
  if (tag === undefined) return content;
  if (count(xml, /["']array["']/g) > MOST_ARRAY_FORMULAS) throw new FileProblem(file, 'formula');
  if (count(xml, /<(?:\w+:)?c[\s/>]/g) > MOST_CELLS) throw new FileProblem(file, 'too_many_cells', { max: MOST_CELLS });
  const start = xml.indexOf(tag);
  const end = xml.lastIndexOf(`</${prefix}sheetData>`);
  const cells = end < 0 ? '' : xml.slice(start + tag.length, end);
  return Buffer.from(`<worksheet><${prefix}sheetData>${cells}</${prefix}sheetData></worksheet>`, 'latin1');
}

/** How often the pattern is there, without keeping the places. */
function count(text: string, pattern: RegExp): number {
  let found = 0;
  while (pattern.test(text)) found++;
  return found;
}

function parseBook(file: string, bytes: Uint8Array): WorkBook {
  try {
    return read(bytes, {
      type: 'array',
      sheets: 0,
      dense: true,
      cellDates: true,
      cellNF: true,
      cellHTML: false,
      cellText: false,
      // Else a formula that nobody has calculated yet would be left out.
      sheetStubs: true,
      // Without it what cannot be parsed would be left out in silence.
      WTF: true,
    });
  } catch (error) {
    throw new FileProblem(file, 'unreadable', {}, error);
  }
}

function toCell(column: number, cell: CellObject): Cell[] {
  if (cell.f !== undefined || cell.F !== undefined) return [{ column, text: '', problem: 'formula' }];
  if (cell.t === 'z' || cell.v === undefined || cell.v === '') return [];
  if (cell.t === 's') return [{ column, text: String(cell.v) }];
  if (cell.t === 'n' && typeof cell.v === 'number' && Number.isFinite(cell.v)) {
    return [{ column, text: toPlainText(cell.v, String(cell.z ?? '')) }];
  }
  return [{ column, text: '', problem: 'wrong_type' }];
}

/** A number without exponent; with the leading zeros that a format such as `000000` shows of a code. */
function toPlainText(value: number, format: string): string {
  const text = new Big(value).toFixed();
  return /^0+$/.test(format) && /^\d+$/.test(text) ? text.padStart(format.length, '0') : text;
}

/** Letter of a column by its index: 0 → A, 26 → AA. */
export function toLetter(column: number): string {
  return utils.encode_col(column);
}
