import { isPlain, MAX_CODE_LENGTH, toCode, withoutBlanks } from '../domain/values/fields.ts';
import { fullBudget, toColumnLetters, type UploadBudget } from '../spreadsheet/cell.ts';
import { FileProblem, type FileProblemCode } from '../spreadsheet/problem.ts';
import { type Row, readSheets, type Sheet } from '../spreadsheet/rows.ts';
import { comparableText, normaliseText } from '../text/normal-form.ts';
import { findHeader, hasColumn, listDataRows, nameColumnsByLetter, normaliseHeader } from './sheet-header.ts';

/** The headers of the column of codes, in lower case. */
const CODE_HEADERS = ['编码', '食材编码', 'code'] as const;

/** The headers of the templates that explain a code. */
const TEMPLATE_HEADERS = ['名称', '类别'];

/** A kind of worksheet with a column of ingredient codes and a column of values. */
export interface CodeSheetForm<Value extends string> {
  /** The headers of the column of values, in lower case. */
  readonly headers: readonly [string, ...string[]];
  /** Parses a normalised, non-empty text; undefined if it is not a value. */
  readonly toValue: (text: string) => Value | undefined;
  /** Matches headers and values that would be misread, such as prices in another unit. */
  readonly forbidden?: { readonly pattern: RegExp; readonly problem: FileProblemCode };
  readonly problems: {
    /** The problem of a text that is not a value. */
    readonly badValue: FileProblemCode;
    /** The problem of a code with two different values in one file. */
    readonly conflict: FileProblemCode;
    /** The problem of a code with different values in two files. */
    readonly conflictBetweenFiles: FileProblemCode;
  };
}

/** A row: it sets a value or, without one, removes it. */
export interface CodeRow<Value extends string> {
  readonly row: number;
  readonly code: string;
  readonly value: Value | undefined;
}

/** A worksheet as it was read. Its rows are used only if it has no problems. */
interface CodeSheet<Value extends string> {
  /** Name of the worksheet; undefined in a CSV file. */
  readonly name: string | undefined;
  readonly rows: readonly CodeRow<Value>[];
  /** Header of the column with the values. */
  readonly valueHeader: string;
  /** The headers of the columns that are not read, without those of the templates. */
  readonly unreadColumns: readonly string[];
  readonly problems: readonly FileProblem[];
}

interface Column {
  readonly index: number;
  readonly header: string;
}

/**
 * Reads a .csv or .xlsx file of values: its first worksheet that has the header. The two columns may be in any order.
 * Other columns are only named, unless they hold formulas. Every bad row is a problem.
 * @throws FileProblem if the whole file cannot be read
 */
export function readCodeSheet<Value extends string>(
  form: CodeSheetForm<Value>,
  file: string,
  bytes: Uint8Array,
  budget = fullBudget(),
): CodeSheet<Value> {
  const { sheet, header } = findSheet(form, file, bytes, budget);
  const codeColumn = findColumn(file, header, CODE_HEADERS);
  const valueColumn = findValueColumn(form, file, header);
  if (codeColumn instanceof FileProblem || valueColumn instanceof FileProblem) {
    const problems = [codeColumn, valueColumn].filter((column) => column instanceof FileProblem);
    const located = problems.map((problem) => problem.at(sheet.name));
    return { name: sheet.name, rows: [], valueHeader: '', unreadColumns: [], problems: located };
  }
  const dataRows = listDataRows(sheet, header);
  const unreadable = listUnreadableCells(sheet, header, dataRows, [codeColumn, valueColumn]);
  const unreadableCells = new Set(unreadable.map(({ row, column }) => `${row} ${column}`));
  const unreadableRows = new Set(unreadable.map(({ row }) => row));
  const rows: CodeRow<Value>[] = [];
  const badCells: FileProblem[] = [];
  for (const row of dataRows) {
    const code = readCode(file, row, codeColumn);
    const value = readValue(form, file, row, valueColumn);
    if (code instanceof FileProblem) badCells.push(code);
    if (value instanceof FileProblem) badCells.push(value);
    if (code instanceof FileProblem || value instanceof FileProblem || unreadableRows.has(row.number)) continue;
    rows.push({ row: row.number, code, value });
  }
  // One mistake is one problem. An unreadable cell has its problem already, and it explains a missing code in its row.
  const newProblems = badCells.filter(({ row, column, code }) => {
    const isExplained = code === 'empty_code' && unreadableRows.has(row);
    return !unreadableCells.has(`${row} ${column}`) && !isExplained;
  });
  const problems = [...unreadable, ...newProblems.map((problem) => problem.at(sheet.name))];
  const readHeaders = [codeColumn.header, valueColumn.header, ...TEMPLATE_HEADERS];
  const unreadColumns = header.cells.map(normaliseText).filter((cell) => cell !== '' && !readHeaders.includes(cell));
  return { name: sheet.name, rows, valueHeader: valueColumn.header, unreadColumns, problems };
}

