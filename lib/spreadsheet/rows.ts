import { type Cell, MAX_CELLS, MAX_ROWS, makeUploadBudget, toColumnLetters, type UploadBudget } from './cell.ts';
import { readCsv } from './csv.ts';
import { FileProblem } from './problem.ts';
import { type MergedCells, openXlsxSheets, type RawSheet } from './xlsx.ts';

/** The maximum size of a file, in megabytes of 1,048,576 bytes. */
const MAX_MEGABYTES = 4;
/** The number of columns in which a file may have text. */
const MAX_COLUMNS = 200;
/** The maximum text of a cell, in characters. */
const MAX_CELL_LENGTH = 1000;

/** A character that is removed at the ends of a cell: a space, tab, line break or mark of the direction of writing. */
const BLANK = /[\s\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** The first bytes of a workbook, which is a zip. */
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
  /** Undefined for a CSV file. */
  readonly name?: string | undefined;
  readonly rows: readonly Row[];
  readonly problems: readonly FileProblem[];
}

/** Reads a CSV file or the first visible worksheet of an .xlsx workbook, as `readSheets` does. */
export function readSheet(fileName: string, bytes: Uint8Array, budget = makeUploadBudget()): Sheet {
  const [first = { rows: [], problems: [] }] = readSheets(fileName, bytes, budget);
  return first;
}

/**
 * Reads a CSV file, or one visible worksheet of an .xlsx workbook after the other. Empty rows are left out. Numbers become
 * plain decimal text. Merged cells are repeated downwards. A cell with a formula, date, boolean or error is a problem.
 * @throws FileProblem if the whole file cannot be read
 */
export function* readSheets(fileName: string, bytes: Uint8Array, budget = makeUploadBudget()): Generator<Sheet> {
  // The content decides first: a workbook whose name ends in .csv is still a workbook.
  const isWorkbook = startsWith(bytes, ZIP_MAGIC);
  // Clients that send a Blob give it no name, or one without an ending.
  if (!isWorkbook && /\.(?!(?:xlsx|csv)$)[^.]*$/i.test(fileName)) throw new FileProblem('unsupported_type');
  if (bytes.length > MAX_MEGABYTES * 1024 * 1024) throw new FileProblem('too_large', { max: MAX_MEGABYTES });
  if (isWorkbook) {
    for (const sheet of openXlsxSheets(bytes, budget)) yield toSheet(sheet, budget);
    return;
  }
  if (startsWith(bytes, COMPOUND_MAGIC)) throw new FileProblem('encrypted');
  if (/\.xlsx$/i.test(fileName)) throw new FileProblem('not_a_workbook');
  const readRows: RawSheet['readRows'] = (addRow) => {
    for (const row of readCsv(bytes, budget)) addRow(row);
    return [];
  };
  yield toSheet({ name: undefined, readRows }, budget);
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

/** A row whose blank cells are holes of the array. Merged cells may still fill them. */
interface GrowingRow extends Row {
  readonly cells: string[];
}

function toSheet({ name, readRows }: RawSheet, budget: UploadBudget): Sheet {
  const rows: GrowingRow[] = [];
  const problems: FileProblem[] = [];
  const mergedCells = readRows(({ number, cells: fileCells }) => {
    const cells: string[] = [];
    for (const cell of fileCells) {
      if (cell.problem === undefined && cell.text.trim() === '') continue;
      const problem = findCellProblem(cell, number);
      if (problem) {
        problems.push(problem);
        budget.unreadableCells -= 1;
        if (budget.unreadableCells < 0) throw problem;
      }
      const text = problem ? '' : withoutBlankEnds(cell.text);
      // A cell with a problem is filled, although its text is empty.
      if (problem || text !== '') cells[cell.columnIndex] = text;
    }
    if (cells.length === 0) return;
    rows.push({ number, cells });
    // The first row is the header.
    if (rows.length > MAX_ROWS + 1) throw new FileProblem('too_many_rows', { row: number, max: MAX_ROWS });
  });
  fillDown(rows, mergedCells, budget);
  const filledRows = rows.map(({ number, cells }) => ({ number, cells: Array.from(cells, (text) => text ?? '') }));
  return { name, rows: filledRows, problems };
}

/** Finds the problem of a cell that is not blank. @throws FileProblem `too_many_columns` */
function findCellProblem({ columnIndex, text, problem }: Cell, row: number): FileProblem | undefined {
  if (columnIndex >= MAX_COLUMNS) throw new FileProblem('too_many_columns', { row, max: MAX_COLUMNS });
  const code = problem ?? (isTooLong(text) ? 'too_long' : undefined);
  return code && new FileProblem(code, { row, column: toColumnLetters(columnIndex), max: MAX_CELL_LENGTH });
}

/** Repeats the text of merged cells in the rows below the first. Rows that are otherwise empty stay left out. */
function fillDown(rows: readonly GrowingRow[], mergedCells: readonly MergedCells[], budget: UploadBudget): void {
  const rowIndexByNumber = new Map(rows.map(({ number }, index) => [number, index]));
  for (const { columnIndex, firstRow, lastRow } of mergedCells) {
    const firstIndex = rowIndexByNumber.get(firstRow);
    if (firstIndex === undefined) continue;
    const text = rows[firstIndex]?.cells[columnIndex] ?? '';
    if (text === '') continue;
    for (let rowIndex = firstIndex + 1; (rows[rowIndex]?.number ?? Infinity) <= lastRow; rowIndex += 1) {
      budget.cells -= 1;
      if (budget.cells < 0) throw new FileProblem('too_many_cells', { max: MAX_CELLS });
      const cells = rows[rowIndex]?.cells ?? [];
      cells[columnIndex] ||= text;
    }
  }
}

/** Trims a text. A pattern for the blanks at the end would take time that grows with the square of their number. */
function withoutBlankEnds(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && BLANK.test(text.charAt(start))) start += 1;
  while (end > start && BLANK.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function isTooLong(text: string): boolean {
  // A character takes up to two code units. A text of megabytes is not split up just to count its characters.
  return text.length > 2 * MAX_CELL_LENGTH || (text.length > MAX_CELL_LENGTH && [...text].length > MAX_CELL_LENGTH);
}
