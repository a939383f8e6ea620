import {
  type Cell,
  type CellRow,
  LAST_ROW,
  MAX_CELLS,
  MAX_ROWS_WITH_EMPTY,
  toColumnIndex,
  type UploadBudget,
} from './cell.ts';
import { FileProblem } from './problem.ts';
import { openWorkbook, readOpeningTags, readRichText, unescapeControls, type Workbook } from './workbook.ts';
import type { XmlReader } from './xml.ts';
import { readZip } from './zip.ts';

/** The maximum number of entries of the zip. */
const MAX_ENTRIES = 1000;
/** Spreadsheets change the last digits of integers from this one on. */
const MAX_NUMBER = 1e15;
/** A smaller number is a remainder of calculation, such as that of 0.3 − 0.1 − 0.2: no list has it. */
const MIN_NUMBER = 1e-22;
/** The significant digits that spreadsheets show. Further digits are errors of binary calculation. */
const SHOWN_DIGITS = 15;

/** Writes `1.5e-7` as `0.00000015`. */
const withoutExponent = new Intl.NumberFormat('en', { useGrouping: false, maximumSignificantDigits: SHOWN_DIGITS });

/** The type of a cell whose text is the index of a shared string. */
const SHARED_STRING = 's';

/**
 * What was read of `<c r="B2" s="1" t="n"><v>5</v></c>`: its type `t`, the format with the number `s`, its value `<v>` or its
 * own text `<is>`, and whether it has a formula `<f>`.
 */
type RawCell = ReturnType<typeof readCell>;

/** A worksheet whose cells are not checked yet: its rows, and the cells that are merged over several rows. */
export interface RawSheet {
  /** Undefined for a CSV file. */
  readonly name: string | undefined;
  readonly rows: Iterable<CellRow>;
  /** Reading the rows fills it: it is empty until all have been read. */
  readonly mergedCells: readonly MergedCells[];
}

/** The cells of one column that are merged over several rows, given by number. The first row has their text. */
export type MergedCells = Readonly<Record<'columnIndex' | 'firstRow' | 'lastRow', number>>;

/**
 * Reads the visible worksheets of a workbook in their order, each row by row.
 * @throws FileProblem `zip_bomb`, `encrypted`, `unreadable`, `not_a_workbook`, `too_many_cells`, `too_many_empty_rows`.
 */
export function readXlsxSheets(bytes: Uint8Array, budget: UploadBudget): Generator<RawSheet> {
  return withFileProblems(listSheets(bytes, budget));
}

/** Yields the same items. Any error of reading them becomes a `FileProblem`. */
function* withFileProblems<T>(items: Iterable<T>): Generator<T> {
  try {
    yield* items;
  } catch (error) {
    throw error instanceof FileProblem ? error : new FileProblem('unreadable', {}, error);
  }
}

function* listSheets(bytes: Uint8Array, budget: UploadBudget): Generator<RawSheet> {
  const workbook = openWorkbook(readZip(bytes, MAX_ENTRIES, budget), MAX_CELLS);
  for (const { name, xml } of workbook.sheets) {
    const mergedCells: MergedCells[] = [];
    yield { name, rows: withFileProblems(listRows(workbook, { xml, mergedCells }, budget)), mergedCells };
  }
}

type SheetToRead = Readonly<{ xml: Buffer; mergedCells: MergedCells[] }>;

/** Yields the rows that have cells. After the last one it adds the merged cells, which follow the rows in the file. */
function* listRows(workbook: Workbook, { xml, mergedCells }: SheetToRead, budget: UploadBudget): Generator<CellRow> {
  const [reader] = readOpeningTags(xml, 'sheetData');
  if (!reader) throw new FileProblem('not_a_workbook');
  let rowNumber = 0;
  while (!(reader.name === 'sheetData' && reader.isClosing)) {
    if (!reader.next()) throw new Error('the worksheet is cut off');
    if (reader.name !== 'row' || !reader.isOpening) continue;
    if (--budget.rows < 0) throw new FileProblem('too_many_empty_rows', { max: MAX_ROWS_WITH_EMPTY });
    rowNumber = readRowNumber(reader, rowNumber);
    const cells = readCells(reader, workbook, budget);
    if (budget.cells < 0) throw new FileProblem('too_many_cells', { max: MAX_CELLS });
    if (budget.bytes < 0) throw new FileProblem('zip_bomb');
    if (cells.length > 0) yield [rowNumber, cells];
  }
  mergedCells.push(...listMergedCells(reader));
}

/** Reads the number of a row, which is above that of the previous one. */
function readRowNumber(reader: XmlReader, previous: number): number {
  const rowNumber = Number(reader.attribute('r') ?? previous + 1);
  if (Number.isInteger(rowNumber) && rowNumber > previous && rowNumber <= LAST_ROW) return rowNumber;
  throw new Error(`a row cannot have the number ${rowNumber} after ${previous}`);
}

/** Lists the merged cells in the rest of the worksheet, without those in one row. */
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
    budget.cells--;
    columnIndex = toColumnIndex(reader.attribute('r') ?? '') ?? columnIndex + 1;
    // `<c/>` is an empty cell.
    if (reader.isClosing) continue;
    const rawCell = readCell(reader, workbook);
    const cell = toCell(columnIndex, rawCell, workbook.sharedStrings);
    // Very many cells may refer to one long string, which takes time for each of them.
    if (rawCell.type === SHARED_STRING) budget.bytes -= cell?.text.length ?? 0;
    if (cell !== undefined) cells.push(cell);
  }
  return cells;
}

function readCell(reader: XmlReader, { formats }: Workbook) {
  const format = formats[Number(reader.attribute('s') ?? 0)] ?? 0;
  const cell = { type: reader.attribute('t') ?? 'n', format, text: '', hasFormula: false };
  while (!(reader.name === 'c' && reader.isClosing)) {
    if (!reader.next()) throw new Error('the cell is cut off');
    if (reader.name === 'f') cell.hasFormula = true;
    if (reader.name === 'v' && !reader.isOpening) cell.text = reader.text();
    if (reader.name === 'is' && reader.isOpening) cell.text = readRichText(reader);
  }
  return cell;
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
  // `readRichText` has unescaped it.
  if (type === 'inlineStr') return { columnIndex, text };
  return type === 'n' ? toNumberCell(columnIndex, rawCell) : { columnIndex, text: '', problem: 'wrong_type' };
}

function toNumberCell(columnIndex: number, { text, format }: RawCell): Cell | undefined {
  if (text.trim() === '') return undefined;
  const value = Number(text);
  const magnitude = Math.abs(value);
  const isNumber = magnitude === 0 || magnitude >= MIN_NUMBER;
  if (format === 'date' || !isNumber) return { columnIndex, text: '', problem: 'wrong_type' };
  if (magnitude >= MAX_NUMBER) return { columnIndex, text: '', problem: 'lost_digits' };
  return { columnIndex, text: toPlainText(Number(value.toPrecision(SHOWN_DIGITS)), format) };
}

/** Writes a number without exponent, padded with the leading zeros of its format. */
function toPlainText(value: number, minDigits: number): string {
  const text = String(value);
  if (text.includes('e')) return withoutExponent.format(value);
  return /^\d+$/.test(text) ? text.padStart(minDigits, '0') : text;
}