/** Lists the problems of cells: formulas in any column, unreadable cells in those that are read. */
function listUnreadableCells(
  sheet: Sheet,
  header: Row,
  dataRows: readonly Row[],
  columns: readonly Column[],
): FileProblem[] {
  const rowNumbers = new Set([header, ...dataRows].map(({ number }) => number));
  const letters = columns.map(({ index }) => toColumnLetters(index));
  const nameByLetter = nameColumnsByLetter(header);
  return sheet.problems
    .filter(({ row = 0 }) => rowNumbers.has(row))
    .filter(({ code, column = '' }) => code === 'formula' || letters.includes(column))
    .map((problem) => problem.at(sheet.name, nameByLetter.get(problem.column ?? '')));
}

/** Finds the first worksheet with both columns, or else the first one that is not empty. */
function findSheet<Value extends string>(
  { headers, forbidden }: CodeSheetForm<Value>,
  file: string,
  bytes: Uint8Array,
  budget: UploadBudget,
): { readonly sheet: Sheet; readonly header: Row } {
  let first: { sheet: Sheet; header: Row } | undefined;
  const columns = { code: { headers: CODE_HEADERS }, value: { headers } };
  for (const sheet of readSheets(file, bytes, budget)) {
    const header = findHeader({ columns, identifyingColumns: ['code'] }, sheet);
    const hasValues = header?.cells.some(
      (cell) => hasColumn([cell], headers) || forbidden?.pattern.test(normaliseHeader(cell)),
    );
    if (header && hasValues) return { sheet, header };
    const [top] = sheet.rows;
    if (top) first ??= { sheet, header: header ?? top };
  }
  if (first) return first;
  throw new FileProblem(file, 'no_header');
}

function findValueColumn<Value extends string>(
  { headers, forbidden }: CodeSheetForm<Value>,
  file: string,
  header: Row,
): Column | FileProblem {
  const forbiddenHeader = header.cells.find((cell) => forbidden?.pattern.test(normaliseHeader(cell)));
  if (!forbidden || forbiddenHeader === undefined || hasColumn(header.cells, headers))
    return findColumn(file, header, headers);
  return new FileProblem(file, forbidden.problem, { row: header.number, column: normaliseText(forbiddenHeader) });
}

function findColumn(file: string, header: Row, headers: readonly string[]): Column | FileProblem {
  const [first, second] = header.cells.flatMap((text, index): Column[] =>
    hasColumn([text], headers) ? [{ index, header: normaliseText(text) }] : [],
  );
  const position = { row: header.number, column: headers[0] };
  if (first === undefined) return new FileProblem(file, 'missing_column', position);
  return second === undefined ? first : new FileProblem(file, 'repeated_column', position);
}

function readCode(file: string, { number, cells }: Row, { index, header }: Column): string | FileProblem {
  const text = cells[index] ?? '';
  const position = { row: number, column: header, max: MAX_CODE_LENGTH };
  if (withoutBlanks(text) === '') return new FileProblem(file, 'empty_code', position);
  return toCode(text) ?? new FileProblem(file, 'bad_code', position);
}

function readValue<Value extends string>(
  { toValue, forbidden, problems }: CodeSheetForm<Value>,
  file: string,
  { number, cells }: Row,
  { index, header }: Column,
): Value | undefined | FileProblem {
  const text = cells[index] ?? '';
  if (withoutBlanks(text) === '') return undefined;
  const value = toValue(isPlain(text) ? comparableText(text) : text);
  const problem = forbidden?.pattern.test(normaliseHeader(text)) ? forbidden.problem : problems.badValue;
  return value ?? new FileProblem(file, problem, { row: number, column: header });
}
