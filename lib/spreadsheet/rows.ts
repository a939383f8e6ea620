import { type CellRow, fullBudget, MAX_ROWS, toColumnLetters, type UploadBudget } from './cell.ts';
import { readCsv } from './csv.ts';
import { FileProblem } from './problem.ts';
import { readXlsx, readXlsxSheets } from './xlsx.ts';

/** The maximum size of a file, in megabytes of 1,048,576 bytes. */
const MAX_MEGABYTES = 4;
const MAX_COLUMNS = 200;
/** The maximum text of a cell, in characters. */
const MAX_CELL_LENGTH = 1000;

const ZIP_MAGIC = [0x50, 0x4b];
/** The first bytes of an encrypted workbook, and of an old .xls. */
const COMPOUND_MAGIC = [0xd0, 0xcf, 0x11, 0xe0];

/** A row that is not empty. */
export interface Row {
  /** Counted from 1, as in a spreadsheet. */
  readonly number: number;
  /** The texts by column. An unreadable cell is empty here and has a problem. */
  readonly cells: readonly string[];
}

/** The rows of a worksheet, and the problems of its cells. Problems name columns by letter. */
export interface Sheet {
  readonly rows: readonly Row[];
  readonly problems: readonly FileProblem[];
}

/**
 * Reads a CSV file (UTF-8 or GB18030; comma, semicolon or tab) or the first worksheet of an .xlsx workbook. Empty rows
 * are left out. Numbers become plain decimal text. A cell with a formula, date, boolean or error is a problem. The
 * file's size is subtracted from the budget.
 * @throws FileProblem if the whole file cannot be read
 */
export function readRows(name: string, bytes: Uint8Array, budget = fullBudget()): Sheet {
  if (!/\.(?:xlsx|csv)$/i.test(name)) throw new FileProblem(name, 'unsupported_type');
  if (bytes.length > MAX_MEGABYTES * 1024 * 1024) {
    throw new FileProblem(name, 'too_large', { max: MAX_MEGABYTES });
  }
  return toSheet(name, readCells(name, bytes, budget), budget);
}

/** One worksheet of a workbook. */
export interface NamedSheet extends Sheet {
  readonly name: string;
}

/**
 * Reads all worksheets of an .xlsx workbook, each as `readRows` reads the first.
 * @throws FileProblem if the whole file cannot be read
 */
export function readWorkbook(name: string, bytes: Uint8Array, budget = fullBudget()): NamedSheet[] {
  if (bytes.length > MAX_MEGABYTES * 1024 * 1024) throw new FileProblem(name, 'too_large', { max: MAX_MEGABYTES });
  if (startsWith(bytes, COMPOUND_MAGIC)) throw new FileProblem(name, 'encrypted');
  if (!startsWith(bytes, ZIP_MAGIC)) throw new FileProblem(name, 'not_a_workbook');
  const sheets: NamedSheet[] = [];
  for (const [sheet, rows] of readXlsxSheets(name, bytes, budget))
    sheets.push({ name: sheet, ...toSheet(name, rows, budget) });
  return sheets;
}

function readCells(name: string, bytes: Uint8Array, budget: UploadBudget): Iterable<CellRow> {
  // The content decides first: a workbook whose name ends in .csv is still a workbook.
  if (startsWith(bytes, ZIP_MAGIC)) return readXlsx(name, bytes, budget);
  if (startsWith(bytes, COMPOUND_MAGIC)) throw new FileProblem(name, 'encrypted');
  if (/\.xlsx$/i.test(name)) throw new FileProblem(name, 'not_a_workbook');
  return readCsv(name, bytes, budget);
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

function toSheet(file: string, cellRows: Iterable<CellRow>, budget: UploadBudget): Sheet {
  const rows: Row[] = [];
  const problems: FileProblem[] = [];
  for (const [number, rowCells] of cellRows) {
    const filledCells = rowCells.filter((cell) => cell.problem !== undefined || cell.text.trim() !== '');
    if (filledCells.length === 0) continue;
    const cells: string[] = [];
    for (const { column, text, problem } of filledCells) {
      if (column >= MAX_COLUMNS) throw new FileProblem(file, 'too_many_columns', { row: number, max: MAX_COLUMNS });
      const problemCode = problem ?? (isTooLong(text) ? 'too_long' : undefined);
      const details = { row: number, column: toColumnLetters(column), max: MAX_CELL_LENGTH };
      if (problemCode !== undefined) problems.push(new FileProblem(file, problemCode, details));
      if (problemCode !== undefined && --budget.problems < 0) throw new FileProblem(file, problemCode, details);
      cells[column] = problemCode === undefined ? text : '';
    }
    rows.push({ number, cells: Array.from(cells, (text) => text ?? '') });
    // The first row is the header.
    if (rows.length > MAX_ROWS + 1) throw new FileProblem(file, 'too_many_rows', { row: number, max: MAX_ROWS });
  }
  return { rows, problems };
}

function isTooLong(text: string): boolean {
  // A character takes one or two code units of a string. A text of megabytes is not split up just to count its
  // characters.
  if (text.length > 2 * MAX_CELL_LENGTH) return true;
  return text.length > MAX_CELL_LENGTH && [...text].length > MAX_CELL_LENGTH;
}
