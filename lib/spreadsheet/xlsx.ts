import type { Cell, CellRow, UploadBudget } from './cell.ts';
import { EXACT_DIGITS, LAST_ROW, MAX_CELLS, MAX_ROWS_WITH_EMPTY, toColumnIndex } from './cell.ts';
import { FileProblem } from './problem.ts';
import type { CellFormat, Workbook } from './workbook.ts';
import { openWorkbook, PLAIN_FORMAT, readOpeningTags, readRichText, unescapeControls } from './workbook.ts';
import type { XmlReader } from './xml.ts';
import { readZip } from './zip.ts';

/** The maximum number of entries of the zip. */
const MAX_ENTRIES = 1000;
/** Spreadsheets change the last digits of integers from this one on. */
const MAX_NUMBER = 10 ** EXACT_DIGITS;
/** No list has a smaller number: it is what a calculation left instead of 0. The limit keeps plain texts short. */
const MIN_NUMBER = 1e-22;

/** Writes `1.5e-7` as `0.00000015`. */
const plainNumberFormat = new Intl.NumberFormat('en', { useGrouping: false, maximumSignificantDigits: EXACT_DIGITS });

/** The type of a cell whose text is the index of a shared string. */
const SHARED_STRING = 's';

/** What was read of a cell such as `<c r="B2" s="1" t="n"><v>5</v></c>`. */
interface RawCell {
  /** The attribute `t`; `n`, a number, without it. */
  readonly type: string;
  /** The format that the attribute `s` refers to. */
  readonly format: CellFormat;
  /** The value `<v>`, or the cell's own text `<is>`. */
  text: string;
  /** Whether there is a formula `<f>`. */
  hasFormula: boolean;
}

/** A worksheet whose rows are not read yet. */
export interface RawSheet {
  /** Undefined for a CSV file. */
  readonly name: string | undefined;
  /** Passes the rows to `addRow` one by one, to save memory, and then returns the cells that are merged over several rows. */
  readonly readRows: (addRow: (row: CellRow) => void) => readonly MergedCells[];
}

/** The cells of one column that are merged over several rows, given by number. The first row has their text. */
export type MergedCells = Readonly<Record<'columnIndex' | 'firstRow' | 'lastRow', number>>;

/**
 * Opens the visible worksheets of a workbook, in their order. `readRows` throws the same problems.
 * @throws FileProblem `zip_bomb`, `encrypted`, `unreadable`, `not_a_workbook`, `too_many_cells`, `too_many_empty_rows`.
 */
export function openXlsxSheets(bytes: Uint8Array, budget: UploadBudget): RawSheet[] {
  const workbook = withFileProblems(() => openWorkbook(readZip(bytes, MAX_ENTRIES, budget), MAX_CELLS));
  return workbook.sheets.map(({ name, xml }) => {
    const readRows: RawSheet['readRows'] = (addRow) => {
      const rows = listRows(xml, workbook, budget);
      for (;;) {
        const { done, value } = withFileProblems(() => rows.next());
        if (done) return value;
        addRow(value);
      }
    };
    return { name, readRows };
  });
}

/** Runs a reading. Any error of it becomes a `FileProblem`. An error of `addRow` must not: it is not the file's. */
function withFileProblems<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof FileProblem ? error : new FileProblem('unreadable', {}, error);
  }
}

/** Yields each row that has cells. Returns the merged cells, which follow the rows in the file. */
function* listRows(xml: Buffer, workbook: Workbook, budget: UploadBudget): Generator<CellRow, MergedCells[]> {
  // Only the first of these tags is looked for. The reader then reads on from it.
  const [reader] = readOpeningTags(xml, 'sheetData');
  if (!reader) throw new FileProblem('not_a_workbook');
  let rowNumber = 0;
  while (!(reader.name === 'sheetData' && reader.isClosing)) {
    if (!reader.next()) throw new Error('the worksheet is cut off');
    if (reader.name !== 'row' || !reader.isOpening) continue;
    budget.rows -= 1;
    if (budget.rows < 0) throw new FileProblem('too_many_empty_rows', { max: MAX_ROWS_WITH_EMPTY });
    rowNumber = readRowNumber(reader, rowNumber);
    const cells = readCells(reader, workbook, budget);
    if (budget.cells < 0) throw new FileProblem('too_many_cells', { max: MAX_CELLS });
    if (budget.bytes < 0) throw new FileProblem('zip_bomb');
    if (cells.length > 0) yield { number: rowNumber, cells };
  }
  return listMergedCells(reader);
}

/** Reads the number of a row, which is above that of the previous one. */
function readRowNumber(reader: XmlReader, previous: number): number {
  const rowNumber = Number(reader.attribute('r') ?? previous + 1);
  if (Number.isInteger(rowNumber) && rowNumber > previous && rowNumber <= LAST_ROW) return rowNumber;
  throw new Error(`a row cannot have the number ${rowNumber} after ${previous}`);
}

/** Lists the merged cells in the rest of the worksheet, without those that are merged in one row only. */
function listMergedCells(reader: XmlReader): MergedCells[] {
  const mergedCells: MergedCells[] = [];
  while (reader.next()) {
    if (reader.name !== 'mergeCell' || !reader.isOpening) continue;
    const [from = '', to = ''] = (reader.attribute('ref') ?? '').split(':');
    const [firstRow = 0, lastRow = 0] = [from, to].map((address) => Number(address.replace(/^[A-Z]+/, '')));
    const columnIndex = toColumnIndex(from);
    if (columnIndex !== undefined && firstRow > 0 && lastRow > firstRow)
      mergedCells.push({ columnIndex, firstRow, lastRow });
  }
  return mergedCells;
}

/** Reads cells up to the end of the row, or up to the end of the budget. */
function readCells(reader: XmlReader, workbook: Workbook, budget: UploadBudget): Cell[] {
  const cells: Cell[] = [];
  let columnIndex = -1;
  while (!(reader.name === 'row' && reader.isClosing) && budget.cells >= 0 && budget.bytes >= 0) {
    if (!reader.next()) throw new Error('the row is cut off');
    if (reader.name !== 'c' || !reader.isOpening) continue;
    budget.cells -= 1;
    columnIndex = toColumnIndex(reader.attribute('r') ?? '') ?? columnIndex + 1;
    // `<c/>` is an empty cell.
    if (reader.isClosing) continue;
    const rawCell = readRawCell(reader, workbook);
    const cell = toCell(columnIndex, rawCell, workbook.sharedStrings);
    // Very many cells may refer to one long string, which takes time for each of them.
    if (rawCell.type === SHARED_STRING) budget.bytes -= cell?.text.length ?? 0;
    if (cell !== undefined) cells.push(cell);
  }
  return cells;
}

function readRawCell(reader: XmlReader, { formats }: Workbook): RawCell {
  const format = formats[Number(reader.attribute('s') ?? 0)] ?? PLAIN_FORMAT;
  const rawCell: RawCell = { type: reader.attribute('t') ?? 'n', format, text: '', hasFormula: false };
  while (!(reader.name === 'c' && reader.isClosing)) {
    if (!reader.next()) throw new Error('the cell is cut off');
    if (reader.name === 'f') rawCell.hasFormula = true;
    if (reader.name === 'v' && !reader.isOpening) rawCell.text = reader.text();
    if (reader.name === 'is' && reader.isOpening) rawCell.text = readRichText(reader);
  }
  return rawCell;
}

function toCell(columnIndex: number, rawCell: RawCell, sharedStrings: readonly string[]): Cell | undefined {
  const { type, text, hasFormula } = rawCell;
  if (hasFormula) return { columnIndex, text: '', problem: 'formula' };
  if (text === '') return undefined;
  if (type === SHARED_STRING) {
    const sharedString = sharedStrings[Number(text)];
    if (sharedString === undefined) throw new Error(`there is no shared string ${text.slice(0, 20)}`);
    return sharedString === '' ? undefined : { columnIndex, text: sharedString };
  }
  if (type === 'str') return { columnIndex, text: unescapeControls(text) };
  // `readRichText` has unescaped the text.
  if (type === 'inlineStr') return { columnIndex, text };
  return type === 'n' ? toNumberCell(columnIndex, rawCell) : { columnIndex, text: '', problem: 'wrong_type' };
}

function toNumberCell(columnIndex: number, { text, format }: RawCell): Cell | undefined {
  if (text.trim() === '') return undefined;
  const value = Number(text);
  const magnitude = Math.abs(value);
  const isPlausible = magnitude === 0 || magnitude >= MIN_NUMBER;
  if (format.isDate || !isPlausible) return { columnIndex, text: '', problem: 'wrong_type' };
  if (magnitude >= MAX_NUMBER) return { columnIndex, text: '', problem: 'lost_digits' };
  return { columnIndex, text: toPlainText(Number(value.toPrecision(EXACT_DIGITS)), format.minDigits) };
}

/** Writes a number without exponent. A whole number is filled up with leading zeros to `minDigits`. */
function toPlainText(value: number, minDigits: number): string {
  const text = String(value);
  if (text.includes('e')) return plainNumberFormat.format(value);
  return /^\d+$/.test(text) ? text.padStart(minDigits, '0') : text;
}
